/** The verbs of comments: all members may comment, viewers too; people who are mentioned or answered are notified. */

import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { COMMENT_LIMITS } from '#contract/workflows/comment-limits.ts'
import type { CommentPerson, CreateComment, UpdateComment, WorkflowComment } from '#contract/workflows/comments.ts'
import type { WorkflowRole } from '#contract/workflows/workflow-members.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './comments.store.ts'
import { findMemberRole } from './members.store.ts'
import { publishToFeed } from './workflow-feed.ts'
import { authorOf, type LookGrant } from './workflows.policy.ts'

export interface Comments {
  items: WorkflowComment[]
  people: CommentPerson[]
}

/** @throws not_found for a stranger */
async function roleOf(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<WorkflowRole> {
  const role = await findMemberRole(db, id, grant.on)
  if (role === null) throw new AppError('not_found')
  return role
}

const present = (row: store.CommentRow, reader: UserId, role: WorkflowRole): WorkflowComment => {
  const isOwn = row.author_id === reader
  return {
    id: row.id,
    parent_id: row.parent_id,
    node_id: row.node_id,
    node_title: row.node_title,
    point: row.x === null || row.y === null ? null : { x: row.x, y: row.y },
    text: row.text,
    author: row.author_id === null ? null : { id: row.author_id, name: row.author ?? '' },
    mentions: row.mentions,
    is_own: isOwn,
    may_delete: row.deleted_at === null && (isOwn || role === 'owner'),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by: row.resolved_by,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    is_deleted: row.deleted_at !== null,
  }
}

/** @throws not_found, also for a stranger */
export async function listComments(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<Comments> {
  const role = await roleOf(db, grant, id)
  const [rows, people] = await Promise.all([store.findComments(db, id), store.findPeople(db, id)])
  return {
    items: rows.map((row) => present(row, authorOf(grant), role)),
    people: people.filter((person) => person.id !== authorOf(grant)),
  }
}

/** Only those who work on the workflow can be named: nobody else would see what is meant. @throws invalid_input */
async function refuseStrangers(db: Queryable, id: WorkflowId, mentions: readonly UserId[]): Promise<void> {
  if (mentions.length === 0) return
  const people = new Set((await store.findPeople(db, id)).map((person) => person.id))
  const index = mentions.findIndex((mention) => !people.has(mention))
  if (index !== -1) throw fieldError(`mentions.${index}`, 'This person isn’t a member of the workflow.')
}

/** Clients that have the workflow open are told when this commits. */
const wakeReaders = (tx: Queryable, id: WorkflowId) => publishToFeed(tx, { id, comments: true })

interface Said {
  workflow: WorkflowId
  /** Of the comment, and of the one that began its thread. */
  id: string
  root: string
  text: string
  mentions: readonly UserId[]
  /** Who else has a part in it. */
  others: readonly UserId[]
}

/** Those who are named and those who are answered, each once, and never the one who speaks. */
async function tell(tx: Queryable, grant: LookGrant, said: Said): Promise<void> {
  const people = new Set((await store.findPeople(tx, said.workflow)).map((person) => person.id))
  const named = new Set(said.mentions)
  const to = [...new Set([...said.mentions, ...said.others])]
    .filter((one) => one !== authorOf(grant) && people.has(one))
    .sort()
  if (to.length === 0) return
  const { person, workflow, within } = await store.nameOf(tx, said.workflow, authorOf(grant))
  for (const one of to)
    await notify(tx, one, {
      kind: 'mention',
      title: named.has(one)
        ? say('{person} mentioned you in “{workflow}”', { person, workflow })
        : say('{person} replied in “{workflow}”', { person, workflow }),
      message: verbatim(said.text),
      href: `${within}/my-workflows/${said.workflow}?comment=${said.id}`,
      group: `comment:${said.root}`,
    })
}

/** @throws not_found (also for the comment it answers), invalid_input (nobody to name, no such node), limit_reached */
export async function createComment(
  db: Database,
  grant: LookGrant,
  id: WorkflowId,
  wanted: CreateComment,
): Promise<Comments & { id: string }> {
  const made = await db.transaction().execute(async (tx) => {
    await roleOf(tx, grant, id)
    const { text, node_id: node = null, point = null, mentions = [] } = wanted
    await refuseStrangers(tx, id, mentions)
    if (node !== null && !(await store.hasNode(tx, id, node))) throw fieldError('node_id', 'This node doesn’t exist.')
    const parent = wanted.parent_id === undefined ? null : await store.lockComment(tx, id, wanted.parent_id)
    if (wanted.parent_id !== undefined && !parent) throw new AppError('not_found')
    // A reply to a reply belongs to the same thread.
    const root = parent?.parent_id ?? parent?.id ?? null
    const row = {
      workflow: id,
      author: authorOf(grant),
      parent: root,
      text,
      mentions: [...new Set(mentions)],
      node,
      point,
    }
    const comment = await store.insertComment(tx, row, COMMENT_LIMITS.most)
    if (comment === null)
      throw new AppError('limit_reached', { message: `A workflow can have up to ${COMMENT_LIMITS.most} comments.` })
    const others = root === null ? [] : await store.findWriters(tx, root)
    await tell(tx, grant, { workflow: id, id: comment, root: root ?? comment, text, mentions, others })
    await wakeReaders(tx, id)
    return comment
  })
  return { ...(await listComments(db, grant, id)), id: made }
}

/**
 * @throws not_found, forbidden (another person's comment), illegal_transition (a reply is not resolved), invalid_input
 */
export async function updateComment(
  db: Database,
  grant: LookGrant,
  { id, comment_id }: { id: WorkflowId; comment_id: string },
  wanted: UpdateComment,
): Promise<Comments> {
  await db.transaction().execute(async (tx) => {
    const role = await roleOf(tx, grant, id)
    const row = await store.lockComment(tx, id, comment_id)
    if (!row || row.deleted_at) throw new AppError('not_found')
    await wakeReaders(tx, id)
    await movePin(tx, { id, row, may: row.author_id === authorOf(grant) || role === 'owner' }, wanted)
    if (wanted.text !== undefined || wanted.mentions !== undefined) await rewrite(tx, grant, { id, row }, wanted)
    if (wanted.resolved === undefined) return
    if (row.parent_id !== null)
      throw new AppError('illegal_transition', { message: 'Resolve a thread through its first comment.' })
    if (wanted.resolved !== (row.resolved_at !== null))
      await store.setResolved(tx, row.id, wanted.resolved ? authorOf(grant) : null)
  })
  return listComments(db, grant, id)
}

/** @throws forbidden, illegal_transition (a reply is positioned with its comment), invalid_input (no such node) */
async function movePin(
  tx: Queryable,
  { id, row, may }: { id: WorkflowId; row: store.LockedComment; may: boolean },
  wanted: UpdateComment,
): Promise<void> {
  const { node_id: node = null, point = null } = wanted
  if (node === null && point === null) return
  if (!may)
    throw new AppError('forbidden', { message: 'Only the author of a comment or the workflow’s owner can move it.' })
  if (row.parent_id !== null)
    throw new AppError('illegal_transition', { message: 'A reply can’t be moved on its own.' })
  if (node !== null && !(await store.hasNode(tx, id, node))) throw fieldError('node_id', 'This node doesn’t exist.')
  await store.setPin(tx, id, row.id, { node, point })
}

async function rewrite(
  tx: Queryable,
  grant: LookGrant,
  { id, row }: { id: WorkflowId; row: store.LockedComment },
  wanted: UpdateComment,
): Promise<void> {
  if (row.author_id !== authorOf(grant))
    throw new AppError('forbidden', { message: 'Only the author of a comment can edit it.' })
  if (wanted.text === undefined) throw fieldError('text', 'Send the words with the people who are named in them.')
  const mentions = [...new Set(wanted.mentions ?? row.mentions)]
  const added = mentions.filter((mention) => !row.mentions.includes(mention))
  await refuseStrangers(tx, id, added)
  const { text } = wanted
  await store.setText(tx, row.id, { text, mentions })
  // People mentioned before have already been notified.
  await tell(tx, grant, { workflow: id, id: row.id, root: row.parent_id ?? row.id, text, mentions: added, others: [] })
}

/** @throws not_found, forbidden */
export async function deleteComment(
  db: Database,
  grant: LookGrant,
  { id, comment_id }: { id: WorkflowId; comment_id: string },
): Promise<Comments> {
  await db.transaction().execute(async (tx) => {
    const role = await roleOf(tx, grant, id)
    const row = await store.lockComment(tx, id, comment_id)
    if (!row || row.deleted_at) throw new AppError('not_found')
    if (row.author_id !== authorOf(grant) && role !== 'owner')
      throw new AppError('forbidden', {
        message: 'Only the author of a comment or the workflow’s owner can delete it.',
      })
    await store.removeComment(tx, row)
    await wakeReaders(tx, id)
  })
  return listComments(db, grant, id)
}
