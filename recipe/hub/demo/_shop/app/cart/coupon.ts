// Coupons: an amount or a share off the cart.

import { Line, lineTotal } from './totals';

export interface Coupon {
  code: string;
  percent?: number;
  amount?: number;
  validUntil: string; // a day, YYYY-MM-DD
}

export function isValid(coupon: Coupon, now: Date): boolean {
  return now <= new Date(coupon.validUntil + 'T23:59:59Z');
}

/** What a coupon takes off. */
export function discount(coupon: Coupon, lines: Line[]): number {
  if (coupon.amount) {
    return coupon.amount;
  }
  const percent = coupon.percent ?? 0;
  return lines
    .map((line) => Math.round(lineTotal(line) * percent) / 100)
    .reduce((sum, part) => sum + part, 0);
}
