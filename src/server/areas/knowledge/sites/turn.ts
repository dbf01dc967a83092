/** One turn of reading a site: what it works with, and how a page can end. */
import type { AppError } from '#contract/core/errors.ts'
import { KNOWLEDGE, SITE } from '#contract/knowledge/knowledge-values.ts'
import type { WebParts } from '#server/areas/knowledge/addresses/read-page.ts'
import type { DocumentDeps } from '#server/areas/knowledge/documents/documents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import * as store from './reading.store.ts'

export interface SiteParts extends DocumentDeps {
  web: WebParts
  /** The shortest time between two requests to one host. */
  delay_ms: number
  log: WarningLog
}

/** Why a page is no document of its own. */
export class NotKept extends Error {
  readonly state: 'duplicate' | 'skipped'
  readonly code: string
  constructor(state: 'duplicate' | 'skipped', code: string, message: string) {
    super(message)
    this.state = state
    this.code = code
  }
}
export class Moved extends Error {
  readonly to: URL
  constructor(to: URL) {
    super('The first page of the site is elsewhere')
    this.to = to
  }
}
/** The site was stopped or removed, or another process has it. */
export class Superseded extends Error {}

export const forbidden = () =>
  new NotKept('skipped', 'robots_forbid', 'The website’s robots.txt doesn’t allow programs to read this page.')

export interface Turn {
  parts: SiteParts
  site: store.ClaimedSite
  signal: AbortSignal
}

/** Runs under the lock of the site. @throws Superseded */
export const inTurn = <T>({ parts, site }: Turn, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  parts.db.transaction().execute(async (tx) => {
    if (!(await store.lockTurn(tx, site))) throw new Superseded()
    return work(tx)
  })

export const toldOf = (error: AppError): { code: string; message: string } => {
  const [{ code, message } = { code: error.code, message: error.message }] = error.problems
  return { code: code ?? error.code, message }
}

export const elsewhere = () =>
  new NotKept('skipped', 'leads_elsewhere', 'The page leads to another website, or out of this part of it.')

export const isShort = (url: string): boolean => url.length <= KNOWLEDGE.address
export const mostFound = ({ page_limit }: store.ClaimedSite): number => page_limit * SITE.found + MOST_SITEMAPS
export const MOST_SITEMAPS = 20

/** A document that the page was before stays. */
export const keepNothing = (tx: Queryable, page: store.SitePage, { state, code, message }: NotKept): Promise<void> =>
  store.finishPage(tx, page, { state, error: { code, message } })
