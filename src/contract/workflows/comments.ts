/** What people who work on a workflow say of it: pinned to a node or a point of the canvas, answered, resolved. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { page, Timestamp, UserId, WorkflowId, wholeList } from '#contract/core/primitives.ts'
import { COMMENT_LIMITS } from './comment-limits.ts'

const Person = z.object({ id: UserId, name: z.string() })
export type CommentPerson = z.infer<typeof Person>

export const WorkflowComment = z.object({
  id: z.uuid(),
  /** The comment it answers. */
  parent_id: z.uuid().nullable(),
  /** The node it is pinned to, and what that was called then. */
  node_id: z.string().nullable(),
  node_title: z.string().nullable(),
  /** A place on the canvas, in px at 100 %. */
  point: z.object({ x: z.number(), y: z.number() }).nullable(),
  /** Plain text; empty for a deleted one that was answered. */
  text: z.string(),
  /** Null for an account that is gone and a deleted comment. */
  author: Person.nullable(),
  mentions: z.array(Person),
  /** It is the reader’s own. */
  is_own: z.boolean(),
  may_delete: z.boolean(),
  resolved_at: Timestamp.nullable().describe('Null while it is open.'),
  resolved_by: z.string().nullable(),
  created_at: Timestamp,
  edited_at: Timestamp.nullable().describe('Null when it was never edited.'),
  is_deleted: z.boolean(),
})
export type WorkflowComment = z.infer<typeof WorkflowComment>

const Comments = z.object({
  /** Oldest first, answers among them. */
  items: z.array(WorkflowComment),
  /** Who can be mentioned: all members of the workflow except the reader. */
  people: z.array(Person),
})

const Text = z.string().trim().min(1, 'Enter a comment').max(COMMENT_LIMITS.text)
const Mentions = z.array(UserId).max(COMMENT_LIMITS.mentions)
const coordinate = z.number().min(-1_000_000).max(1_000_000)
const Point = z.strictObject({ x: coordinate, y: coordinate })
const NodeName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)

export const CreateComment = z
  .strictObject({
    text: Text,
    mentions: Mentions.optional(),
    parent_id: z.uuid().optional(),
    node_id: NodeName.optional(),
    point: Point.optional(),
  })
  .refine((body) => [body.parent_id, body.node_id, body.point].filter((one) => one !== undefined).length <= 1, {
    message: 'Send only one of parent_id, node_id and point',
    path: ['parent_id'],
  })
export type CreateComment = z.output<typeof CreateComment>

export const UpdateComment = z
  .strictObject({
    /** Of one’s own comment. */
    text: Text.optional(),
    mentions: Mentions.optional(),
    /** Of any comment that is no answer. */
    resolved: z.boolean().optional(),
    /** Pins one’s own comment, or as the owner of the workflow any, to another node or place; no answer has a pin of its own. */
    node_id: NodeName.optional(),
    point: Point.optional(),
  })
  .refine(({ node_id, point }) => node_id === undefined || point === undefined, {
    message: 'Send a node or a point',
    path: ['point'],
  })
export type UpdateComment = z.output<typeof UpdateComment>

const params = z.object({ id: WorkflowId })
const one = params.extend({ comment_id: z.uuid() })

export const commentEndpoints = {
  listComments: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/comments',
    access: signedIn,
    params,
    query: wholeList(COMMENT_LIMITS.most),
    returns: Comments.extend(page),
    errors: ['not_found'],
  }),
  createComment: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/comments',
    access: signedIn,
    params,
    body: CreateComment,
    returns: Comments.extend({ id: z.uuid() }),
    errors: ['not_found', 'limit_reached'],
    success: 201,
  }),
  updateComment: endpoint({
    method: 'PUT',
    path: '/api/v1/workflows/{id}/comments/{comment_id}',
    access: signedIn,
    params: one,
    body: UpdateComment,
    returns: Comments,
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  deleteComment: endpoint({
    method: 'DELETE',
    path: '/api/v1/workflows/{id}/comments/{comment_id}',
    access: signedIn,
    params: one,
    returns: Comments,
    errors: ['not_found', 'forbidden'],
  }),
}
