// What the gateway tells us by itself.

import { Ledger } from './ledger';
import { log } from '../log';

export interface Event {
  kind: 'charge.done' | 'charge.refused';
  orderId: string;
  cents: number;
  currency: string;
}

/** Books a charge, then answers: the gateway repeats what got no answer. */
export async function receive(event: Event, ledger: Ledger, answer: (status: number) => void): Promise<void> {
  if (event.kind === 'charge.done') {
    await ledger.append({
      orderId: event.orderId,
      cents: event.cents,
      currency: event.currency,
      note: 'charge',
    });
  }
  answer(200);
  log.info('webhook received', { kind: event.kind, orderId: event.orderId });
}
