// What a cart costs.

export interface Line {
  sku: string;
  quantity: number;
  unitPrice: number; // in units of the currency, as the catalogue has it
}

export interface Totals {
  net: number;
  tax: number;
  gross: number;
}

export function lineTotal(line: Line): number {
  return line.quantity * line.unitPrice;
}

export function totals(lines: Line[], taxRate: number): Totals {
  let net = 0;
  for (const line of lines) {
    net += lineTotal(line);
  }
  const tax = Math.round(net * taxRate * 100) / 100;
  return { net, tax, gross: net + tax };
}
