/**
 * The chain of hashes over the audit log ([0260](../../../../../docs/decisions/0260-audit-chain.md)): a job seals new entries, another one
 * walks the chain in slices and says where it is not as it was written.
 */

import { createHash } from 'node:crypto'
import type { AuditChain } from '#contract/admin/audit.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/logger.ts'
import type { AuditGrant } from './audit.policy.ts'
import * as store from './chain.store.ts'

const FIRST: Buffer = Buffer.alloc(32)

const hashAfter = (previous: Buffer, text: string): Buffer =>
  createHash('sha256').update(previous).update(text, 'utf8').digest()

const SEALED_AT_ONCE = 500

async function sealSlice(tx: Queryable): Promise<number> {
  if (!(await store.lockChain(tx))) return 0
  const [{ position, hash }, entries] = [await store.findState(tx), await store.findUnsealed(tx, SEALED_AT_ONCE)]
  let previous: Buffer = Buffer.from(hash, 'hex')
  const links = entries.map(({ id, text }, at) => {
    previous = hashAfter(previous, text)
    return { id, position: position + at + 1, hash: previous }
  })
  await store.insertLinks(tx, links)
  return links.length
}

/** Adds the entries that wait to the chain, in the order of their ids. Where the chain ends is logged, so that it is known outside of the database. */
export async function sealAuditLog(db: Database, log: Pick<Log, 'info'>): Promise<void> {
  if (!(await store.hasUnsealed(db))) return
  for (let sealed = SEALED_AT_ONCE; sealed === SEALED_AT_ONCE; ) {
    sealed = await db.transaction().execute(sealSlice)
    if (sealed === 0) return
    const { position, hash } = await store.findState(db)
    log.info({ position, hash }, 'entries of the audit log were sealed')
  }
}

/** The first link of these that doesn't follow from the one before it. @param before the link before them; null at the beginning */
function findBrokenLink(before: store.LinkRow | null, links: readonly store.LinkRow[]): store.Break | null {
  let [position, hash] = [before?.position ?? 0, before?.hash ?? FIRST]
  for (const link of links) {
    if (link.position !== position + 1) return { position: position + 1, entry_id: null, why: 'link_removed' }
    if (link.text === null) return { position: link.position, entry_id: link.entry_id, why: 'entry_removed' }
    if (!hashAfter(hash, link.text).equals(link.hash))
      return { position: link.position, entry_id: link.entry_id, why: 'changed' }
    ;[position, hash] = [link.position, link.hash]
  }
  return null
}

interface Slice {
  broken: store.Break | null
  /** The last position that was looked at. */
  last: number
  isEnd: boolean
}

/** Reads the links after a position. Changes nothing. */
export async function checkSlice(db: Queryable, after: number, most: number): Promise<Slice> {
  // What is sealed meanwhile is not missing at the end.
  const state = await store.findState(db)
  const rows = await store.findLinks(db, Math.max(after, 1), after === 0 ? most : most + 1)
  const before = after === 0 ? null : (rows.find(({ position }) => position === after) ?? null)
  const links = rows.filter(({ position }) => position > after)
  const last = links.at(-1)?.position ?? after
  const isEnd = links.length < most
  const slice = { last, isEnd }
  if (after > 0 && before === null && after <= state.position)
    return { ...slice, broken: { position: after, entry_id: null, why: 'link_removed' } }
  const broken = findBrokenLink(before, links)
  if (broken !== null) return { ...slice, broken }
  if (isEnd && last < state.position)
    return { ...slice, broken: { position: last + 1, entry_id: null, why: 'end_removed' } }
  const ids = rows.map(({ entry_id }) => entry_id).toSorted()
  const loose = await store.findLoose(db, after === 0 ? null : (ids[0] ?? null), isEnd ? null : (ids.at(-1) ?? null))
  return { ...slice, broken: loose === null ? null : { position: last, entry_id: loose, why: 'unsealed' } }
}

const CHECKED_AT_ONCE = 10_000

/** Checks a slice and notes what it found. @returns what is wrong, and where to continue; null at the end */
async function checkAndNote(
  db: Queryable,
  after: number,
): Promise<{ broken: store.Break | null; next: number | null }> {
  const { broken, last, isEnd } = await checkSlice(db, after, CHECKED_AT_ONCE)
  if (broken !== null) await store.storeBreak(db, broken)
  else await store.clearBreak(db, after === 0 ? 0 : after + 1, isEnd ? Number.MAX_SAFE_INTEGER : last)
  if (isEnd) await store.storeChecked(db)
  return { broken, next: isEnd ? null : last }
}

/** Checks the next slice of the chain, and begins again at the end. What is wrong is in the log each time it is found. */
export async function checkAuditLog(db: Queryable, log: Pick<Log, 'error'>): Promise<void> {
  const { next_check } = await store.findState(db)
  const { broken, next } = await checkAndNote(db, next_check)
  if (broken !== null) log.error({ ...broken }, 'the audit log is not as it was written')
  await store.storeNextCheck(db, next ?? 0)
}

const iso = (date: Date | null) => date?.toISOString() ?? null

export async function describeChain(db: Queryable, _grant: AuditGrant): Promise<AuditChain> {
  const [state, since] = await Promise.all([store.findState(db), store.findSince(db)])
  const { broken_position: position, broken_why: why, broken_found_at: found_at } = state
  return {
    since: iso(since),
    sealed: state.position,
    head: state.position === 0 ? null : state.hash,
    checked_at: iso(state.checked_at),
    broken:
      position === null || why === null || found_at === null
        ? null
        : { position, entry_id: state.broken_entry, why, found_at: found_at.toISOString() },
  }
}

/** One slice at the request of an admin, who asks on until the end. */
export async function checkChain(db: Queryable, grant: AuditGrant, after: number) {
  const { next } = await checkAndNote(db, after)
  return { chain: await describeChain(db, grant), next }
}
