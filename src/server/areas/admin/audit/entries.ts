/** Reading the audit log: pages of it, and exports of any size. */
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { AuditEntry, AuditEntryId, AuditFilter } from '#contract/admin/audit.ts'
import { toCsv } from '#contract/core/csv.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { AuditGrant } from './audit.policy.ts'
import { findState } from './chain.store.ts'
import { changesOf } from './changes.ts'
import { type EntryFilter, type EntryRow, findActions, findEntries, findUserByEmail } from './entries.store.ts'

const DELETED = 'Deleted user'

function targetOf({ target_id, target_user, target_agent }: EntryRow): AuditEntry['target'] {
  if (target_id === null) return null
  const kind = target_user !== null ? 'user' : target_agent !== null ? 'agent' : 'other'
  return { id: target_id, name: target_user ?? target_agent, kind }
}

const presentEntry = (row: EntryRow): AuditEntry => ({
  id: row.id,
  at: row.created_at.toISOString(),
  actor: { id: row.actor_id, name: row.actor_name ?? DELETED, email: row.actor_email },
  action: row.action,
  target: targetOf(row),
  reason: row.reason,
  address: row.address,
  changes: changesOf(row.details),
  position: row.position,
  hash: row.hash,
})

/** The filter with its person as an id; null when nobody has this address, so that nothing matches. */
async function resolve(db: Queryable, { person, ...rest }: AuditFilter): Promise<EntryFilter | null> {
  if (person === undefined || person === '') return { ...rest, person: null }
  if (z.uuid().safeParse(person).success) return { ...rest, person }
  const id = await findUserByEmail(db, person)
  return id === null ? null : { ...rest, person: id }
}

/** Newest first. */
export async function listEntries(
  db: Queryable,
  _grant: AuditGrant,
  { after, limit, ...filter }: AuditFilter & { after?: AuditEntryId | undefined; limit: number },
): Promise<{ items: AuditEntry[]; next: AuditEntryId | null }> {
  const found = await resolve(db, filter)
  const rows = found === null ? [] : await findEntries(db, found, { after: after ?? null, limit: limit + 1 })
  const items = rows.slice(0, limit).map(presentEntry)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export const listActions = async (db: Queryable, _grant: AuditGrant) => ({ actions: await findActions(db) })

const SLICE = 1000

/** All entries of the filter, newest first, a few at a time: no connection is held while the reader takes them. */
async function* readSlices(db: Queryable, filter: EntryFilter | null): AsyncGenerator<AuditEntry[]> {
  if (filter === null) return
  for (let after: AuditEntryId | null = null; ; ) {
    const rows: EntryRow[] = await findEntries(db, filter, { after, limit: SLICE })
    if (rows.length > 0) yield rows.map(presentEntry)
    const last = rows.at(-1)
    if (rows.length < SLICE || last === undefined) return
    after = last.id
  }
}

const HEADER = [
  'time',
  'actor_id',
  'actor',
  'actor_email',
  'action',
  'target_id',
  'target',
  'reason',
  'address',
  'changes',
  'position',
  'hash',
]

const describe = ({ name, before, after }: AuditEntry['changes'][number]): string =>
  `${name === null ? '' : `${name}: `}${before === null ? '' : `${before} → `}${after ?? ''}`

const cellsOf = (entry: AuditEntry) => [
  entry.at,
  entry.actor.id,
  entry.actor.name,
  entry.actor.email,
  entry.action,
  entry.target?.id ?? null,
  entry.target?.name ?? null,
  entry.reason,
  entry.address,
  entry.changes.map(describe).join('; '),
  entry.position,
  entry.hash,
]

async function* writeCsv(slices: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  // A byte order mark, without which spreadsheets take the text for Latin-1.
  yield `\uFEFF${toCsv([HEADER])}`
  for await (const entries of slices) yield toCsv(entries.map(cellsOf))
}

async function* writeJson(head: JsonObject, slices: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`
  let separator = '\n'
  for await (const entries of slices) {
    yield separator + entries.map((entry) => JSON.stringify(entry)).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Everything that the filter finds, as a file. Entries written after it began are not in it. */
export async function exportEntries(
  db: Queryable,
  { on: by }: AuditGrant,
  { format, ...filter }: AuditFilter & { format: 'csv' | 'json' },
): Promise<{ name: string; mime: string; body: Readable }> {
  const found = await resolve(db, filter)
  const state = await findState(db)
  const now = new Date()
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as JsonObject
  await insertAudit(db, {
    actor_id: by,
    action: 'audit.export',
    target_id: by,
    reason: null,
    details: { format, ...asked },
  })
  const head = { exported_at: now.toISOString(), filter: asked, sealed: state.position, head: state.hash }
  const slices = readSlices(db, found && { ...found, to: found.to ?? now.toISOString() })
  const text = format === 'csv' ? writeCsv(slices) : writeJson(head, slices)
  return {
    name: `audit-log-${now.toISOString().slice(0, 10)}.${format}`,
    mime: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    body: Readable.from(text, { objectMode: false }),
  }
}
