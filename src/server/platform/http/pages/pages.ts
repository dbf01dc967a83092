/**
 * The pages of the product as they are answered: the built page with the installation's name, its head, and, for pages that a visitor may
 * open, what was drawn ahead. Everything else is drawn by its reader's browser.
 */
import type { FastifyInstance } from 'fastify'
import { type BrandLogo, logoPaths, widthOfLogo } from '#contract/platform/brand.ts'
import { type Company, companyOf, forPages } from '#contract/platform/company.ts'
import { docPageAt } from '#contract/platform/docs-pages.ts'
import { headOf } from '#contract/platform/page-heads.ts'
import { type Page, pageAt } from '#contract/platform/pages.ts'
import { type BuiltPages, createDrawing, type DrawnPage, loadRenderer, type Renderer, readBuiltPages } from './drawn.ts'
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
  (page.guard === 'public' || page.guard === 'guest-only') && headOf(page) !== null

/** Which guides there are is known here; which agents, only to what draws them. */
const exists = (page: Page | null, pathname: string): page is Page =>
  page !== null && (page.path !== '/docs/{page}' || docPageAt(pathname) !== null)

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

/** Puts the particulars of the firm where a page was drawn with marks for them. */
function fillIn(html: string, marks: Record<string, string>, filled: Partial<Company>): string {
  const particulars: Record<string, string> = forPages(companyOf(filled))
  let text = html
  for (const [name, mark] of Object.entries(marks))
    text = text.replaceAll(mark, () => escapeHtml(particulars[name] ?? ''))
  return text
}

/** Puts the logo where a page was drawn with our mark, in the words in which the browser draws it. */
function withLogo(html: string, marks: BuiltPages['marks']['logos'], logo: BrandLogo | null): string {
  if (logo === null) return html
  const { page } = logoPaths(logo)
  return marks.reduce(
    (text, { mark, picture, px }) =>
      text.replaceAll(mark, () =>
        picture.replace('__BRAND_LOGO__', page).replace('__BRAND_LOGO_WIDTH__', String(widthOfLogo(logo, px))),
      ),
    html,
  )
}

type Finish = (parts: Parts, life: 'kept' | 'passing') => EncodedPage

/** What needs no data, and room for the pages that nothing is drawn in. */
function finishBuilt(built: BuiltPages, finished: Finish) {
  const fixed = new Map(
    Object.entries(built.pages).map(([path, page]) => {
      const drawn: DrawnPage = { ...page, status: 200, data: [] }
      return [path, finished({ page: pageAt(path), address: path, drawn, status: 200, take: true }, 'kept')]
    }),
  )
  // It is served for every address without a page, so a browser renders it again for its own.
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
  return { fixed, missing, shells: new Map<string, EncodedPage>() }
}

/** @param root the folder of the built client */
export async function createPages(app: FastifyInstance, root: string, options: PagesOptions): Promise<Pages> {
  const built = readBuiltPages(root)
  const renderer = options.renderer ?? (await loadRenderer(root))
  const template = createTemplate(root, options, built.scripts)
  const marked = (text: string, name: string): string =>
    fillIn(
      text
        .replaceAll(built.marks.brand || '\0', () => name)
        .replaceAll(built.marks.origin || '\0', () => escapeHtml(options.origin)),
      built.marks.company,
      options.company(),
    )
  const named = (drawn: DrawnPage): DrawnPage => {
    const { name, logo } = options.brand()
    return {
      ...drawn,
      title: marked(drawn.title, name),
      html: marked(withLogo(drawn.html, built.marks.logos, logo), escapeHtml(name)),
    }
  }
  const finished: Finish = (parts, life) => {
    const drawn = parts.drawn && named(parts.drawn)
    const path = parts.address.replace(/\?.*$/s, '')
    return encodePage(
      parts.status,
      template({ ...parts, drawn }, drawn?.title || plainTitle(path, options.brand().name)),
      life,
    )
  }

  // Made again when an operator changes the brand or the particulars of the firm, which these pages name.
  let made = { company: options.company(), brand: options.brand(), ...finishBuilt(built, finished) }
  const current = () => {
    const [company, brand] = [options.company(), options.brand()]
    if (made.company !== company || made.brand !== brand) made = { company, brand, ...finishBuilt(built, finished) }
    return made
  }
  const drawing =
    renderer &&
    createDrawing(renderer, app, app.log, {
      epoch: options.brand,
      finish: (address, drawn) =>
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
    })
  const shell = (page: Page, pathname: string): EncodedPage => {
    const { shells } = current()
    const doc = docPageAt(pathname)
    const address = doc ? `/docs/${doc.slug}` : page.path
    const known = shells.get(address) ?? finished({ page, address, drawn: null, status: 200, take: false }, 'kept')
    shells.set(address, known)
    return known
  }
  return {
    async at(pathname, query, visitor) {
      const page = pageAt(pathname)
      const { fixed, missing } = current()
      if (!exists(page, pathname)) return missing
      if (!openToVisitors(page)) return shell(page, pathname)
      const address = addressOf(page, pathname, query)
      if (address === null) return shell(page, pathname)
      return fixed.get(address) ?? (await drawing?.at(address, visitor)) ?? shell(page, pathname)
    },
  }
}
