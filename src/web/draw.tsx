/**
 * Draws pages without a browser, as a visitor sees them: for the build and, where a page holds live data, for the server. It is bundled
 * on its own (`vite build --ssr`). One page at a time: the cache of queries is one for the whole program, and empty before each page.
 */

import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { Role } from '#contract/core/access.ts'
import type { Language } from '#shared/language.ts'
import { ApiError } from '#web/api/api-error.ts'
import { session } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { sendThrough } from '#web/api/transport.ts'
import { COMPANY_MARKS } from '#web/app/shell/company.ts'
import { BRAND_MARK } from '#web/lib/brand.ts'
import { speak } from '#web/lib/language.ts'
import { ORIGIN_MARK } from '#web/lib/origin.ts'
import { LOGO_SIZES, LogoImage, Mark } from '#web/ui/mark.tsx'
import { App } from './app.tsx'
import { routes } from './routes.tsx'

export interface DrawnPage {
  status: 200 | 404
  /** As text. */
  title: string
  /** What goes into `#root`. */
  html: string
  /** The data the page was drawn with, by query key. */
  data: [key: readonly unknown[], value: unknown][]
}

/** Titles and hints for the browser stand before the page itself. */
const HOISTED = /^(?:<title[^>]*>[^<]*<\/title>|<(?:link|meta)\b[^>]*>)+/

/** Placeholders in prerendered pages for the product's name and address, and for the particulars of the firm. */
export const marks = {
  brand: BRAND_MARK,
  origin: ORIGIN_MARK,
  company: COMPANY_MARKS,
  logos: LOGO_SIZES.map((px) => ({
    px,
    mark: renderToStaticMarkup(<Mark size={px} />),
    // Without the hint to load it early that React puts before a picture.
    picture: renderToStaticMarkup(<LogoImage src="__BRAND_LOGO__" width="__BRAND_LOGO_WIDTH__" px={px} />).replace(
      HOISTED,
      '',
    ),
  })),
}

const handler = createStaticHandler(routes)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const text = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')

/** The refusal that made a page show something else than itself; other failures are thrown. */
function refusalOf(errors: Record<string, unknown> | null): ApiError | null {
  const error = Object.values(errors ?? {})[0]
  if (error === undefined) return null
  if (error instanceof ApiError && error.status === 404) return error
  throw error
}

const settled = async (): Promise<void> => {
  const running = queryClient.getQueryCache().getAll()
  await Promise.allSettled(running.map((query) => query.promise))
}

const hoistedIn = (html: string): string => HOISTED.exec(html)?.[0] ?? ''

async function drawTree({ dataRoutes }: StaticHandler, context: StaticHandlerContext): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <App>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </App>,
    // Parts that wait for code stay in their place: moving them there would take inline scripts.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void failures.push(error) },
  )
  const html = await new Response(prelude).text()
  if (failures.length > 0) throw failures[0]
  return html
}

async function drawNow(address: string): Promise<DrawnPage> {
  const context = await handler.query(new Request(`http://localhost${address}`))
  if (context instanceof Response) throw new Error(`${address} leads to ${context.headers.get('location')}`)
  const refusal = refusalOf(context.errors)
  // What a loader began and did not wait for is part of the page when it comes.
  await settled()
  const html = await drawTree(handler, context)
  const hoisted = hoistedIn(html)
  return {
    status: refusal ? 404 : 200,
    title: text(/<title[^>]*>([^<]*)</.exec(hoisted)?.[1] ?? ''),
    html: html.slice(hoisted.length),
    data: queryClient
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.status === 'success')
      .map((query) => [query.queryKey, query.state.data]),
  }
}

/** The same layouts, without the screens: they wait for who is there. */
const withoutScreens = (pages: RouteObject[]): RouteObject[] =>
  pages.map(({ lazy, children, index, ...route }) =>
    children ? { ...route, children: withoutScreens(children) } : route,
  )

const shells = createStaticHandler(withoutScreens(routes))

async function drawShellNow(address: string, role: Role): Promise<string> {
  const before = session.get()
  session.set({ ...before, phase: 'loading', role })
  try {
    const context = await shells.query(new Request(`http://localhost${address}`))
    if (context instanceof Response) throw new Error(`${address} has no shell`)
    const html = await drawTree(shells, context)
    return html.slice(hoistedIn(html).length)
  } finally {
    session.set(before)
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One after another: they share the language, the cache of queries and the session. */
function inTurn<T>(language: Language, work: () => Promise<T>): Promise<T> {
  const done = last.then(() => speak(language)).then(work)
  last = done.catch(() => {})
  return done
}

/**
 * @param address path and query of the page
 * @param language of its reader
 * @param send how its loaders reach the API; addresses begin with `/`
 * @throws what kept the page from being drawn
 */
export function draw(address: string, language: Language, send: typeof fetch): Promise<DrawnPage> {
  return inTurn(language, async () => {
    sendThrough(send)
    try {
      return await drawNow(address)
    } finally {
      // A query that nobody uses any more waits ten minutes to be forgotten, and keeps the program from ending as long.
      queryClient.clear()
    }
  })
}

const nothing: typeof fetch = () => Promise.reject(new TypeError('A shell is drawn without data'))

/**
 * What goes into `#root` for a signed-in person of this role until their page is there: the shell, with nothing of the person.
 * @param address path and query of the page
 */
export function drawShell(address: string, language: Language, role: Role): Promise<string> {
  return inTurn(language, async () => {
    sendThrough(nothing)
    try {
      return await drawShellNow(address, role)
    } finally {
      queryClient.clear()
    }
  })
}

// The user who requested a page does not wait for a second try.
queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
