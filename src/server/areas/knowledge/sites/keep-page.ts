/** What becomes of one page of a site: a document, a new version of the document that it was, or none. */
import { AppError } from '#contract/core/errors.ts'
import type { HttpResponse } from '#nodes/ports.ts'
import {
  isMissing,
  isUnchanged,
  pageOf,
  refusalOf,
  request,
  type WebPage,
} from '#server/areas/knowledge/addresses/read-page.ts'
import { type KnowledgeGrant, readerAddsPages } from '#server/areas/knowledge/bases/bases.policy.ts'
import { hasAddress, updateFingerprint } from '#server/areas/knowledge/documents/documents.store.ts'
import {
  addStored,
  type NewFile,
  replaceStored,
  requireWriter,
  streamOf,
} from '#server/areas/knowledge/documents/documents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type PageLinks, readLinks } from './page-links.ts'
import * as store from './reading.store.ts'
import type { Rules } from './robots.ts'
import { addressOfLink, isInScope } from './scope.ts'
import { elsewhere, forbidden, inTurn, Moved, mostFound, NotKept, Superseded, type Turn, toldOf } from './turn.ts'

const NO_LINKS: PageLinks = { links: [], base: null, canonical: null, noindex: false, nofollow: false }

/**
 * Reads a page and stores what became of it. Whatever else goes wrong with a page that is a document, its earlier content still answers.
 * @throws NotKept, Moved, Superseded, AppError
 */
export async function keepPage(turn: Turn, page: store.SitePage, rules: Rules): Promise<void> {
  const { parts, site, signal } = turn
  const follow = (to: URL) => {
    if (!isInScope(site, to)) throw page.depth === 0 && !site.has_documents ? new Moved(to) : elsewhere()
    if (!rules.allows(to)) throw forbidden()
  }
  const { url, response } = await request(parts.web, new URL(page.url), signal, { follow, known: page.document })
  if (isMissing(response)) return inTurn(turn, (tx) => missPage(tx, turn, page, response))
  if (isUnchanged(response, page.document)) return inTurn(turn, (tx) => store.finishPage(tx, page, READ))
  const read = pageOf(url, response)
  const links = read.html === null ? NO_LINKS : readLinks(read.html, response.headers['x-robots-tag'])
  const refused = await whyNotKept(turn, page, read, { links, rules })
  const found = refused?.code === 'same_content' ? [] : linksOf(turn, page, links, url)
  const stored = refused || isSame(page, read) || isOfPerson(page) ? null : await storePage(turn, read)
  await inTurn(turn, async (tx) => {
    if (refused) await dropPage(tx, turn, page, refused)
    else if (stored) await putPage(tx, turn, page, { read, stored })
    else await keepAsIs(tx, page, read)
    await store.addPages(tx, site, found, { kind: 'page', depth: page.depth + 1, most: mostFound(site) })
  })
}

const READ = { state: 'read', error: null } as const

/** A person removed or replaced its document: it is read for its links. */
const isOfPerson = ({ content_hash, document }: store.SitePage): boolean => content_hash !== null && document === null

const isSame = ({ document }: store.SitePage, { url, content_hash }: WebPage): boolean =>
  document !== null && document.url === url && document.content_hash === content_hash

async function keepAsIs(tx: Queryable, page: store.SitePage, read: WebPage): Promise<void> {
  if (page.document) await updateFingerprint(tx, page.document.id, read)
  await store.finishPage(tx, page, READ)
}

function linksOf(
  { parts, site }: Turn,
  page: store.SitePage,
  { links, base, canonical, nofollow }: PageLinks,
  url: URL,
) {
  const from = (base !== null && URL.parse(base, url.href)) || url
  const all = canonical === null ? links : [canonical, ...links]
  if (nofollow || page.depth >= site.depth_limit) return []
  return [...new Set(all.flatMap((one) => addressOfLink(site, parts.web.allow, one, from)?.href ?? []))]
}

const PENDING: readonly (string | null)[] = [null, 'waiting', 'read']

/** Redirects, the address the page wants to be known by, and pages with the same text. */
async function whyNotKept(
  { parts, site }: Turn,
  page: store.SitePage,
  { url, content_hash }: WebPage,
  { links, rules }: { links: PageLinks; rules: Rules },
): Promise<NotKept | null> {
  const { db } = parts
  if (url !== page.url && (await store.findOther(db, site, page, url)) !== null)
    return new NotKept('duplicate', 'redirects', `Leads to ${url}`)
  if (links.noindex) return new NotKept('skipped', 'noindex', 'The page asks not to be kept by programs.')
  const at = new URL(url)
  const canonical = links.canonical === null ? null : addressOfLink(site, parts.web.allow, links.canonical, at)
  const isOther = canonical !== null && canonical.href !== url && canonical.href !== page.url
  const isFound = isOther && !links.nofollow && page.depth < site.depth_limit && rules.allows(canonical)
  // Of pages that name each other, one is kept.
  if (isFound && PENDING.includes(await store.findOther(db, site, page, canonical.href)))
    return new NotKept('duplicate', 'canonical', `Another address of ${canonical.href}`)
  const same = await store.findSameContent(db, site, content_hash)
  return same === null ? null : new NotKept('duplicate', 'same_content', `The same text as ${same}`)
}

/** Kept for an hour, unless it becomes a document. */
const storePage = ({ parts, site }: Turn, { name, bytes }: WebPage): Promise<NewFile> =>
  parts.files.store(site.owner_id, { name, mime: '', stream: streamOf(bytes) })

const alreadyAdded = () => new NotKept('duplicate', 'already_added', 'The page is already in the knowledge base.')

const grantOf = ({ site }: Turn): KnowledgeGrant => {
  if (site.added_by === null) throw new Superseded()
  return readerAddsPages(site.added_by)
}

/** Adds the page as a document, or replaces the one that it is: the old index answers until the new one is made. */
async function putPage(
  tx: Queryable,
  turn: Turn,
  page: store.SitePage,
  { read, stored }: { read: WebPage; stored: NewFile },
): Promise<void> {
  const { parts, site } = turn
  const { url, content_hash } = read
  if (await hasAddress(tx, site.base_id, url, page.document?.id)) return dropPage(tx, turn, page, alreadyAdded())
  const file = { file: stored, source: read }
  if (page.document === null) {
    const { id } = await addStored(tx, parts, grantOf(turn), site.base_id, file)
    return store.finishPage(tx, page, { ...READ, url, content_hash, document_id: id })
  }
  const asked = { id: site.base_id, document_id: page.document.id }
  const isReplaced = await replaceStored(tx, parts, grantOf(turn), asked, file)
  // Otherwise a person took it away meanwhile.
  await store.finishPage(tx, page, isReplaced ? { ...READ, url, content_hash } : READ)
}

/** The page is no document of its own any more. */
async function dropPage(
  tx: Queryable,
  turn: Turn,
  page: store.SitePage,
  { state, code, message }: { state: 'gone' | NotKept['state']; code: string; message: string },
): Promise<void> {
  const error = { code, message }
  // What a person removed does not come back when the page does.
  if (state !== 'gone' && isOfPerson(page)) return store.finishPage(tx, page, { state, error })
  if (page.document) {
    await requireWriter(turn.parts, grantOf(turn), turn.site.base_id, tx)
    await store.removeDocumentOf(tx, turn.site, page)
  }
  const { missed_in } = page
  await store.finishPage(tx, page, { state, error, content_hash: null, document_id: null, missed_in })
}

const GONE = {
  state: 'gone',
  code: 'gone',
  message: 'There was no page at this address at two readings in a row, so its document was removed.',
} as const

/** Gone at the second reading that misses it: websites are often broken for a while. Trying again within a reading doesn’t count. */
async function missPage(tx: Queryable, turn: Turn, page: store.SitePage, response: HttpResponse): Promise<void> {
  const { site } = turn
  const isSecond = page.missed_in !== null && page.missed_in < site.reading
  // What never was a document is a dead link, however often it is tried.
  if (isSecond && page.content_hash !== null) return dropPage(tx, turn, page, GONE)
  const why = refusalOf(response)
  const error = why instanceof AppError ? toldOf(why) : null
  await store.finishPage(tx, page, { state: 'failed', error, missed_in: page.missed_in ?? site.reading })
}
