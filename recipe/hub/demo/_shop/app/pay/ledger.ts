// The ledger of what was taken and given back. Orders keep their own totals
// too (orders.paid_cents), which the account page shows.

export interface Entry {
  orderId: string;
  cents: number;
  currency: string;
  note: string;
}

export interface Database {
  run(sql: string, ...args: unknown[]): Promise<void>;
}

export class Ledger {
  constructor(private readonly db: Database) {}

  async append(entry: Entry): Promise<void> {
    await this.db.run(
      'INSERT INTO ledger (order_id, cents, currency, note) VALUES (?, ?, ?, ?)',
      entry.orderId,
      entry.cents,
      entry.currency,
      entry.note,
    );
    await this.db.run(
      'UPDATE orders SET paid_cents = paid_cents + ? WHERE id = ?',
      entry.cents,
      entry.orderId,
    );
  }
}
