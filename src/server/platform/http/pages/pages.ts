/**
 * The pages of the product as they are answered: the built page with the installation's name, its head, and, for pages that a visitor may
 * open, what was drawn ahead. Everything else is drawn by its reader's browser.
 */
import type { FastifyInstance } from 'fastify'
import type { Role } from '#contract/core/access.ts'
import { type BrandLogo, logoPaths, widthOfLogo } from '#contract/platform/brand.ts'
import { type Company, companyOf, forPages } from '#contract/platform/company.ts'
import { docPageAt } from '#contract/platform/docs-pages.ts'
import { headOf } from '#contract/platform/page-heads.ts'
import { type Page, pageAt } from '#contract/platform/pages.ts'
import type { Language } from '#shared/language.ts'
import { type BuiltPages, createDrawing, type DrawnPage, loadRenderer, type Renderer, readBuiltPages } from './drawn.ts'
import { type EncodedPage, encodePage } from './encoded.ts'
import { escapeHtml } from './escape.ts'
import { type Installation, plainTitle } from './head.ts'
import { createTemplate, type Parts } from './template.ts'

export interface Pages {
  /**
   * The answer at an address.
   * @param reader who asks
   */
  at(pathname: string, query: URLSearchParams, reader: Reader): Promise<EncodedPage>
  /** The page with nothing drawn on it, for the browser to make. */
  plain(pathname: string, language: Language): EncodedPage
}

export interface Reader {
  /** Whose drawings are limited together; null when that is not known. */
  visitor: string | null
  /** Of a person who is signed in: their page comes with the shell of that role alone. */
  role: Role | null
  /** That they have chosen. */
  language: Language
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
      return [
        path,
        finished({ page: pageAt(path), address: path, language: 'en', drawn, status: 200, take: true }, 'kept'),
      ]
    }),
  )
  // It is served for every address without a page, so a browser renders it again for its own.
  const missing = finished(
    {
      page: null,
      address: '/404',
      language: 'en',
      drawn: built.missing && { ...built.missing, status: 404, data: [] },
      status: 404,
      take: false,
    },
    'kept',
  )
  return { fixed, missing, shells: new Map<string, EncodedPage>(), shellsOf: new Map<string, Promise<EncodedPage>>() }
}

/** The designer hides the top bar once a workflow is open in it. */
const IN_SHELL = ['workflow']

interface ShellReader {
  language: Language
  role: Role
}

/**
 * Shells of signed-in people, drawn when they are first asked for: one for each page, role and language, without anything of the person. Null when it
 * could not be drawn.
 */
function createShells(
  renderer: Renderer,
  { log }: FastifyInstance,
  finished: Finish,
  kept: () => Map<string, Promise<EncodedPage>>,
) {
  const draw = async (
    page: Page | null,
    pathname: string,
    address: string,
    { language, role }: ShellReader,
  ): Promise<EncodedPage> => {
    const html = await renderer.drawShell(address, language, role)
    const status = page === null ? 404 : 200
    // Without one of its own it has the title of its page.
    const drawn: DrawnPage = { status, title: '', html, data: [] }
    const named = page === null ? '/404' : pathname
    return finished({ page, address: named, language, drawn, status, take: true, role }, 'kept')
  }
  return async (
    page: Page | null,
    pathname: string,
    query: URLSearchParams,
    reader: ShellReader,
  ): Promise<EncodedPage | null> => {
    const doc = docPageAt(pathname)
    const path = doc ? `/docs/${doc.slug}` : (page?.path.replace(/\{\w+\}|\*/g, 'x') ?? '/404')
    const names = page?.path.startsWith('/workflows') ? IN_SHELL.filter((name) => query.has(name)) : []
    const address = names.length > 0 ? `${path}?${names.map((name) => `${name}=x`).join('&')}` : path
    const key = `${reader.language} ${reader.role} ${address}`
    const known = kept().get(key) ?? draw(page, path, address, reader)
    kept().set(key, known)
    return known.catch((error: unknown) => {
      kept().delete(key)
      log.warn({ err: error, address }, 'a shell could not be drawn')
      return null
    })
  }
}

/** Puts the name, the logo and the particulars of the installation where a page was drawn with marks for them. */
function createNaming(marks: BuiltPages['marks'], { brand, company, origin }: Installation) {
  const marked = (text: string, name: string): string =>
    fillIn(
      text.replaceAll(marks.brand || '\0', () => name).replaceAll(marks.origin || '\0', () => escapeHtml(origin)),
      marks.company,
      company(),
    )
  return (drawn: DrawnPage): DrawnPage => {
    const { name, logo } = brand()
    return {
      ...drawn,
      title: marked(drawn.title, name),
      html: marked(withLogo(drawn.html, marks.logos, logo), escapeHtml(name)),
    }
  }
}

/** Null where there is no page. */
function existingAt(pathname: string): Page | null {
  const page = pageAt(pathname)
  return exists(page, pathname) ? page : null
}

/** @param root the folder of the built client */
export async function createPages(app: FastifyInstance, root: string, options: PagesOptions): Promise<Pages> {
  const built = readBuiltPages(root)
  const renderer = options.renderer ?? (await loadRenderer(root))
  const template = createTemplate(root, options, built)
  const named = createNaming(built.marks, options)
  const titleOf = (page: Page | null, path: string, language: Language): string => {
    const { name } = options.brand()
    const title = docPageAt(path) === null ? built.languages[language]?.titles[page?.path ?? '/404'] : undefined
    return title === undefined ? plainTitle(path, name) : `${title} · ${name}`
  }
  const finished: Finish = (parts, life) => {
    const drawn = parts.drawn && named(parts.drawn)
    const path = parts.address.replace(/\?.*$/s, '')
    return encodePage(
      parts.status,
      template({ ...parts, drawn }, drawn?.title || titleOf(parts.page, path, parts.language)),
      life,
      parts.role !== undefined,
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
      finish: (address, language, drawn) =>
        finished(
          {
            page: pageAt(address.replace(/\?.*$/s, '')),
            address,
            language,
            drawn,
            status: drawn.status,
            take: drawn.status === 200,
          },
          'passing',
        ),
    })
  const shell = (page: Page | null, pathname: string, language: Language): EncodedPage => {
    const { shells } = current()
    const doc = docPageAt(pathname)
    const address = doc ? `/docs/${doc.slug}` : (page?.path ?? '/404')
    const key = `${language} ${address}`
    const status = page === null ? 404 : 200
    const known = shells.get(key) ?? finished({ page, address, language, drawn: null, status, take: false }, 'kept')
    shells.set(key, known)
    return known
  }
  const shellOf = renderer && createShells(renderer, app, finished, () => current().shellsOf)
  return {
    plain: (pathname, language) => shell(existingAt(pathname), pathname, language),
    async at(pathname, query, { visitor, role, language }) {
      const page = existingAt(pathname)
      const own = role === null ? null : await shellOf?.(page, pathname, query, { language, role })
      if (own) return own
      // The build draws pages in English.
      const built = language === 'en' ? current() : null
      if (page === null) return built?.missing ?? shell(null, pathname, language)
      const address = openToVisitors(page) ? addressOf(page, pathname, query) : null
      if (address === null) return shell(page, pathname, language)
      return (
        built?.fixed.get(address) ?? (await drawing?.at(address, language, visitor)) ?? shell(page, pathname, language)
      )
    },
  }
}
