/** The verbs of workflows: drafts, their edits with inverses, the versions made from them, and the address of their webhook. */
import { createHash } from 'node:crypto'
import { allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError, inputError } from '#contract/core/errors.ts'
import { JsonObject, type UserId, type WorkflowId, type WorkflowVersionId } from '#contract/core/primitives.ts'
import { WORKFLOW_STARTS, type WorkflowStage } from '#contract/workflows/workflow-list-values.ts'
import type { WorkflowRole } from '#contract/workflows/workflow-members.ts'
import type {
  CreateWorkflow,
  ListedWorkflow,
  ListWorkflows,
  UpdateWorkflow,
  Workflow,
  WorkflowFacets,
  WorkflowSummary,
} from '#contract/workflows/workflows.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import { blockingProblems } from '#graph/loose.ts'
import { type Operation, parseOperation } from '#graph/operations.ts'
import { replaceOperations } from '#graph/replacing.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { refuseNewCodeSteps } from '#server/areas/workflows/steps/code-step.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { refuseForeignWorkflows } from './called.ts'
import { findObstacles, findProblems, readDocument } from './document.ts'
import { lockToEdit, previewEdits, readToEdit, refuseStale, storeEdits, VIEW_ONLY } from './drafts.ts'
import { type Alike, countAlike } from './listing.store.ts'
import { refuseForeignCredentials } from './named-credentials.ts'
import { type DrawnBy, syncDraftTrigger, triggerTypeOf } from './sync-triggers.ts'
import { authorOf, type EditGrant, effectiveRole, type LookGrant, ownerEdits } from './workflows.policy.ts'
import * as store from './workflows.store.ts'

export const presentRuns = (runs: readonly store.NewestRun[]) =>
  runs.map((run) => ({ ...run, created_at: new Date(run.created_at).toISOString() }))

export const presentSummary = (row: store.SummaryRow): WorkflowSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  revision: row.revision,
  nodes: row.nodes,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

async function present(grant: LookGrant, row: store.WorkflowRow): Promise<Workflow> {
  const document = readDocument(row.document)
  const problems = await findProblems(grant.on, document)
  const [obstacle] = blockingProblems(problems)
  // Anyone who knows an address may run the workflow in the name of its owner, for as long as it exists: members don't
  // see it.
  const hooked =
    row.role === 'owner' &&
    triggerTypeOf(document) === 'webhook' &&
    row.hook_token !== null &&
    row.hook_test_token !== null
  return {
    ...presentSummary(row),
    document: JsonObject.parse(document),
    problems,
    role: row.role,
    hook: hooked ? { path: `/hooks/${row.hook_token}`, test_path: `/hooks/test/${row.hook_test_token}` } : null,
    abilities: { ...abilitiesOf(row.role), ...(obstacle && { run: refusedAbility(obstacle.message) }) },
  }
}

/** What a person may do with a workflow by their role in it. */
export const abilitiesOf = (role: WorkflowRole): Workflow['abilities'] => ({
  update: role === 'viewer' ? refusedAbility(VIEW_ONLY) : allowed,
  run: role === 'viewer' ? refusedAbility('You can view this workflow but not run it.') : allowed,
  share: role === 'owner' ? allowed : refusedAbility('Only the owner of this workflow can share it.'),
})

function presentListed(row: store.ListedRow): ListedWorkflow {
  const starts = row.types.map((type) => catalogue.get(type)).find((definition) => definition?.trigger === true)
  return {
    ...presentSummary(row),
    last_run: presentRuns(row.runs)[0] ?? null,
    published: row.published,
    ...row.standing,
    starts: starts ? { title: starts.title, icon: starts.icon } : null,
    steps: row.first.map(({ type, title }) => {
      const { icon = 'box', category = 'data', title: kind = type } = catalogue.get(type) ?? {}
      return { title: title || kind, icon, category }
    }),
    live_trigger: row.live_trigger,
  }
}

const fits: Record<ListWorkflows['state'], (one: Alike) => boolean> = {
  all: () => true,
  published: ({ live }) => live,
  draft: ({ live }) => !live,
  failing: ({ failing }) => failing,
}
const sum = (rows: readonly Alike[]): number => rows.reduce((all, { count }) => all + count, 0)

/** Each counted as the other choices narrow it; states and stages are one choice. */
function facetsOf(
  alike: readonly Alike[],
  { state, stage, starts }: Pick<ListWorkflows, 'state' | 'stage' | 'starts'>,
): WorkflowFacets {
  const isIn = (wanted: ListWorkflows['stage']) => (one: Alike) => wanted === undefined || one.stage === wanted
  const startsSo = (wanted: ListWorkflows['starts']) => (one: Alike) =>
    wanted === undefined || (one.starts ?? 'manual') === wanted
  const counted = (wanted: ListWorkflows['state']) => sum(alike.filter(fits[wanted]).filter(startsSo(starts)))
  const staged = (wanted: WorkflowStage) => sum(alike.filter(isIn(wanted)).filter(startsSo(starts)))
  return {
    states: {
      all: counted('all'),
      published: counted('published'),
      draft: counted('draft'),
      failing: counted('failing'),
    },
    stages: { draft: staged('draft'), live: staged('live'), changed: staged('changed'), off: staged('off') },
    starts: WORKFLOW_STARTS.map((type) => ({
      type,
      count: sum(alike.filter(fits[state]).filter(isIn(stage)).filter(startsSo(type))),
    })).filter(({ type, count }) => count > 0 || type === starts),
  }
}

/** Last changed first, unless another order is asked for. */
export async function listWorkflows(
  db: Queryable,
  grant: EditGrant,
  query: Omit<ListWorkflows, 'facets'> & { facets?: 'true' | undefined },
): Promise<{ items: ListedWorkflow[]; total: number; limit: number; offset: number; facets?: WorkflowFacets }> {
  const { rows, total } = await store.findWorkflows(db, grant.on, query)
  const items = rows.map(presentListed)
  const page = { items, total, limit: query.limit, offset: query.offset }
  if (query.facets === undefined) return page
  return { ...page, facets: facetsOf(await countAlike(db, grant.on, query.search), query) }
}

/** @throws not_found, also for a foreign one */
export async function getWorkflow(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<Workflow> {
  const row = await store.findWorkflow(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  return present(grant, { ...row, role: effectiveRole(grant, row.role) })
}

/**
 * @param by who drew it: what the owner did not draw starts nothing from outside until they edit or publish it
 * @throws invalid_input (a document that is none, a credential or a called workflow that is not one's own), limit_reached
 */
export async function createWorkflow(
  db: Database,
  grant: EditGrant,
  wanted: CreateWorkflow,
  by: DrawnBy = 'owner',
): Promise<Workflow> {
  const id = await db.transaction().execute(async (tx) => insertWorkflow(tx, grant, wanted, by))
  return getWorkflow(db, grant, id)
}

/** The same inside a transaction. @throws as `createWorkflow` */
export async function insertWorkflow(
  tx: Queryable,
  grant: EditGrant,
  wanted: CreateWorkflow,
  by: DrawnBy,
): Promise<WorkflowId> {
  const document = wanted.document ? readDocument(wanted.document, 'document') : EMPTY_DOCUMENT
  const { name, description = '' } = wanted
  const row = { owner: grant.on, name, description, document: JSON.stringify(document) }
  await lockOwner(tx, grant.on)
  await refuseForeignCredentials(tx, grant.on, document)
  await refuseForeignWorkflows(tx, { owner: grant.on, author: grant.on }, document)
  await refuseNewCodeSteps(tx, grant.on, document)
  const { workflows_per_user: most } = await readLimits(tx)
  const made = await store.insertWorkflow(tx, row, most)
  if (made === null) throw new AppError('limit_reached', { message: `An account can have up to ${most} workflows.` })
  await syncDraftTrigger(tx, made, document, by)
  return made
}

/** Operations as they came, each parsed; a document replaces everything by one operation that can be undone. */
function operationsOf({ operations, document }: UpdateWorkflow, present: WorkflowDocument): Operation[] {
  if (document) return [replaceOperations(present, readDocument(document, 'document'))]
  return (operations ?? []).map((raw, index) => {
    const { data, problems } = parseOperation(raw)
    if (problems === null) return data
    throw inputError(problems, `operations.${index}`)
  })
}

/**
 * Applies edits made on `base_revision`, and a new name or description; each edit is stored with its inverse and adds
 * one
 * revision.
 * @throws not_found, stale_revision when another person changed the document since, invalid_input
 */
export async function updateWorkflow(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  wanted: UpdateWorkflow,
): Promise<Workflow> {
  const { name, description, base_revision } = wanted
  const edited =
    base_revision === undefined || !(wanted.operations || wanted.document)
      ? null
      : await previewEdits(db, grant, id, {
          base_revision,
          field: 'operations',
          fieldOf: (index) => `operations.${index}`,
          operationsOn: async (before) => operationsOf(wanted, before),
        })
  await db.transaction().execute(async (tx) => {
    const draft = await lockToEdit(tx, grant, id)
    // A new name or description overwrites no part of the document, so it may come without a revision.
    if (base_revision !== undefined) refuseStale(draft, base_revision)
    if (edited) await storeEdits(tx, authorOf(grant), { id, draft, edited, name, description })
    else await store.updateWorkflow(tx, id, { name, description, revision: draft.revision })
  })
  return getWorkflow(db, grant, id)
}

/** The draft as a version to run: the one with the same content, or a new one. @throws not_found, not_runnable */
export async function versionOfDraft(db: Database, grant: EditGrant, id: WorkflowId): Promise<WorkflowVersionId> {
  return versionOf(db, grant, id, await readToEdit(db, grant, id))
}

/**
 * The draft as a version that starts automatically in the name of its owner, who has neither run nor published any.
 * @throws not_runnable, also for a draft that another member has edited
 */
export async function versionToStart(db: Database, owner: UserId, id: WorkflowId): Promise<WorkflowVersionId> {
  const grant = ownerEdits(owner)
  // Read before it is asked whose it is: what a member adds meanwhile is not in it.
  const draft = await readToEdit(db, grant, id)
  if (await store.isOwnersDraft(db, id)) return versionOf(db, grant, id, draft)
  const message = 'Another member changed this workflow. Its triggers start after its owner has run or published it.'
  throw new AppError('not_runnable', { message })
}

/**
 * @param owner whose turns it takes
 * @throws not_runnable with every problem by its place; nodes that nothing leads to are not in the way
 */
export async function refuseBroken(owner: string, document: WorkflowDocument): Promise<void> {
  const problems = await findObstacles(owner, document)
  const [first] = problems
  if (!first) return
  throw new AppError('not_runnable', {
    message: `The workflow can’t be run: ${first.message}`,
    problems: problems.map(({ message, node, field }) => ({
      message,
      field: ['document', node, field].filter((part) => part !== null).join('.'),
      code: 'not_runnable',
    })),
  })
}

/** A document as a version of a locked workflow: the one with the same content, or a new one. */
export const keepVersion = (
  tx: Queryable,
  { document, ...kept }: Omit<store.KeptVersion, 'document' | 'hash'> & { document: WorkflowDocument },
): Promise<WorkflowVersionId> => {
  const hash = createHash('sha256').update(canonicalJson(document)).digest('hex')
  return store.ensureVersion(tx, { ...kept, document: JSON.stringify(document), hash })
}

/** A draft that was read as a version: checked first, which takes turns, and then stored. @throws not_found, not_runnable */
async function versionOf(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  draft: Pick<store.Draft, 'document'>,
): Promise<WorkflowVersionId> {
  const document = readDocument(draft.document)
  await refuseBroken(grant.on, document)
  return db.transaction().execute(async (tx) => {
    await lockToEdit(tx, grant, id)
    return keepVersion(tx, { workflow: id, author: grant.on, document, trial: false })
  })
}
