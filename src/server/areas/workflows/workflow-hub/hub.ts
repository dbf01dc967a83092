/** The verbs of the hub: listing, folders, copies. */
import { AppError } from '#contract/core/errors.ts'
import { JsonObject, type WorkflowId } from '#contract/core/primitives.ts'
import type { ArrangeWorkflow, HubItem, HubPage, HubQuery, RenameFolder } from '#contract/workflows/workflow-hub.ts'
import type { WorkflowSummary } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { lookAtDocument } from '#server/areas/workflows/workflows/document.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { createWorkflow, presentRuns, presentSummary } from '#server/areas/workflows/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import * as store from './hub.store.ts'

function startOf(document: WorkflowDocument | null): HubItem['starts'] {
  const trigger = document?.nodes.find(({ type, disabled }) => catalogue.isTrigger(type) && disabled !== true)
  const kind = trigger && catalogue.get(trigger.type)
  return kind ? { type: kind.type, title: kind.title, icon: kind.icon } : null
}

async function presentItem(db: Queryable, grant: EditGrant, row: store.HubRow): Promise<HubItem> {
  const { document, obstacles } = await lookAtDocument(grant.on, await store.findDocument(db, row.id))
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    revision: row.revision,
    nodes: document?.nodes.length ?? 0,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    folder: row.folder,
    role: row.role,
    published: row.published,
    archived_at: row.archived_at?.toISOString() ?? null,
    starts: startOf(document),
    problems: obstacles.length,
    first_problem: obstacles[0]?.message ?? null,
    runs: presentRuns(row.runs),
    agents: row.agents,
    services: row.services,
  }
}

export async function listHub(db: Queryable, grant: EditGrant, query: HubQuery): Promise<HubPage> {
  const [{ rows, total }, folders, archived] = await Promise.all([
    store.findHub(db, grant.on, query),
    store.findFolders(db, grant.on),
    store.countArchived(db, grant.on),
  ])
  // One after the other: each has a draft that may be large.
  const items: HubItem[] = []
  for (const row of rows) items.push(await presentItem(db, grant, row))
  return {
    items,
    total,
    limit: query.limit,
    offset: query.offset,
    folders: folders.filter(({ name }) => name !== ''),
    whole: folders.reduce((sum, { count }) => sum + count, 0),
    archived,
  }
}

/** @throws not_found, limit_reached when there is no room for one that comes out of the archive */
export async function arrangeWorkflow(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  change: ArrangeWorkflow,
): Promise<WorkflowSummary> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const row = await store.lockAny(tx, grant.on, id)
    if (!row) throw new AppError('not_found')
    const { workflows_per_user: most } = await readLimits(tx)
    if (row.archived && change.archived === false && row.mine >= most)
      throw new AppError('limit_reached', { message: `An account can have up to ${most} workflows.` })
    const changed = await store.storeArrangement(tx, id, change)
    if (!changed) throw new AppError('not_found')
    return presentSummary(changed)
  })
}

const NAME_CHARS = 120

/** "Orders (copy)", "Orders (copy 2)": the first that is free. A copy of a copy is named after the first. */
export function nextCopyName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/ \(copy(?: \d{1,4})?\)$/, '').slice(0, NAME_CHARS - 12)
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? `${stem} (copy)` : `${stem} (copy ${number})`
    if (!taken.has(wanted)) return wanted
  }
}

/** @throws not_found, limit_reached */
export async function duplicateWorkflow(db: Database, grant: EditGrant, id: WorkflowId): Promise<WorkflowSummary> {
  const row = await store.findToCopy(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  const stem = row.name.replace(/ \(copy(?: \d{1,4})?\)$/, '').slice(0, NAME_CHARS - 12)
  const name = nextCopyName(row.name, await store.findNamesLike(db, grant.on, stem))
  const { description, document } = row
  // It may hold what others drew, and a second schedule or mailbox is rarely meant to start with the copy.
  const made = await createWorkflow(db, grant, { name, description, document: JsonObject.parse(document) }, 'others')
  await store.copyWorkflowExtras(db, id, made.id)
  const { revision, nodes, created_at, updated_at } = made
  return { id: made.id, name: made.name, description: made.description, revision, nodes, created_at, updated_at }
}

/** @throws not_found when there is no such folder */
export async function renameFolder(
  db: Queryable,
  grant: EditGrant,
  { from, to }: RenameFolder,
): Promise<{ changed: number }> {
  const changed = await store.renameFolder(db, grant.on, from, to)
  if (changed === 0) throw new AppError('not_found')
  return { changed }
}
