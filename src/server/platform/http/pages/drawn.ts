/**
 * What the build has drawn (`dist/pages.json`), and the renderer (`dist/draw`) for pages that hold live data. Those are drawn as a visitor
 * sees them, with data from our own API; they are kept for some seconds, so that many readers of a page cost one drawing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Role } from '#contract/core/access.ts'
import type { Language } from '#shared/language.ts'

export interface DrawnPage {
  status: 200 | 404
  title: string
  html: string
  data: [key: readonly unknown[], value: unknown][]
}

export interface Renderer {
  draw(address: string, language: Language, send: typeof fetch): Promise<DrawnPage>
  /** What goes into `#root` for a person of this role, until the page has its code and its data. */
  drawShell(address: string, language: Language, role: Role): Promise<string>
}

interface BuiltPage {
  title: string
  html: string
}

/** What `scripts/draw.ts` writes. */
export interface BuiltPages {
  /** What stands for the product's name, its address, and each particular of the firm. */
  marks: {
    brand: string
    origin: string
    company: Record<string, string>
    /** Our mark as it was drawn, and what is drawn in its place for a logo. */
    logos: { mark: string; picture: string; px: number }[]
  }
  pages: Record<string, BuiltPage>
  missing: BuiltPage | null
  /** Scripts of each screen, by the page's path. */
  scripts: Record<string, string[]>
  /** Scripts of the signed-in shell. */
  shellScripts: string[]
  /** What pages in other languages than English need besides, and their titles by the page's path. */
  languages: Partial<Record<Language, { scripts: string[]; styles: string[]; titles: Record<string, string> }>>
}

const NOTHING: BuiltPages = {
  marks: { brand: '', origin: '', company: {}, logos: [] },
  pages: {},
  missing: null,
  scripts: {},
  shellScripts: [],
  languages: {},
}

/** @param root the folder of the built client, which also contains the prerendered pages */
export function readBuiltPages(root: string): BuiltPages {
  const file = join(root, '../pages.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltPages) : NOTHING
}

export async function loadRenderer(root: string): Promise<Renderer | null> {
  const file = join(root, '../draw/draw.js')
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as Renderer) : null
}

/** Longer than this nobody waits for a page to be drawn: its reader's browser does it then. */
const LONGEST_MS = 1500
/** More than this many waiting means that drawing does not keep up. */
const MOST_WAITING = 20
/** Of these, one visitor has at most this many: the rest are for the readers of other pages. */
const MOST_OF_ONE = 5
const KEPT_MS = 5000
const MOST_KEPT = 300
/** While our own API cannot answer, this long nobody tries again. */
const REST_MS = 2000

class TooLong extends Error {}

/** Whether nothing can be drawn at the moment. A refusal says nothing of other addresses: one visitor's odd search is not the others' loss. */
function isAway(error: unknown): boolean {
  if (error instanceof TooLong) return true
  // An answer of the API, or none: only the build of the pages knows its class.
  if (!(error instanceof Error) || !('status' in error)) return false
  const status = typeof error.status === 'number' ? error.status : 0
  return status < 400 || status >= 500 || status === 408 || status === 429
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLong(`Drawing takes longer than ${LONGEST_MS} ms`)), LONGEST_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Our own API, asked by a visitor within this process. */
function insideFetch(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    if (init?.method !== undefined && init.method !== 'GET') throw new TypeError('A page is drawn by reading only')
    const headers = Object.fromEntries(new Headers(init?.headers))
    const answer = await inTime(app.inject({ method: 'GET', url: String(input), headers }))
    const type = String(answer.headers['content-type'] ?? '')
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { 'content-type': type },
    })
  }
}

export interface Drawing<T> {
  /**
   * What `finish` made of the page at this address; null when it cannot be drawn now: the browser then draws it.
   * @param visitor who asks; null when that is not known
   */
  at(address: string, language: Language, visitor: string | null): Promise<T | null>
}

interface DrawingOptions<T> {
  /** Makes what is kept of a drawn page. */
  finish: (address: string, language: Language, page: DrawnPage) => T
  /** What is kept holds while this is the same. */
  epoch: () => unknown
  now?: () => number
}

export function createDrawing<T>(
  renderer: Renderer,
  app: FastifyInstance,
  log: FastifyBaseLogger,
  { finish, epoch, now = Date.now }: DrawingOptions<T>,
): Drawing<T> {
  const send = insideFetch(app)
  const kept = new Map<string, { until: number | null; of: unknown; page: Promise<T | null> }>()
  const waitingOf = new Map<string | null, number>()
  let waiting = 0
  let restUntil = 0

  const drawingsOf = (visitor: string | null): number => waitingOf.get(visitor) ?? 0
  const isFull = (visitor: string | null): boolean =>
    waiting >= MOST_WAITING || (visitor !== null && drawingsOf(visitor) >= MOST_OF_ONE)

  const draw = async (address: string, language: Language, visitor: string | null): Promise<T | null> => {
    waiting += 1
    waitingOf.set(visitor, drawingsOf(visitor) + 1)
    try {
      return finish(address, language, await renderer.draw(address, language, send))
    } catch (error) {
      if (isAway(error)) restUntil = now() + REST_MS
      log.warn({ err: error, address }, 'a page could not be drawn')
      return null
    } finally {
      waiting -= 1
      const left = drawingsOf(visitor) - 1
      if (left > 0) waitingOf.set(visitor, left)
      else waitingOf.delete(visitor)
    }
  }
  /** Null where it comes too late for its reader; the next ones have it. */
  const whenInTime = (address: string, page: Promise<T | null>): Promise<T | null> =>
    inTime(page).catch((error: unknown) => {
      restUntil = now() + REST_MS
      log.warn({ err: error, address }, 'a page was not drawn in time')
      return null
    })
  return {
    at: async (address, language, visitor) => {
      const key = `${language} ${address}`
      const found = kept.get(key)
      const of = epoch()
      const isUnderWay = found?.until === null
      if (isUnderWay && now() < restUntil) return null
      if (found && found.of === of && (found.until === null || now() < found.until))
        return whenInTime(address, found.page)
      // Not kept: the next reader of this page may have it drawn.
      if (isFull(visitor) || now() < restUntil) return null
      const page = draw(address, language, visitor)
      kept.delete(key)
      const drawing = { until: null as number | null, of, page }
      kept.set(key, drawing)
      void page.then(() => {
        drawing.until = now() + KEPT_MS
      })
      const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      return whenInTime(address, page)
    },
  }
}
