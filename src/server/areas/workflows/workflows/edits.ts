/** The verbs of the log of edits: adding to it, reading on in it, and which steps of one's own it holds. */

import { AppError, fieldError, inputError } from '#contract/core/errors.ts'
import { jsonAsWritten } from '#contract/core/json-text.ts'
import type { JsonObject, WorkflowId } from '#contract/core/primitives.ts'
import { EDITS } from '#contract/workflows/edit-limits.ts'
import type { EditStep, LoggedEdit, SentEdit } from '#contract/workflows/workflow-edits.ts'
import { type Operation, parseOperation } from '#graph/operations.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockToEdit, previewEdits, refuseStale, storeEdits } from './drafts.ts'
import * as store from './edits.store.ts'
import { authorOf, type EditGrant, effectiveRole, type LookGrant } from './workflows.policy.ts'

/** How far back steps are looked for, in edits. */
const LOOKED_AT = 1000

export const presentEdit = ({ author_id, author, created_at, ...row }: store.LoggedRow): LoggedEdit => ({
  ...row,
  operation: jsonAsWritten(row.operation) as JsonObject,
  inverse: jsonAsWritten(row.inverse) as JsonObject,
  author: { id: author_id, name: author },
  at: created_at.toISOString(),
})

function operationsOf(edits: readonly SentEdit[]): Operation[] {
  return edits.map(({ operation }, index) => {
    const { data, problems } = parseOperation(operation)
    if (problems === null) return data
    throw inputError(problems, `edits.${index}.operation`)
  })
}

/** Nobody takes back the step of another. */
async function refuseForeignSteps(db: Queryable, grant: EditGrant, id: WorkflowId, edits: readonly SentEdit[]) {
  const named = edits.flatMap(({ undoes }, index) => (undoes === null ? [] : [{ undoes, index }]))
  if (named.length === 0) return
  const others = await store.findForeignSteps(
    db,
    id,
    authorOf(grant),
    named.map(({ undoes }) => undoes),
  )
  const foreign = named.find(({ undoes }) => others.has(undoes))
  if (foreign) throw fieldError(`edits.${foreign.index}.undoes`, 'This step doesn’t exist.')
}

/**
 * Applies edits made on `base_revision`.
 * @returns the revision after them, and its time
 * @throws not_found, forbidden for a viewer, stale_revision when another person changed the document since,
 * invalid_input
 */
export async function sendEdits(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  { base_revision, edits }: { base_revision: number; edits: readonly SentEdit[] },
): Promise<{ revision: number; saved_at: string }> {
  const edited = await previewEdits(db, grant, id, {
    base_revision,
    field: 'edits',
    fieldOf: (index) => `edits.${index}.operation`,
    operationsOn: async () => {
      // Any edit that comes in after this makes the revision another one.
      const ids = edits.map(({ edit_id }) => edit_id)
      if (new Set(ids).size < ids.length || (await store.hasEdits(db, id, ids)))
        throw fieldError('edits', 'An edit was sent twice.')
      await refuseForeignSteps(db, grant, id, edits)
      return operationsOf(edits)
    },
  })
  const rows = edited.edits.map((row, index) => {
    const { edit_id = null, step_id = null, label = '', undoes = null } = edits[index] ?? {}
    return { ...row, edit_id, step_id, label, undoes }
  })
  return db.transaction().execute(async (tx) => {
    const draft = await lockToEdit(tx, grant, id)
    refuseStale(draft, base_revision)
    const revision = await storeEdits(tx, authorOf(grant), { id, draft, edited: { ...edited, edits: rows } })
    return { revision, saved_at: new Date().toISOString() }
  })
}

/**
 * Edits after a revision. There may be fewer than `limit` although more follow: the whole log is read by asking again after the last one,
 * until it is at `revision`.
 * @throws not_found
 */
export async function listEdits(
  db: Queryable,
  grant: LookGrant,
  id: WorkflowId,
  { after, limit }: { after: number; limit: number },
): Promise<{ revision: number; edits: LoggedEdit[] }> {
  const { revision } = await requireAccess(db, grant, id)
  const rows = await store.findEdits(db, id, after, { limit, bytes: EDITS.page_bytes })
  return { revision, edits: rows.map(presentEdit) }
}

/** @throws not_found, also for a stranger and for an archived one */
export async function requireAccess(db: Queryable, grant: LookGrant, id: WorkflowId) {
  const row = await store.findAccess(db, id, grant.on)
  if (!row || row.archived || row.role === null) throw new AppError('not_found')
  return { ...row, role: effectiveRole(grant, row.role) }
}

/** What can be undone and brought back of one's own steps, newest first. @throws not_found */
export async function getEditHistory(
  db: Queryable,
  grant: LookGrant,
  id: WorkflowId,
): Promise<{ revision: number; undo: EditStep[]; redo: EditStep[] }> {
  const { revision } = await requireAccess(db, grant, id)
  const rows = await store.findOwnEdits(db, id, authorOf(grant), LOOKED_AT)
  const { undo, redo } = stepsOf(rows)
  return { revision, undo: undo.toReversed().slice(0, EDITS.steps), redo: redo.toReversed().slice(0, EDITS.steps) }
}

/** Follows one author's edits, oldest first: a step that is taken back goes to the other side, a new one forgets what was taken back. */
function stepsOf(rows: readonly store.StepRow[]): { undo: EditStep[]; redo: EditStep[] } {
  let undo: EditStep[] = []
  let redo: EditStep[] = []
  for (const { step_id, label, undoes, revision, created_at } of rows) {
    const step = { step_id, label, from_revision: revision, revision, at: created_at.toISOString() }
    const last = [undo.at(-1), redo.at(-1)].find((one) => one?.step_id === step_id)
    if (last) Object.assign(last, { label, revision, at: step.at })
    else if (undoes !== null && undo.some((one) => one.step_id === undoes)) {
      undo = undo.filter((one) => one.step_id !== undoes)
      redo.push(step)
    } else if (undoes !== null && redo.some((one) => one.step_id === undoes)) {
      redo = redo.filter((one) => one.step_id !== undoes)
      undo.push(step)
    } else {
      undo.push(step)
      redo = []
    }
  }
  return { undo, redo }
}
