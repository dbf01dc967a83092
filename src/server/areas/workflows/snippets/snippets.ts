/** The verbs of snippets: a person's own library of parts of workflows, each with versions that never change. */
import { createHash } from 'node:crypto'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { SNIPPET_LIMITS } from '#contract/workflows/snippet-limits.ts'
import type { Snippet, SnippetContent, SnippetId, SnippetVersion } from '#contract/workflows/snippets.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { sealContent } from './snippet-content.ts'
import * as store from './snippets.store.ts'

const present = ({ updated_at, ...row }: store.SnippetRow): Snippet => ({
  ...row,
  updated_at: updated_at.toISOString(),
})

const presentVersion = ({
  id,
  name,
  number,
  newest,
  created_at,
  content,
}: store.SnippetVersionRow): SnippetVersion => ({
  ...{ id, name, number, newest },
  created_at: created_at.toISOString(),
  content: content as SnippetContent,
})

/** Sorted by name. */
export async function listSnippets(db: Queryable, grant: EditGrant): Promise<{ items: Snippet[] }> {
  const rows = await store.findSnippets(db, grant.on)
  return { items: rows.map(present) }
}

/** @param number null for the newest @throws not_found, also for a foreign one */
export async function getSnippetVersion(
  db: Queryable,
  grant: EditGrant,
  id: SnippetId,
  number: number | null,
): Promise<SnippetVersion> {
  const row = await store.findVersion(db, grant.on, id, number)
  if (!row) throw new AppError('not_found')
  return presentVersion(row)
}

const sealed = (content: SnippetContent) => {
  const text = JSON.stringify(sealContent(content))
  return {
    content: text,
    hash: createHash('sha256')
      .update(canonicalJson(JSON.parse(text)))
      .digest('hex'),
  }
}

async function refuseName(tx: Queryable, owner: UserId, name: string, except: SnippetId | null): Promise<void> {
  if (await store.hasName(tx, owner, name, except))
    throw fieldError('name', 'You already have a snippet with this name', 'already_exists')
}

/** @throws invalid_input naming the place, already_exists, limit_reached */
export async function createSnippet(
  db: Database,
  grant: EditGrant,
  { name, content }: { name: string; content: SnippetContent },
): Promise<SnippetVersion> {
  const version = sealed(content)
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await refuseName(tx, grant.on, name, null)
    const most = SNIPPET_LIMITS.per_person
    const id = await store.insertSnippet(tx, grant.on, name, most)
    if (id === null) throw new AppError('limit_reached', { message: `An account can have up to ${most} snippets.` })
    await store.insertVersion(tx, id, { number: 1, ...version })
    return getSnippetVersion(tx, grant, id, 1)
  })
}

/** What is the same as the newest version is that one. @throws not_found (also for a foreign one), invalid_input, limit_reached */
export async function saveSnippetVersion(
  db: Database,
  grant: EditGrant,
  id: SnippetId,
  content: SnippetContent,
): Promise<SnippetVersion> {
  const version = sealed(content)
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const last = await store.findVersion(tx, grant.on, id, null)
    if (!last) throw new AppError('not_found')
    if (last.content_hash === version.hash) return presentVersion(last)
    if (last.number >= SNIPPET_LIMITS.versions)
      throw new AppError('limit_reached', { message: `A snippet can have up to ${SNIPPET_LIMITS.versions} versions.` })
    await store.insertVersion(tx, id, { number: last.number + 1, ...version })
    return getSnippetVersion(tx, grant, id, null)
  })
}

/** @throws not_found (also for a foreign one), already_exists */
export async function renameSnippet(db: Database, grant: EditGrant, id: SnippetId, name: string): Promise<Snippet> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await refuseName(tx, grant.on, name, id)
    await store.renameSnippet(tx, grant.on, id, name)
    const row = await store.findSnippet(tx, grant.on, id)
    if (!row) throw new AppError('not_found')
    return present(row)
  })
}

/** What was inserted of it stays where it is. @throws not_found, also for a foreign one */
export async function deleteSnippet(db: Queryable, grant: EditGrant, id: SnippetId): Promise<{ id: SnippetId }> {
  if (!(await store.deleteSnippet(db, grant.on, id))) throw new AppError('not_found')
  return { id }
}
