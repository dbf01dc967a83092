/** How the installation presents itself: the server writes its name and logo into meta elements of the page. */

export interface BrandLogo {
  /** Where the picture for pages is, and a square one. */
  page: string
  icon: string
  /** Of the picture for pages, in pixels. */
  width: number
  height: number
}

/** Stands for the name in pages drawn without a browser; the server puts the name in its place. */
export const BRAND_MARK = '__BRAND_NAME__'

const contentOf = (name: string): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined

export const brand: string = typeof document === 'undefined' ? BRAND_MARK : (contentOf('brand') ?? 'Chowk')

/** The operator's own logo; null shows ours. Pages drawn without a browser have ours, which the server replaces. */
export const brandLogo: BrandLogo | null = JSON.parse(contentOf('brand-logo') ?? 'null')

/** The title of the browser tab for a page. */
export const pageTitle = (page: string): string => `${page} · ${brand}`
