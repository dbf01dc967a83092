/** The product's name: the server writes `BRAND_NAME` into the page's `brand` meta element. */
export const brand: string =
  (typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content) ||
  'Chowk'

/** The title of the browser tab for a page. */
export const titled = (page: string): string => `${page} · ${brand}`
