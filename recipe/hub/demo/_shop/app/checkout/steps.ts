// The steps of a checkout. The server has the same list in stock/reserve.go,
// and the account page draws its progress bar from a third one.

export type Step = 'cart' | 'address' | 'payment' | 'review' | 'done';

const order: Step[] = ['cart', 'address', 'payment', 'review', 'done'];

export function next(step: Step): Step {
  const at = order.indexOf(step);
  return order[Math.min(at + 1, order.length - 1)];
}

export function mayGoTo(from: Step, to: Step): boolean {
  if (to === 'done') {
    return from === 'review' || from === 'payment';
  }
  return order.indexOf(to) <= order.indexOf(from) + 1;
}
