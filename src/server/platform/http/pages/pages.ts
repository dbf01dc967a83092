/**
 * The pages of the product as they are answered: the built page with the installation's name, its head, and, for pages that a visitor may
 * open, what was drawn ahead. Everything else is drawn by its reader's browser.
 */
import type { FastifyInstance } from 'fastify'
import { docPageAt } from '#contract/platform/docs-pages.ts'
import { headOf } from '#contract/platform/page-heads.ts'
import { type Page, pageAt } from '#contract/platform/pages.ts'
import { createDrawing, type DrawnPage, loadRenderer, type Renderer, readBuiltPages } from './drawn.ts'
import { type EncodedPage, encodePage } from './encoded.ts'
import { escapeHtml } from './escape.ts'
import { type Installation, plainTitle } from './head.ts'
import { createTemplate, type Parts } from './template.ts'

export interface Pages {
  /**
   * The answer at an address.
   * @param visitor who asks, for the limit of drawings at the same time; null when that is not known
   */
  at(pathname: string, query: URLSearchParams, visitor: string | null): Promise<EncodedPage>
}

const openToVisitors = (page: Page): boolean =>
  page.served && (page.guard === 'public' || page.guard === 'guest-only') && headOf(page) !== null

/** Which guides there are is known here; which agents, only to what draws them. */
const exists = (page: Page | null, pathname: string): page is Page =>
  page?.served === true && (page.path !== '/docs/{page}' || docPageAt(pathname) !== null)

/** Longer values are not worth drawing a page for. */
const MAX_QUERY_VALUE_LENGTH = 200

/**
 * The address a page is drawn for: of the query, only what changes the page, in the order it was sent, so that the browser
 * recognises its own address. Null when the page has to be drawn by the browser.
 */
function addressOf(page: Page, pathname: string, query: URLSearchParams): string | null {
  const head = headOf(page)
  const names = new Set([...(head?.query ?? []), ...(head?.filters ?? [])])
  const kept = new URLSearchParams()
  for (const [name, value] of query) {
    if (!names.has(name) || value === '' || kept.has(name)) continue
    if (value.length > MAX_QUERY_VALUE_LENGTH) return null
    kept.set(name, value)
  }
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return kept.size > 0 ? `${path}?${kept}` : path
}

export interface PagesOptions extends Installation {
  /** Instead of the one that was built. */
  renderer?: Renderer
}

/** @param root the folder of the built client */
export async function createPages(app: FastifyInstance, root: string, options: PagesOptions): Promise<Pages> {
  const built = readBuiltPages(root)
  const renderer = options.renderer ?? (await loadRenderer(root))
  const template = createTemplate(root, options, built.scripts)
  const marked = (text: string, brand: string): string =>
    text
      .replaceAll(built.marks.brand || '\0', () => brand)
      .replaceAll(built.marks.origin || '\0', () => escapeHtml(options.origin))
  const named = (drawn: DrawnPage): DrawnPage => ({
    ...drawn,
    title: marked(drawn.title, options.brand),
    html: marked(drawn.html, escapeHtml(options.brand)),
  })
  const finished = (parts: Parts, life: 'kept' | 'passing'): EncodedPage => {
    const drawn = parts.drawn && named(parts.drawn)
    const path = parts.address.replace(/\?.*$/s, '')
    return encodePage(
      parts.status,
      template({ ...parts, drawn }, drawn?.title || plainTitle(path, options.brand)),
      life,
    )
  }

  const fixed = new Map(
    Object.entries(built.pages).map(([path, page]) => {
      const drawn: DrawnPage = { ...page, status: 200, data: [] }
      return [path, finished({ page: pageAt(path), address: path, drawn, status: 200, take: true }, 'kept')]
    }),
  )
  // It stands for every address that has no page, so a browser draws it anew for its own.
  const missing = finished(
    {
      page: null,
      address: '/404',
      drawn: built.missing && { ...built.missing, status: 404, data: [] },
      status: 404,
      take: false,
    },
    'kept',
  )
  const drawing =
    renderer &&
    createDrawing(renderer, app, app.log, (address, drawn) =>
      finished(
        {
          page: pageAt(address.replace(/\?.*$/s, '')),
          address,
          drawn,
          status: drawn.status,
          take: drawn.status === 200,
        },
        'passing',
      ),
    )
  const shells = new Map<string, EncodedPage>()
  const shell = (page: Page, pathname: string): EncodedPage => {
    const doc = docPageAt(pathname)
    const address = doc ? `/docs/${doc.slug}` : page.path
    const made = shells.get(address) ?? finished({ page, address, drawn: null, status: 200, take: false }, 'kept')
    shells.set(address, made)
    return made
  }
  return {
    async at(pathname, query, visitor) {
      const page = pageAt(pathname)
      if (!exists(page, pathname)) return missing
      if (!openToVisitors(page)) return shell(page, pathname)
      const address = addressOf(page, pathname, query)
      if (address === null) return shell(page, pathname)
      return fixed.get(address) ?? (await drawing?.at(address, visitor)) ?? shell(page, pathname)
    },
  }
}
