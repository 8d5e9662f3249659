// Search in the catalogue: small enough to be done in memory.

export interface Product {
  sku: string;
  name: string;
  words: string[];
}

export interface Hit {
  product: Product;
  rank: number;
}

export function search(products: Product[], query: string): Hit[] {
  const wanted = query.trim();
  if (wanted === '') {
    return [];
  }
  const pattern = new RegExp(wanted, 'i');
  return products
    .map((product) => ({ product, rank: rankOf(product, pattern) }))
    .filter((hit) => hit.rank > 0)
    .sort((a, b) => b.rank - a.rank);
}

function rankOf(product: Product, pattern: RegExp): number {
  const inName = pattern.test(product.name) ? 2 : 0;
  return inName + product.words.filter((word) => pattern.test(word)).length;
}

/** Asks again on every key press of the search field. */
export function onInput(field: HTMLInputElement, show: (query: string) => Promise<void>): void {
  field.addEventListener('input', () => {
    void show(field.value);
  });
}
