/** The verbs of knowledge bases: making, changing, sharing and deleting them. Sharing reveals nothing about which accounts exist. */

import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { KnowledgeBase, KnowledgeDetail, KnowledgeId } from '#contract/knowledge/bases.ts'
import { KNOWLEDGE, type KnowledgeAccess } from '#contract/knowledge/knowledge-values.ts'
import { say } from '#contract/phrases/phrases.ts'
import { NodeError } from '#nodes/node.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { Reader } from './access.store.ts'
import type { KnowledgeGrant } from './bases.policy.ts'
import * as store from './bases.store.ts'
import { findOpenings } from './examples.store.ts'
import { examplesFrom } from './examples.ts'
import { embedBy, type OutsideEmbedding, type OutsideModels } from './outside-embedding.ts'

const TRY_MS = 15_000

export interface KnowledgeDb {
  db: Database
  /** Whether addresses can be confirmed here. */
  askProof: boolean
}

export const readerOf = ({ askProof }: Pick<KnowledgeDb, 'askProof'>, grant: KnowledgeGrant): Reader => ({
  user: grant.on,
  askProof,
})

const present = ({ updated_at, ...row }: store.BaseRow): KnowledgeBase => ({
  ...row,
  updated_at: updated_at.toISOString(),
})

export async function listBases(deps: KnowledgeDb, grant: KnowledgeGrant): Promise<{ items: KnowledgeBase[] }> {
  const rows = await store.findBases(deps.db, readerOf(deps, grant))
  return { items: rows.map(present) }
}

/** @throws not_found, also for a foreign one */
export async function getBase(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  db: Queryable = deps.db,
): Promise<KnowledgeDetail> {
  const row = await store.findBase(db, readerOf(deps, grant), id)
  if (!row) throw new AppError('not_found')
  const shares = await store.findShares(db, grant.on, id)
  const embedding = await store.findEmbedding(db, grant.on, id)
  const examples = examplesFrom(await findOpenings(db, id))
  return { ...present(row), shares: shares.map((one) => ({ ...one, at: one.at.toISOString() })), embedding, examples }
}

async function refuseName(tx: Queryable, owner: UserId, name: string, except: KnowledgeId | null): Promise<void> {
  if (await store.hasName(tx, owner, name, except))
    throw fieldError('name', 'You already have a knowledge base with this name', 'already_exists')
}

/** What is refused before anything is read or stored for a new base. @throws already_exists, invalid_input */
export async function checkNewBase(deps: KnowledgeDb, grant: KnowledgeGrant, fields: store.BaseFields): Promise<void> {
  refuseOverlap(fields)
  await refuseName(deps.db, grant.on, fields.name, null)
}

/**
 * @param fill adds what the base begins with; where it throws, there is no base
 * @throws already_exists, invalid_input, limit_reached
 */
export async function createBase(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  fields: store.BaseFields,
  fill: (tx: Queryable, id: KnowledgeId) => Promise<unknown> = async () => {},
): Promise<KnowledgeDetail> {
  refuseOverlap(fields)
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await refuseName(tx, grant.on, fields.name, null)
    const most = KNOWLEDGE.per_owner
    const id = await store.insertBase(tx, grant.on, fields, most)
    if (id === null)
      throw new AppError('limit_reached', { message: `An account can have up to ${most} knowledge bases.` })
    await fill(tx, id)
    return getBase(deps, grant, id, tx)
  })
}

function refuseOverlap({ chunk_chars, overlap_chars }: Pick<store.BaseFields, 'chunk_chars' | 'overlap_chars'>): void {
  if (overlap_chars * 2 > chunk_chars) throw fieldError('overlap_chars', 'The overlap can be up to half of a chunk')
}

type AskedEmbedding = Parameters<OutsideModels['resolve']>[1]

/** Asks the model for one vector, so that what is wrong with it is told before anything changes. @throws invalid_input */
async function tryEmbedding(
  { resolve, embed }: OutsideModels,
  owner: UserId,
  asked: AskedEmbedding | null,
): Promise<{ embedding: OutsideEmbedding | null; length: number | null }> {
  if (asked === null) return { embedding: null, length: null }
  try {
    const embedding = await resolve(owner, asked)
    const options = { signal: AbortSignal.timeout(TRY_MS), length: null }
    const { length } = await embedBy(embed, owner, embedding, ['What is this text about?'], options)
    return { embedding, length }
  } catch (error) {
    if (error instanceof NodeError) throw fieldError('embedding', error.message)
    if (error instanceof Error && error.name === 'TimeoutError')
      throw fieldError('embedding', 'The embedding model did not answer in time. Try again, or choose another one.')
    throw error
  }
}

type Changes = { embedding?: AskedEmbedding | null | undefined } & {
  [Key in keyof store.BaseFields]?: store.BaseFields[Key] | undefined
}

/** New chunk settings are used when documents are indexed the next time; another embedding model indexes them now. @throws not_found, also for one that is shared; already_exists, invalid_input */
export async function updateBase(
  deps: KnowledgeDb & { outside: OutsideModels },
  grant: KnowledgeGrant,
  id: KnowledgeId,
  changes: Changes,
): Promise<KnowledgeDetail> {
  const own = (await store.findBase(deps.db, readerOf(deps, grant), id))?.role === 'owner'
  if (!own) throw new AppError('not_found')
  const tried = changes.embedding === undefined ? null : await tryEmbedding(deps.outside, grant.on, changes.embedding)
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const { name = null, description = null, language = null, chunk_chars = null, overlap_chars = null } = changes
    if (name !== null) await refuseName(tx, grant.on, name, id)
    const fields = { name, description, language, chunk_chars, overlap_chars }
    if (!(await store.updateBase(tx, grant.on, id, fields))) throw new AppError('not_found')
    if (tried && !(await store.updateEmbedding(tx, grant.on, id, tried.embedding, tried.length)))
      throw new AppError('not_found')
    const updated = await getBase(deps, grant, id, tx)
    refuseOverlap(updated)
    return updated
  })
}

/** With its documents and their files. @throws not_found, also for one that is shared */
export async function deleteBase(deps: KnowledgeDb, grant: KnowledgeGrant, id: KnowledgeId): Promise<void> {
  if (!(await store.deleteBase(deps.db, grant.on, id))) throw new AppError('not_found')
}

/**
 * Gives an address access to a base, changes it or takes it back. An account with the address is told, once it has confirmed it where that
 * is possible; the caller sees no difference when there is none.
 * @throws not_found, also for one that is shared; limit_reached, too_many_requests
 */
export async function shareBase(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  { email, access }: { email: string; access: KnowledgeAccess | 'none' },
): Promise<KnowledgeDetail> {
  return deps.db.transaction().execute(async (tx) => {
    const base = await store.lockBase(tx, readerOf(deps, grant), id)
    if (base?.role !== 'owner') throw new AppError('not_found')
    if (access === 'none') await store.deleteShare(tx, id, email)
    else {
      const limit = rateLimitFor('knowledge shares', { key: grant.on, shared: false }, KNOWLEDGE.shares_per_hour)
      await enforceRateLimit(tx, [limit], 'You’ve shared with many people')
      const most = KNOWLEDGE.shares
      const user = await store.upsertShare(tx, { base: id, email, access, by: grant.on, most }, deps.askProof)
      if (user === undefined)
        throw new AppError('limit_reached', { message: `A knowledge base can be shared with up to ${most} people.` })
      if (user !== null)
        await notify(tx, user, {
          kind: 'workflow_shared',
          title: say('The knowledge base “{name}” was shared with you', { name: base.name }),
          message: access === 'write' ? say('You can search it and change its documents.') : say('You can search it.'),
          href: `/knowledge/${id}`,
          group: `knowledge shared ${id}`,
        })
    }
    return getBase(deps, grant, id, tx)
  })
}
