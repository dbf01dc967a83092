/**
 * The draft of a workflow: read, locked and edited. What takes long is worked out on the draft as it was read, outside of a transaction;
 * what comes of it is stored only while the draft is still that one.
 */

import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { EDITS } from '#contract/workflows/edit-limits.ts'
import type { WorkflowRole } from '#contract/workflows/workflow-members.ts'
import { applySteps } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { OperationError } from '#graph/operation-error.ts'
import type { Operation } from '#graph/operations.ts'
import { charactersLeft } from '#graph/values/value-size.ts'
import { refuseNewCodeSteps } from '#server/areas/workflows/steps/code-step.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { runInSlices } from '#server/platform/in-slices.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { refuseForeignWorkflows } from './called.ts'
import { followRenames } from './comment-pins.ts'
import { readDocument } from './document.ts'
import { refuseForeignCredentials } from './named-credentials.ts'
import { refuseUnshared, sharedIds } from './shared-names.ts'
import { syncDraftTrigger } from './sync-triggers.ts'
import { type EditGrant, effectiveRole, type LookGrant } from './workflows.policy.ts'
import * as store from './workflows.store.ts'

export const VIEW_ONLY = 'You can view this workflow but not edit it.'

/** @throws forbidden */
export function refuseViewer(role: WorkflowRole): void {
  if (role === 'viewer') throw new AppError('forbidden', { message: VIEW_ONLY })
}

function editable(grant: LookGrant, draft: store.Draft | null): store.Draft {
  if (!draft) throw new AppError('not_found')
  refuseViewer(effectiveRole(grant, draft.role))
  return draft
}

/**
 * The draft as it is now.
 * @throws not_found, also for a stranger; forbidden for a viewer
 */
export const readToEdit = async (db: Queryable, grant: LookGrant, id: WorkflowId): Promise<store.Draft> =>
  editable(grant, await store.findDraft(db, grant.on, id))

/** The same, locked for a change until the transaction ends. @throws as `readToEdit` */
export const lockToEdit = async (tx: Queryable, grant: LookGrant, id: WorkflowId): Promise<store.Draft> =>
  editable(grant, await store.lockWorkflow(tx, grant.on, id))

/** @throws stale_revision when the document has changed since */
export function refuseStale({ revision }: store.Draft, base: number): void {
  if (revision === base) return
  throw new AppError('stale_revision', {
    problems: [{ message: `The workflow is at revision ${revision}`, field: 'base_revision', code: 'stale_revision' }],
  })
}

/** Processor time that the edits of one request may take. */
const MOST_APPLY_MS = 5_000

/** Renaming a node is short, and what takes it back may have the settings of every other node. */
const TOO_MUCH = 'These edits change too much at once. Send fewer at a time.'

/** The edits of one author are worked out one request at a time: what waits holds neither a connection nor a document. */
const editTurns = createKeyedSemaphore(1)

interface AskedEdits {
  base_revision: number
  /** Where in the caller's input the edits stood, and each of them. */
  field: string
  fieldOf: (index: number) => string
  /** What the caller sent, for the document that is there. */
  operationsOn: (before: WorkflowDocument) => Promise<readonly Operation[]>
}

export interface WorkedOut {
  before: WorkflowDocument
  document: WorkflowDocument
  /** The document as it is stored. */
  text: string
  edits: readonly store.EditRow[]
}

/**
 * Works out what edits make of the draft at `base_revision`. Nothing is stored: the caller locks the draft for that, and refuses when it is
 * at another revision by then.
 * @throws not_found, forbidden, stale_revision, invalid_input naming the operation that could not be applied, or for a document that has
 * become too large; and what `operationsOn` throws
 */
export const previewEdits = (
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  { base_revision, field, fieldOf, operationsOn }: AskedEdits,
): Promise<WorkedOut> =>
  editTurns(grant.on, async () => {
    const draft = await readToEdit(db, grant, id)
    refuseStale(draft, base_revision)
    const before = readDocument(draft.document)
    const operations = await operationsOn(before)
    const { document, edits } = await runInSlices(grant.on, applyEach(before, operations, base_revision, fieldOf), {
      most_ms: MOST_APPLY_MS,
      error: () => fieldError(fieldOf(operations.length - 1), 'These edits take too long. Send fewer at a time.'),
    })
    // Edits that are each right can still add up to too large a document.
    return { before, document, edits, text: JSON.stringify(readDocument(document, field)) }
  })

function* applyEach(
  start: WorkflowDocument,
  operations: readonly Operation[],
  base: number,
  fieldOf: (index: number) => string,
): Generator<void, { document: WorkflowDocument; edits: store.EditRow[] }> {
  let document = start
  const edits: store.EditRow[] = []
  let left: number = EDITS.chars_at_once
  for (const [index, operation] of operations.entries()) {
    try {
      left = charactersLeft(left, operation)
      const steps = applySteps(document, operation)
      let step = steps.next()
      for (; !step.done; step = steps.next()) {
        left = charactersLeft(left, step.value)
        if (left < 0) throw fieldError(fieldOf(index), TOO_MUCH)
        yield
      }
      const { document: next, inverse } = step.value
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

interface Kept {
  id: WorkflowId
  /** Locked, and at the revision that the edits were worked out on. */
  draft: store.Draft
  edited: WorkedOut
  name?: string | undefined
  description?: string | undefined
}

/**
 * Stores what edits have made of the locked draft, and its name.
 * @returns the revision it has now
 * @throws feature_off for a step that is switched off, invalid_input for a document that names what its owner has not, or what this author may not use
 */
export async function storeEdits(tx: Queryable, author: UserId, kept: Kept): Promise<number> {
  const { id, draft, edited, name, description } = kept
  const { before, document, text, edits } = edited
  const revision = draft.revision + edits.length
  // A document names only what its owner has, and a member adds none of the owner's credentials and models to it.
  const shared = author === draft.owner_id ? null : sharedIds(draft.shared_ids, before)
  if (shared === null) await refuseForeignCredentials(tx, draft.owner_id, document, before)
  else await refuseUnshared(tx, shared, document, before)
  await refuseForeignWorkflows(tx, { owner: draft.owner_id, author }, document, before)
  await refuseNewCodeSteps(tx, draft.owner_id, document, before)
  await store.updateWorkflow(tx, id, { name, description, edited: { document: text, shared_ids: shared }, revision })
  await store.insertOperations(tx, { workflow: id, author, edits })
  await followRenames(
    tx,
    id,
    edits.map(({ operation }) => operation as Operation),
  )
  await syncDraftTrigger(tx, id, document, author === draft.owner_id ? 'owner' : 'others')
  return revision
}
