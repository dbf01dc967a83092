/** The verbs of versions: what was run or published of a workflow, and what its addresses and times run. */
import { allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { JsonObject, type UserId, type WorkflowId, type WorkflowVersionId } from '#contract/core/primitives.ts'
import { PUBLICATION_LIMITS } from '#contract/workflows/publication-limits.ts'
import type { Publication, PublishWorkflow, SaveCheckpoint, WorkflowVersion } from '#contract/workflows/versions.ts'
import type { WorkflowRole } from '#contract/workflows/workflow-members.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { findForbidden } from '#server/areas/workflows/models/missing-names.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { readDocument } from './document.ts'
import { lockToEdit, refuseStale } from './drafts.ts'
import { findMemberRole } from './members.store.ts'
import { syncDraftTrigger, syncLiveTrigger } from './sync-triggers.ts'
import * as store from './versions.store.ts'
import type { EditGrant, LookGrant } from './workflows.policy.ts'
import { type Draft, findDraft, lockWorkflow } from './workflows.store.ts'
import { keepVersion, refuseBroken } from './workflows.ts'

const person = (name: string | null) => (name === null ? null : { name })

const present = (row: store.VersionRow): WorkflowVersion => ({
  number: row.number,
  name: row.name ?? '',
  notes: row.notes ?? '',
  nodes: row.nodes,
  created_at: row.created_at.toISOString(),
  created_by: person(row.created_by),
  published_at: row.published_at?.toISOString() ?? null,
  published_by: person(row.published_by),
  is_live: row.is_live,
  has_run: row.has_run,
  checkpoint:
    row.checkpoint === null || row.checkpoint_at === null
      ? null
      : { name: row.checkpoint, at: row.checkpoint_at.toISOString(), by: person(row.checkpoint_by) },
})

const OWNERS = 'Only the owner of this workflow can publish it: it runs in their name.'

function presentPublication(row: store.PublicationRow, role: WorkflowRole): Publication {
  const state = row.is_live ? 'live' : row.was_published ? 'ended' : 'never'
  const publish = role === 'owner' ? allowed : refusedAbility(OWNERS)
  const unpublish = row.is_live ? publish : refusedAbility('Nothing is published.')
  const { standing, live_trigger } = row
  return { state, runs: standing.version, stage: standing.stage, live_trigger, abilities: { publish, unpublish } }
}

/** @throws not_found for a stranger */
async function roleOf(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<WorkflowRole> {
  const role = await findMemberRole(db, id, grant.on)
  if (role === null) throw new AppError('not_found')
  return role
}

/** Newest first. @throws not_found, also for a stranger */
export async function listVersions(
  db: Queryable,
  grant: LookGrant,
  id: WorkflowId,
  page: { limit: number; offset: number },
) {
  const role = await roleOf(db, grant, id)
  const { rows, total } = await store.findVersions(db, id, page)
  const publication = presentPublication(await store.findPublication(db, id), role)
  return { items: rows.map(present), total, ...page, publication }
}

/** Also one that was only tried: a run names it. @throws not_found, also for a stranger */
export async function getVersion(
  db: Queryable,
  grant: LookGrant,
  id: WorkflowId,
  number: number,
): Promise<WorkflowVersion & { document: JsonObject }> {
  await roleOf(db, grant, id)
  const row = await store.findVersion(db, id, { number, trials: true })
  if (!row) throw new AppError('not_found')
  return { ...present(row), document: JsonObject.parse(row.document) }
}

/** The draft for its owner. @throws not_found, also for a stranger; forbidden for a member */
function publishable(draft: Draft | null): Draft {
  if (!draft) throw new AppError('not_found')
  if (draft.role !== 'owner') throw new AppError('forbidden', { message: OWNERS })
  return draft
}

const lockToPublish = async (tx: Queryable, grant: EditGrant, id: WorkflowId): Promise<Draft> =>
  publishable(await lockWorkflow(tx, grant.on, id))

/** Asks whether a document does worse on the test cases of its workflow than what is published. @throws score_fell */
export type RefuseWorse = (
  db: Queryable,
  id: WorkflowId,
  document: WorkflowDocument,
  acknowledged: boolean,
) => Promise<void>

/** What runs what is published of a workflow, and is told in the transaction that publishes or ends it. */
export interface Followers {
  published: (
    tx: Queryable,
    grant: EditGrant,
    id: WorkflowId,
    published: { version: WorkflowVersionId; document: WorkflowDocument },
  ) => Promise<void>
  ended: (tx: Queryable, id: WorkflowId) => Promise<void>
}

/** What its owner has looked at is published, and nothing that came in meanwhile. @throws stale_revision */
function refuseUnseen(draft: Draft, { version, base_revision }: PublishWorkflow): void {
  if (version === undefined && draft.revision !== base_revision) throw new AppError('stale_revision')
}

/** @throws not_runnable with what the data policy of the account doesn't allow */
async function refuseForbidden(db: Queryable, account: UserId, document: WorkflowDocument): Promise<void> {
  const problems = await findForbidden({ db }, account, document)
  const [first] = problems
  if (!first) return
  throw new AppError('not_runnable', {
    message: `The workflow can’t be published: ${first.message}`,
    problems: problems.slice(0, 20).map(({ code, message, node, field }) => ({
      ...{ code, message, field: `document.${node}.${field}` },
    })),
  })
}

/** The document that is to be published, checked. It is the same once the draft is locked: `refuseUnseen`. @throws not_found, stale_revision, not_runnable */
async function documentToPublish(
  db: Queryable,
  grant: EditGrant,
  id: WorkflowId,
  wanted: PublishWorkflow,
): Promise<WorkflowDocument> {
  const draft = publishable(await findDraft(db, grant.on, id))
  refuseUnseen(draft, wanted)
  const version =
    wanted.version === undefined ? draft : await store.findVersion(db, id, { number: wanted.version, trials: false })
  if (!version) throw new AppError('not_found')
  const document = readDocument(version.document)
  await refuseBroken(grant.on, document)
  await refuseForbidden(db, grant.on, document)
  return document
}

/**
 * From now on addresses, times and callers run this version, with the settings that its trigger has in it.
 * @throws not_found, forbidden, not_runnable with the problems, stale_revision, score_fell
 */
export async function publishWorkflow(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  wanted: PublishWorkflow,
  { refuseWorse, followers }: { refuseWorse: RefuseWorse; followers: Followers },
): Promise<WorkflowVersion> {
  const document = await documentToPublish(db, grant, id, wanted)
  await refuseWorse(db, id, document, wanted.acknowledge_score === true)
  return db.transaction().execute(async (tx) => {
    const draft = await lockToPublish(tx, grant, id)
    refuseUnseen(draft, wanted)
    const version =
      wanted.version === undefined
        ? await keepVersion(tx, { workflow: id, author: grant.on, document, trial: false })
        : (await store.findVersion(tx, id, { number: wanted.version, trials: false }))?.id
    if (version === undefined) throw new AppError('not_found')
    await store.endPublication(tx, id)
    const { name = '', notes = '' } = wanted
    await store.insertPublication(tx, { workflow: id, version, name, notes, by: grant.on })
    const row = await store.findVersion(tx, id, { id: version })
    if (!row) throw new Error('Version missing after it was published')
    await syncLiveTrigger(tx, id, document)
    await syncDraftTrigger(tx, id, readDocument(draft.document), 'owner')
    await followers.published(tx, grant, id, { version, document })
    return present(row)
  })
}

/**
 * The draft as it is, kept by a name: also one that would not run. It starts nothing.
 * @throws not_found, also for a stranger; forbidden for a viewer; stale_revision; limit_reached
 */
export async function saveCheckpoint(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  { name, base_revision }: SaveCheckpoint,
): Promise<WorkflowVersion> {
  return db.transaction().execute(async (tx) => {
    const draft = await lockToEdit(tx, grant, id)
    refuseStale(draft, base_revision)
    const document = readDocument(draft.document)
    const version = await keepVersion(tx, { workflow: id, author: grant.on, document, trial: true })
    const most = PUBLICATION_LIMITS.checkpoints
    if (!(await store.insertCheckpoint(tx, { workflow: id, version, name, by: grant.on }, most)))
      throw new AppError('limit_reached', { message: `A workflow can have up to ${most} checkpoints.` })
    const row = await store.findVersion(tx, id, { id: version })
    if (!row) throw new Error('Version missing after it was saved')
    return present(row)
  })
}

/** Nothing is started from outside until something is published again. @throws not_found, forbidden, illegal_transition */
export async function unpublishWorkflow(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  followers: Followers,
): Promise<Publication> {
  return db.transaction().execute(async (tx) => {
    const { role } = await lockToPublish(tx, grant, id)
    if (!(await store.endPublication(tx, id)))
      throw new AppError('illegal_transition', { message: 'Nothing is published.' })
    await syncLiveTrigger(tx, id, null)
    await followers.ended(tx, id)
    return presentPublication(await store.findPublication(tx, id), role)
  })
}
