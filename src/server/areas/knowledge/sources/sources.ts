/** The verbs of sources: adding, syncing, pausing and removing them. What is in them is read by a job (`sync-sources.ts`). */
import type { CredentialId } from '#contract/accounts/credentials.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import {
  KNOWLEDGE,
  SOURCE,
  SOURCE_APPS,
  type SourceItemState,
  type SourceKindName,
  type SyncEvery,
} from '#contract/knowledge/knowledge-values.ts'
import type {
  KnowledgeSource,
  KnowledgeSourceId,
  KnowledgeSourceItem,
  SourcePlace,
} from '#contract/knowledge/sources.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import { lockBase } from '#server/areas/knowledge/bases/bases.store.ts'
import { type KnowledgeDb, readerOf } from '#server/areas/knowledge/bases/bases.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { type AskParts, createAsk } from './ask-source.ts'
import { SourceTrouble } from './kinds/source-kind.ts'
import { KINDS } from './kinds/source-kinds.ts'
import * as store from './sources.store.ts'

interface OfSource {
  id: KnowledgeId
  source_id: KnowledgeSourceId
}

const errorOf = (row: Pick<store.SourceRow, 'error_code' | 'error_message'>) =>
  row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' }

const NO_CONNECTION = {
  code: 'connection_removed',
  message: 'The connection was removed. Choose another one to continue. Your documents stay.',
}

function present({ error_code, error_message, ...row }: store.SourceRow): KnowledgeSource {
  return {
    ...row,
    error: row.credential === null ? NO_CONNECTION : errorOf({ error_code, error_message }),
    synced_at: row.synced_at?.toISOString() ?? null,
    next_at: row.next_at?.toISOString() ?? null,
    waits_until: row.waits_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Sources sign in with accounts of the owner of the base, so nobody else sees or changes them. @throws not_found, forbidden */
async function requireOwner(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  db: Queryable = deps.db,
): Promise<void> {
  const base = await lockBase(db, readerOf(deps, grant), id)
  if (!base) throw new AppError('not_found')
  if (base.role !== 'owner')
    throw new AppError('forbidden', { message: 'Only the owner of a knowledge base can manage its sources.' })
}

/** The newest first. @throws not_found, forbidden */
export async function listSources(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
): Promise<{ items: KnowledgeSource[] }> {
  await requireOwner(deps, grant, id)
  return { items: (await store.findSources(deps.db, grant.on, id)).map(present) }
}

async function getSource(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, source_id }: OfSource,
  db: Queryable = deps.db,
): Promise<KnowledgeSource> {
  await requireOwner(deps, grant, id, db)
  const row = await store.findSource(db, grant.on, { base: id, id: source_id })
  if (!row) throw new AppError('not_found')
  return present(row)
}

/** A connection of another person is as if it did not exist. @throws invalid_input */
async function requireConnection(
  db: Queryable,
  { on: owner }: KnowledgeGrant,
  kind: SourceKindName,
  credential: CredentialId,
): Promise<void> {
  if (!(await store.isUsable(db, owner, credential, SOURCE_APPS[kind])))
    throw fieldError('credential', `Choose a connection of your own to ${KINDS[kind].title}`)
}

interface NewSource {
  kind: SourceKindName
  credential: CredentialId
  place: string
  name?: string | undefined
  sync_every: SyncEvery
  max_documents: number
  max_megabytes: number
}

/** What is there is read in the background. @throws not_found, forbidden, invalid_input, already_exists, limit_reached, too_many_requests */
export async function addSource(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  { name, ...asked }: NewSource,
): Promise<KnowledgeSource> {
  await requireOwner(deps, grant, id)
  const { kind, credential, place } = asked
  const root = KINDS[kind].rootOf(place.trim())
  await requireConnection(deps.db, grant, kind, credential)
  await limitSyncs(deps, grant)
  const called = (name?.trim() || place.trim() || KINDS[kind].title).slice(0, SOURCE.name)
  return deps.db.transaction().execute(async (tx) => {
    if (!(await store.lockOwnBase(tx, grant.on, id))) throw new AppError('not_found')
    const source = { ...asked, base: id, place: place.trim(), name: called, root }
    if (await store.hasSource(tx, source))
      throw fieldError('place', 'This is already a source of the knowledge base.', 'already_exists')
    if ((await store.countSources(tx, id)) >= KNOWLEDGE.sources)
      throw new AppError('limit_reached', { message: `A knowledge base can have up to ${KNOWLEDGE.sources} sources.` })
    return getSource(deps, grant, { id, source_id: await store.insertSource(tx, source) }, tx)
  })
}

const limitSyncs = (deps: KnowledgeDb, grant: KnowledgeGrant): Promise<void> =>
  enforceRateLimit(
    deps.db,
    [rateLimitFor('knowledge syncs', { key: grant.on, shared: false }, KNOWLEDGE.syncs_per_hour)],
    'You’ve started many syncs',
  )

/**
 * Pauses, or continues: what waits is read, and what failed is tried again. Chooses how often it is synced, and with which connection.
 * @throws not_found, forbidden, invalid_input
 */
export async function updateSource(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, source_id }: OfSource,
  changes: { paused?: boolean | undefined; sync_every?: SyncEvery | undefined; credential?: CredentialId | undefined },
): Promise<KnowledgeSource> {
  const { paused, sync_every, credential } = changes
  return deps.db.transaction().execute(async (tx) => {
    const { kind } = await getSource(deps, grant, { id, source_id }, tx)
    const asked = { base: id, id: source_id }
    if (credential !== undefined) {
      await requireConnection(tx, grant, kind, credential)
      await store.setCredential(tx, asked, credential)
    }
    if (paused === true) await store.pauseSource(tx, asked)
    if (paused === false) await store.continueSource(tx, asked)
    if (sync_every !== undefined) await store.setSyncEvery(tx, asked, sync_every)
    return getSource(deps, grant, { id, source_id }, tx)
  })
}

/** Looks through everything again in the background; nothing changes while that is under way. @throws not_found, forbidden, too_many_requests */
export async function syncSource(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, source_id }: OfSource,
): Promise<KnowledgeSource> {
  await getSource(deps, grant, { id, source_id })
  await limitSyncs(deps, grant)
  return deps.db.transaction().execute(async (tx) => {
    await requireOwner(deps, grant, id, tx)
    await store.syncAgain(tx, { base: id, id: source_id })
    return getSource(deps, grant, { id, source_id }, tx)
  })
}

/** With its documents or without. @throws not_found, forbidden */
export async function deleteSource(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, source_id }: OfSource,
  documents: 'keep' | 'remove',
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await requireOwner(deps, grant, id, tx)
    if (!(await store.deleteSource(tx, { base: id, id: source_id }, documents))) throw new AppError('not_found')
  })
}

/** @throws not_found, forbidden */
export async function listSourceItems(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, source_id }: OfSource,
  { state = null, limit, offset }: { state?: SourceItemState | null | undefined; limit: number; offset: number },
): Promise<{ items: KnowledgeSourceItem[]; total: number; limit: number; offset: number }> {
  await getSource(deps, grant, { id, source_id })
  const { rows, total } = await store.findSourceItems(deps.db, { base: id, id: source_id }, { state, limit, offset })
  const items = rows.map(({ error_code, error_message, read_at, ...row }) => ({
    ...row,
    error: errorOf({ error_code, error_message }),
    read_at: read_at?.toISOString() ?? null,
  }))
  return { items, total, limit, offset }
}

const MOST_PLACES = 300

/** Asks the service where a source may begin. @throws not_found, forbidden, invalid_input, too_many_requests */
export async function listPlaces(
  deps: KnowledgeDb & { ask: AskParts },
  grant: KnowledgeGrant,
  id: KnowledgeId,
  { kind, credential, within }: { kind: SourceKindName; credential: CredentialId; within?: string | undefined },
  signal: AbortSignal,
): Promise<{ places: SourcePlace[]; complete: boolean }> {
  await requireOwner(deps, grant, id)
  if (within !== undefined) KINDS[kind].rootOf(within)
  await requireConnection(deps.db, grant, kind, credential)
  const limit = rateLimitFor('knowledge places', { key: grant.on, shared: false }, KNOWLEDGE.places_per_hour)
  await enforceRateLimit(deps.db, [limit], 'You’ve looked into many folders')
  try {
    const ask = createAsk(deps.ask, { kind, credential, owner: grant.on }, signal)
    const { places, complete } = await KINDS[kind].places(ask, within ?? null)
    const short = places.filter(({ place }) => place.length <= SOURCE.place).slice(0, MOST_PLACES)
    return { places: short, complete: complete && short.length === places.length }
  } catch (error) {
    if (!(error instanceof SourceTrouble)) throw error
    throw fieldError(error.type === 'connection' ? 'credential' : 'place', error.message)
  }
}
