/** The verbs of workflows: drafts, their edits with inverses, the versions made from them, and the address of their webhook. */
import { createHash } from 'node:crypto'
import { allowed, refused } from '#contract/ability-values.ts'
import { AppError, fieldError, inputError } from '#contract/errors.ts'
import { JsonObject, type UserId, type WorkflowId, type WorkflowVersionId } from '#contract/primitives.ts'
import { SERVER_LIMITS } from '#contract/server-limits.ts'
import type { WorkflowRole } from '#contract/workflow-members.ts'
import type { CreateWorkflow, UpdateWorkflow, Workflow, WorkflowSummary } from '#contract/workflows.ts'
import { applySteps, OperationError } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import { canonicalJson } from '#graph/hash.ts'
import { inTheWay } from '#graph/loose.ts'
import { type Operation, parseOperation } from '#graph/operations.ts'
import { replacing } from '#graph/replacing.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { followRenames } from '#server/domain/comments/pins.ts'
import { refuseForeignCredentials } from '#server/domain/credentials/named.ts'
import { inSlices } from '#server/domain/in-slices.ts'
import { lockOwner } from '#server/domain/limits.store.ts'
import { refuseForeignWorkflows } from './called.ts'
import { obstaclesOf, problemsOf, readDocument } from './document.ts'
import { syncDraftTrigger, triggerOf } from './sync-triggers.ts'
import { type EditGrant, type LookGrant, ownerEdits, roleWith } from './workflows.policy.ts'
import * as store from './workflows.store.ts'

export const presentSummary = (row: store.SummaryRow): WorkflowSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  revision: row.revision,
  nodes: row.nodes,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

async function present(row: store.WorkflowRow): Promise<Workflow> {
  const document = readDocument(row.document)
  const problems = await problemsOf(document)
  const [obstacle] = inTheWay(problems)
  // Whoever knows an address may run the workflow in the name of its owner, for as long as it exists: members see none.
  const hooked =
    row.role === 'owner' && triggerOf(document) === 'webhook' && row.hook_token !== null && row.hook_test_token !== null
  return {
    ...presentSummary(row),
    document: JsonObject.parse(document),
    problems,
    role: row.role,
    hook: hooked ? { path: `/hooks/${row.hook_token}`, test_path: `/hooks/test/${row.hook_test_token}` } : null,
    abilities: { ...abilitiesOf(row.role), ...(obstacle && { run: refused(obstacle.message) }) },
  }
}

const VIEW_ONLY = 'You may look at this workflow, not change it.'

/** What somebody may do with a workflow by what they are to it. */
export const abilitiesOf = (role: WorkflowRole): Workflow['abilities'] => ({
  update: role === 'viewer' ? refused(VIEW_ONLY) : allowed,
  run: role === 'viewer' ? refused('You may look at this workflow, not run it.') : allowed,
  share: role === 'owner' ? allowed : refused('Only the owner of this workflow shares it.'),
})

/**
 * The draft, locked for a change until the transaction ends.
 * @throws not_found, also for a stranger; forbidden for a viewer
 */
export async function lockToEdit(tx: Queryable, grant: LookGrant, id: WorkflowId): Promise<store.LockedDraft> {
  const row = await store.lockWorkflow(tx, grant.on, id)
  if (!row) throw new AppError('not_found')
  refuseViewer(roleWith(grant, row.role))
  return row
}

/** @throws forbidden */
export function refuseViewer(role: WorkflowRole): void {
  if (role === 'viewer') throw new AppError('forbidden', { message: VIEW_ONLY })
}

/** Last changed first. */
export async function listWorkflows(
  db: Queryable,
  grant: EditGrant,
  query: { search?: string | undefined; limit: number; offset: number },
): Promise<{ items: WorkflowSummary[]; total: number; limit: number; offset: number }> {
  const { rows, total } = await store.findWorkflows(db, grant.on, query)
  return { items: rows.map(presentSummary), total, limit: query.limit, offset: query.offset }
}

/** @throws not_found, also for a foreign one */
export async function getWorkflow(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<Workflow> {
  const row = await store.findWorkflow(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  return present({ ...row, role: roleWith(grant, row.role) })
}

/** @throws invalid_input (a document that is none, a credential or a called workflow that is not one's own), limit_reached */
export async function createWorkflow(db: Database, grant: EditGrant, wanted: CreateWorkflow): Promise<Workflow> {
  const document = wanted.document ? readDocument(wanted.document, 'document') : EMPTY_DOCUMENT
  const { name, description = '' } = wanted
  const id = await db.transaction().execute(async (tx) => {
    const row = { owner: grant.on, name, description, document: JSON.stringify(document) }
    await lockOwner(tx, grant.on)
    await refuseForeignCredentials(tx, grant.on, document)
    await refuseForeignWorkflows(tx, { owner: grant.on, author: grant.on }, document)
    const made = await store.insertWorkflow(tx, row, SERVER_LIMITS.workflows_per_user)
    if (made === null)
      throw new AppError('limit_reached', {
        message: `An account holds at most ${SERVER_LIMITS.workflows_per_user} workflows.`,
      })
    await syncDraftTrigger(tx, made, document, 'owner')
    return made
  })
  return getWorkflow(db, grant, id)
}

/** Operations as they came, each parsed; a document replaces everything by one operation that can be undone. */
function operationsOf({ operations, document }: UpdateWorkflow, present: WorkflowDocument): Operation[] {
  if (document) return [replacing(present, readDocument(document, 'document'))]
  return (operations ?? []).map((raw, index) => {
    const { data, problems } = parseOperation(raw)
    if (problems === null) return data
    throw inputError(problems, `operations.${index}`)
  })
}

/** Processor time that the edits of one request may take. */
const MOST_APPLY_MS = 5_000

/** @throws invalid_input naming the operation that could not be applied; nothing is changed */
export const applyAll = (
  start: WorkflowDocument,
  operations: readonly Operation[],
  base: number,
  fieldOf: (index: number) => string,
): Promise<{ document: WorkflowDocument; edits: store.EditRow[] }> =>
  inSlices(applyEach(start, operations, base, fieldOf), {
    most_ms: MOST_APPLY_MS,
    error: () => fieldError(fieldOf(operations.length - 1), 'These edits take too long. Send fewer at a time.'),
  })

function* applyEach(
  start: WorkflowDocument,
  operations: readonly Operation[],
  base: number,
  fieldOf: (index: number) => string,
): Generator<void, { document: WorkflowDocument; edits: store.EditRow[] }> {
  let document = start
  const edits: store.EditRow[] = []
  for (const [index, operation] of operations.entries()) {
    try {
      const { document: next, inverse } = yield* applySteps(document, operation)
      document = next
      edits.push({ revision: base + index + 1, operation, inverse })
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      throw fieldError([fieldOf(index), error.field].filter((part) => part !== null).join('.'), error.message)
    }
    yield
  }
  return { document, edits }
}

/** @throws stale_revision when somebody else changed the document since */
export function refuseStale({ revision }: store.LockedDraft, base: number): void {
  if (revision === base) return
  throw new AppError('stale_revision', {
    problems: [{ message: `The workflow is at revision ${revision}`, field: 'base_revision', code: 'stale_revision' }],
  })
}

interface Kept {
  id: WorkflowId
  draft: store.LockedDraft
  before: WorkflowDocument
  document: WorkflowDocument
  edits: readonly store.EditRow[]
  /** Where in the caller's input the edits stood. */
  field: string
  name?: string | undefined
  description?: string | undefined
}

/**
 * Stores what edits have made of the locked draft, and its name.
 * @returns the revision it has now
 * @throws invalid_input for a document that has become too large, or names what its owner has not
 */
export async function keepEdits(tx: Queryable, author: UserId, kept: Kept): Promise<number> {
  const { id, draft, before, document, edits, field, name, description } = kept
  const revision = draft.revision + edits.length
  if (edits.length === 0) {
    await store.updateWorkflow(tx, id, { name, description, revision })
    return revision
  }
  // Edits that are each right can still add up to too large a document.
  const text = JSON.stringify(readDocument(document, field))
  // What it names is its owner's, whoever edits it.
  await refuseForeignCredentials(tx, draft.owner_id, document, before)
  await refuseForeignWorkflows(tx, { owner: draft.owner_id, author }, document, before)
  await store.updateWorkflow(tx, id, { name, description, document: text, revision })
  await store.insertOperations(tx, { workflow: id, author, edits })
  await followRenames(
    tx,
    id,
    edits.map(({ operation }) => operation as Operation),
  )
  await syncDraftTrigger(tx, id, document, author === draft.owner_id ? 'owner' : 'member')
  return revision
}

/**
 * Applies edits made on `base_revision`, and a new name or description; each edit is kept with its inverse and counts one
 * revision.
 * @throws not_found, stale_revision when somebody else changed the document since, invalid_input
 */
export async function updateWorkflow(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  wanted: UpdateWorkflow,
): Promise<Workflow> {
  await db.transaction().execute(async (tx) => {
    const row = await lockToEdit(tx, grant, id)
    // A new name or description overwrites nothing that somebody drew, so it may come without a revision.
    if (wanted.base_revision !== undefined) refuseStale(row, wanted.base_revision)
    const before = readDocument(row.document)
    const operations = operationsOf(wanted, before)
    const applied = await applyAll(before, operations, row.revision, (index) => `operations.${index}`)
    const { name, description } = wanted
    await keepEdits(tx, grant.on, { id, draft: row, before, ...applied, field: 'operations', name, description })
  })
  return getWorkflow(db, grant, id)
}

/** The draft as a version to run: the one with the same content, or a new one. @throws not_found, not_runnable */
export async function versionOfDraft(db: Database, grant: EditGrant, id: WorkflowId): Promise<WorkflowVersionId> {
  return db.transaction().execute(async (tx) => versionOf(tx, grant, id, await lockToEdit(tx, grant, id)))
}

/**
 * The draft as a version that starts by itself in the name of its owner, who has neither run nor published any.
 * @throws not_runnable, also for a draft that another member has edited
 */
export async function versionToStart(db: Database, owner: UserId, id: WorkflowId): Promise<WorkflowVersionId> {
  if (await store.isOwnersDraft(db, id)) return versionOfDraft(db, ownerEdits(owner), id)
  const message = 'Another member changed this workflow. It starts by itself once its owner has run or published it.'
  throw new AppError('not_runnable', { message })
}

/** @throws not_runnable with every problem by its place; nodes that nothing leads to are not in the way */
export async function refuseBroken(document: WorkflowDocument): Promise<void> {
  const problems = await obstaclesOf(document)
  const [first] = problems
  if (!first) return
  throw new AppError('not_runnable', {
    message: `The workflow cannot be run: ${first.message}`,
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

/** The locked draft as a version. @throws not_runnable */
export async function versionOf(
  tx: Queryable,
  grant: EditGrant,
  id: WorkflowId,
  draft: Pick<store.LockedDraft, 'document'>,
): Promise<WorkflowVersionId> {
  const document = readDocument(draft.document)
  await refuseBroken(document)
  return keepVersion(tx, { workflow: id, author: grant.on, document, trial: false })
}
