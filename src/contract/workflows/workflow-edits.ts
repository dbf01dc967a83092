/** Several people in one workflow: the log of edits that all of them follow, and their presence. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { JsonObject, Timestamp, UserId, WorkflowId } from '#contract/core/primitives.ts'
import { EDITS, PRESENCE } from './edit-limits.ts'
import { WORKFLOW_ROLES } from './workflow-members.ts'

const Mark = z.string().min(1).max(64)
const revision = z.number().int().min(0).max(2_000_000_000)

/** An edit on its way to the server. */
export const SentEdit = z.strictObject({
  /** Made by its sender: the same edit is known again when the answer was lost. */
  edit_id: Mark,
  /** Edits of one step are undone together: keystrokes in one field. */
  step_id: Mark,
  /** In the past tense: `Moved 2 nodes`. */
  label: z.string().max(200),
  /** The step of one's own that this takes back, or brings back. */
  undoes: Mark.nullable(),
  /** A graph operation. */
  operation: JsonObject,
})

/** An edit as it was applied. */
export const LoggedEdit = z.object({
  revision: z.number().int().describe('The revision of the workflow that this edit made.'),
  edit_id: z.string().nullable(),
  step_id: z.string(),
  label: z.string(),
  undoes: z.string().nullable().describe('The edit that it takes back; null for any other.'),
  operation: JsonObject,
  /** Applied right after it, it takes it back. */
  inverse: JsonObject,
  author: z.object({ id: UserId, name: z.string() }),
  at: Timestamp,
})

const Step = z.object({
  step_id: z.string(),
  label: z.string(),
  /** Of its first and of its last edit. */
  from_revision: z.number().int(),
  revision: z.number().int(),
  at: Timestamp,
})

export const Person = z.object({
  /** One open page. */
  client: z.string(),
  user_id: UserId,
  name: z.string(),
  /** One of five. */
  color: z.number().int(),
  /** Ids of the nodes that are selected, and of the one whose settings are open. */
  selected: z.array(z.string()),
  open: z.string().nullable().describe('Null while no settings are open.'),
  /** Where the pointer is, on the canvas. */
  cursor: z.object({ x: z.number(), y: z.number() }).nullable(),
})

/** `seq` is the revision and the SSE id: a reader continues after the last one it saw. */
export const WorkflowEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('edits'), seq: z.number().int(), edits: z.array(LoggedEdit) }),
  z.object({ type: z.literal('people'), seq: z.null(), people: z.array(Person) }),
  /** Comments were written, changed or deleted; clients that show them fetch them again. */
  z.object({ type: z.literal('comments'), seq: z.null() }),
  /** What the reader may do now; the first event of every connection. */
  z.object({
    type: z.literal('access'),
    seq: z.null(),
    revision: z.number().int(),
    name: z.string(),
    role: z.enum(WORKFLOW_ROLES),
    update: Ability,
  }),
  /** The last event: it is archived, deleted or no longer shared. */
  z.object({ type: z.literal('gone'), seq: z.null(), reason: z.string() }),
])

export type SentEdit = z.output<typeof SentEdit>
export type LoggedEdit = z.infer<typeof LoggedEdit>
export type EditStep = z.infer<typeof Step>
export type Person = z.infer<typeof Person>
export type WorkflowEvent = z.infer<typeof WorkflowEvent>

const author = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })
const after = z.coerce.number().int().min(0).max(2_000_000_000)
const coordinate = z.number().min(-10_000_000).max(10_000_000)

export const SentPresence = z.strictObject({
  client: Mark,
  selected: z.array(Mark).max(PRESENCE.selected),
  open: Mark.nullable(),
  cursor: z.strictObject({ x: coordinate, y: coordinate }).nullable(),
  /** The page is being closed. */
  leaving: z.boolean().optional(),
})
export type SentPresence = z.output<typeof SentPresence>

export const workflowEditEndpoints = {
  sendEdits: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/operations',
    access: author,
    params,
    body: z.strictObject({ base_revision: revision, edits: z.array(SentEdit).min(1).max(EDITS.at_once) }),
    returns: z.object({ revision: z.number().int(), saved_at: Timestamp }),
    errors: ['not_found', 'forbidden', 'stale_revision'],
  }),
  listEdits: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/operations',
    access: signedIn,
    large: true,
    params,
    query: z.object({
      after,
      limit: z.coerce.number().int().min(1).max(EDITS.page).default(EDITS.page),
    }),
    returns: z.object({ revision: z.number().int(), edits: z.array(LoggedEdit) }),
    errors: ['not_found'],
  }),
  getEditHistory: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/history',
    access: signedIn,
    params,
    returns: z.object({ revision: z.number().int(), undo: z.array(Step), redo: z.array(Step) }),
    errors: ['not_found'],
  }),
  followWorkflow: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/live',
    access: signedIn,
    params,
    query: z.object({ after: after.optional() }),
    returns: WorkflowEvent,
    answers: 'stream',
    errors: ['not_found', 'too_many_streams'],
  }),
  tellPresence: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/presence',
    access: signedIn,
    params,
    body: SentPresence,
    /** How its page is called in what others see. */
    returns: z.object({ client: z.string(), here: z.number().int() }),
    errors: ['not_found'],
  }),
}
