/**
 * Reads sites, a page at a time. Each turn claims a site and its host under a lease, and what it stores asks whether the lease is still its
 * own: a process that dies loses the page it was at, and no page is added twice.
 */
import { AppError } from '#contract/core/errors.ts'
import type { HttpResponse } from '#nodes/ports.ts'
import { request } from '#server/areas/knowledge/addresses/read-page.ts'
import { readerAddsPages } from '#server/areas/knowledge/bases/bases.policy.ts'
import { requireWriter } from '#server/areas/knowledge/documents/documents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type ClaimFrom, workInLanes } from '#server/platform/jobs/lanes.ts'
import { keepPage } from './keep-page.ts'
import { readSitemap } from './page-links.ts'
import * as store from './reading.store.ts'
import { beginDue } from './readings.store.ts'
import { type Rules, readRules, rulesForUs } from './robots.ts'
import { addressOfLink, scopeOf } from './scope.ts'
import { sitemapText } from './sitemap-text.ts'
import {
  elsewhere,
  forbidden,
  inTurn,
  isShort,
  keepNothing,
  MOST_SITEMAPS,
  Moved,
  mostFound,
  NotKept,
  type SiteParts,
  Superseded,
  type Turn,
  toldOf,
} from './turn.ts'

/** For all requests of a turn: shorter than its lease. */
const TURN_MS = 90_000
const LONGEST_DELAY_MS = 3_600_000
const MOST_ATTEMPTS = 3
const MOST_MOVES = 5
const MOST_SITEMAP_URLS = 3000

/** Reads sites until none may be asked now. @returns how many turns there were */
export async function readSites(parts: SiteParts, signal: AbortSignal): Promise<number> {
  await parts.db.transaction().execute(beginDue)
  const claim = (from: ClaimFrom) => parts.db.transaction().execute((tx) => store.claimSite(tx, from))
  const turns = await workInLanes({ claim, work: (site) => takeTurn(parts, site, signal) }, signal)
  if (turns === 0) await store.forgetFreeHosts(parts.db)
  return turns
}

async function takeTurn(parts: SiteParts, site: store.ClaimedSite, signal: AbortSignal): Promise<void> {
  const turn: Turn = { parts, site, signal: AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]) }
  let wait_ms = parts.delay_ms
  try {
    const grant = site.added_by && readerAddsPages(site.added_by)
    if (grant) await requireWriter(parts, grant, site.base_id)
    else throw new AppError('forbidden')
    wait_ms = site.robots === null ? await readRobots(turn) : await readNext(turn, site.robots)
  } catch (error) {
    if (!(error instanceof Superseded) && !signal.aborted) await endBadly(turn, error)
  } finally {
    await store.endTurn(parts.db, site, Math.min(wait_ms, LONGEST_DELAY_MS))
  }
}

/** What ends the site: the access of its person, the storage or the documents are used up, or something of ours is wrong. */
async function endBadly(turn: Turn, error: unknown): Promise<void> {
  const { parts, site } = turn
  const noAccess = error instanceof AppError && (error.code === 'forbidden' || error.code === 'not_found')
  const ends = noAccess
    ? { code: 'forbidden', message: 'The person who added this website can no longer change the knowledge base.' }
    : error instanceof AppError
      ? toldOf(error)
      : { code: 'read_failed', message: 'The website couldn’t be read. Try again later.' }
  if (!(error instanceof AppError)) {
    parts.log.warn({ err: error, site: site.id }, 'a site of knowledge could not be read')
    if (site.attempts + 1 < MOST_ATTEMPTS) return inTurn(turn, (tx) => store.countAttempt(tx, site)).catch(unlessGone)
  }
  await inTurn(turn, (tx) => store.endSite(tx, site, ends)).catch(unlessGone)
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Superseded)) throw error
}

/** @returns how long the host is left alone, in ms */
async function readRobots(turn: Turn): Promise<number> {
  const { parts, site, signal } = turn
  const address = new URL('/robots.txt', site.origin)
  let response: HttpResponse
  let redirects = false
  const follow = () => {
    redirects = true
  }
  try {
    response = (await request(parts.web, address, signal, { follow })).response
    if (response.status === 429 || response.status >= 500) throw tryLater(NO_ROBOTS)
  } catch (error) {
    // A server that fails may have rules, and a redirect that leads nowhere has none (RFC 9309, 2.3.1).
    if (isTimeout(error)) return robotsLater(turn, NO_ROBOTS)
    if (!(error instanceof AppError)) throw error
    if (error.retryAfter !== null) return robotsLater(turn, toldOf(error).message)
    return redirects ? storeRobots(turn, '') : refuseSite(turn, error)
  }
  const text = response.status === 200 ? Buffer.from(response.bytes ?? []).toString('utf8') : ''
  return storeRobots(turn, rulesForUs(text))
}

/** What is wrong with robots.txt is wrong with every page: no such host, a private address. */
const refuseSite = async (turn: Turn, error: AppError): Promise<number> => {
  await inTurn(turn, (tx) => store.endSite(tx, turn.site, toldOf(error)))
  return turn.parts.delay_ms
}

async function robotsLater(turn: Turn, message: string): Promise<number> {
  const { site } = turn
  const ends = site.attempts + 1 >= MOST_ATTEMPTS
  await inTurn(turn, (tx) =>
    ends ? store.endSite(tx, site, { code: 'robots_unreadable', message }) : store.countAttempt(tx, site),
  )
  return LATER_MS
}
const LATER_MS = 30_000
const NO_ROBOTS = 'The website’s robots.txt can’t be read, so its pages aren’t either. Try again later.'

async function storeRobots(turn: Turn, text: string): Promise<number> {
  const { parts, site } = turn
  const rules = readRules(site.origin, text)
  const named = rules.sitemaps.flatMap((one) => URL.parse(one, site.origin) ?? [])
  const usual = new URL('/sitemap.xml', site.origin)
  const sitemaps = (named.length > 0 ? named : [usual]).filter((one) => one.origin === site.origin)
  await inTurn(turn, async (tx) => {
    await store.storeRobots(tx, site, text)
    const urls = site.depth_limit === 0 ? [] : sitemaps.map(({ href }) => href)
    await store.addPages(tx, site, urls.filter(isShort), { kind: 'sitemap', depth: 1, most: mostFound(site) })
  })
  return Math.max(parts.delay_ms, rules.delay_ms)
}

/** Reads the next page that may be read; those that may not cost no request. @returns as {@link readRobots} */
async function readNext(turn: Turn, robots: string): Promise<number> {
  const { parts, site, signal } = turn
  const rules = readRules(site.origin, robots)
  const delay = Math.max(parts.delay_ms, rules.delay_ms)
  while (!signal.aborted) {
    if ((await store.countRead(parts.db, site)) >= site.page_limit) await inTurn(turn, (tx) => skipRest(tx, site))
    const page = await store.findNextPage(parts.db, site)
    if (page === null) return endWell(turn)
    const isAllowed = rules.allows(new URL(page.url))
    if (isAllowed) return Math.max(delay, await readOne(turn, page, rules))
    await inTurn(turn, (tx) => keepNothing(tx, page, forbidden()))
  }
  return delay
}

const skipRest = (tx: Queryable, site: store.ClaimedSite): Promise<void> =>
  store.skipWaiting(tx, site, { code: 'page_limit', message: `The limit of ${site.page_limit} pages was reached.` })

async function endWell(turn: Turn): Promise<number> {
  const { site } = turn
  await inTurn(turn, async (tx) => {
    const error = (await store.hasRead(tx, site)) ? null : await store.findFirstError(tx, site)
    await store.endSite(tx, site, error)
  })
  return 0
}

/** @returns how long the host asked to be left alone, in ms; 0 where it did not */
async function readOne(turn: Turn, page: store.SitePage, rules: Rules): Promise<number> {
  const { site } = turn
  try {
    if (page.kind === 'sitemap') await followSitemap(turn, page, rules)
    else await keepPage(turn, page, rules)
    return 0
  } catch (error) {
    if (error instanceof NotKept) await inTurn(turn, (tx) => keepNothing(tx, page, error))
    else if (error instanceof Moved) await move(turn, page, error.to)
    else if (error instanceof AppError && !ENDS_SITE.has(error.code)) return failPage(turn, page, error)
    else if (isTimeout(error)) return failPage(turn, page, tryLater('The website took too long to answer.'))
    else if (error instanceof Superseded || turn.signal.aborted || error instanceof AppError) throw error
    else {
      turn.parts.log.warn({ err: error, site: site.id }, 'a page of a site could not be read')
      return failPage(turn, page, tryLater('The page couldn’t be read. Try again later.'))
    }
    return 0
  }
}

const tryLater = (message: string): AppError => new AppError('unavailable', { message, retryAfter: LATER_MS / 1000 })

const ENDS_SITE: ReadonlySet<string> = new Set(['plan_limit', 'limit_reached', 'forbidden', 'not_found'])
const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

async function failPage(turn: Turn, page: store.SitePage, error: AppError): Promise<number> {
  const isOver = error.retryAfter === null || page.attempts + 1 >= MOST_ATTEMPTS
  await inTurn(turn, (tx) =>
    isOver ? store.finishPage(tx, page, { state: 'failed', error: toldOf(error) }) : store.postponePage(tx, page),
  )
  return isOver ? 0 : (error.retryAfter ?? 0) * 1000
}

async function move(turn: Turn, page: store.SitePage, url: URL): Promise<void> {
  const { site } = turn
  if (site.moves >= MOST_MOVES) return inTurn(turn, (tx) => keepNothing(tx, page, elsewhere()))
  await inTurn(turn, (tx) => store.moveSite(tx, site, page, { url, scope: scopeOf(url) }))
}

async function followSitemap(turn: Turn, page: store.SitePage, rules: Rules): Promise<void> {
  const { parts, site, signal } = turn
  const follow = (to: URL) => {
    if (to.origin !== site.origin) throw elsewhere()
    if (!rules.allows(to)) throw forbidden()
  }
  const { url, response } = await request(parts.web, new URL(page.url), signal, { follow })
  const xml = response.status === 200 ? await sitemapText(Buffer.from(response.bytes ?? [])) : ''
  const { pages, sitemaps } = readSitemap(xml, MOST_SITEMAP_URLS)
  const found = pages.flatMap((one) => addressOfLink(site, parts.web.allow, one, url)?.href ?? [])
  const further = sitemaps
    .flatMap((one) => URL.parse(one)?.href ?? [])
    .filter((one) => one.startsWith(`${site.origin}/`))
  await inTurn(turn, async (tx) => {
    await store.addPages(tx, site, found, { kind: 'page', depth: 1, most: mostFound(site) })
    if (page.depth < 2)
      await store.addPages(tx, site, further.filter(isShort).slice(0, MOST_SITEMAPS), {
        ...{ kind: 'sitemap', depth: page.depth + 1, most: mostFound(site) },
      })
    await store.finishPage(tx, page, { state: 'read', error: null })
  })
}
