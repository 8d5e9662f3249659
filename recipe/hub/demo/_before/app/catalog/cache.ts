// Pages of the catalogue, kept for a minute.

const pages = new Map<string, { html: string; until: number }>();

function keyOf(path: string, query: URLSearchParams): string {
  return `${path}?${query}`;
}

export async function cached(
  path: string,
  query: URLSearchParams,
  locale: string,
  render: (locale: string) => Promise<string>,
): Promise<string> {
  const key = keyOf(path, query);
  const held = pages.get(key);
  if (held && held.until > Date.now()) {
    return held.html;
  }
  const html = await render(locale);
  pages.set(key, { html, until: Date.now() + 60_000 });
  return html;
}
