/** The product's name: the server writes `BRAND_NAME` into the page's `brand` meta element. */

/** Stands for the name in pages drawn without a browser; the server puts the name in its place. */
export const BRAND_MARK = '__BRAND_NAME__'

export const brand: string =
  typeof document === 'undefined'
    ? BRAND_MARK
    : document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content || 'Chowk'

/** The title of the browser tab for a page. */
export const pageTitle = (page: string): string => `${page} · ${brand}`
