/** The SQL of conversations. Replaced messages stay stored and are left out of what is read. */
import { sql } from 'kysely'
import type { ExecutionId, FileId, Json, ServiceId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { ChatMessage, ConversationId } from '#contract/runs/conversations.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import { PLAN_TOOL } from '#contract/runs/plan.ts'
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import { dropChannelMessages } from '#server/areas/runs/retention/retention.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ConversationRow {
  id: ConversationId
  /** In whose name the runs are. */
  owner_id: UserId
  /** Who answers: a workflow (`builder`: its draft, `address`: what is published), or a service. */
  workflow_id: WorkflowId | null
  service_id: ServiceId | null
  channel: 'builder' | 'address' | 'page' | 'widget' | ChannelKindName
  /** Who writes to a service. */
  visitor_id: string | null
  /** Who writes to an address, as its caller names them. */
  end_user: string | null
  title: string
  /** A person answers in the place of the agent: messages begin no run. */
  handed_over: boolean
  created_at: Date
  updated_at: Date
}

/** As it is stored: the names are our own, see `resolveInput`. */
export interface MessageFile {
  file_id: string
  name: string
  mime: string
}

export interface MessageRow {
  id: string
  seq: string
  key: string | null
  role: ChatMessage['role']
  /** Of an answer of a person. */
  author: string | null
  text: string
  data: Json
  files: MessageFile[]
  citations: ChatMessage['citations']
  rating: ChatMessage['rating']
  /** Null where no run answers, or answered. */
  execution_id: ExecutionId | null
  started: boolean
  error: string | null
  replaced: boolean
  /** Of its run; null where that is not stored. */
  status: ExecutionStatus | null
  created_at: Date
  /** What the agent planned last, as it is in the trace of the run. */
  plan: unknown
}

/** A message that a run answers. */
export type AskingRow = Pick<MessageRow, 'id' | 'seq' | 'text' | 'files'> & { execution_id: ExecutionId }

export const isAsking = <T extends MessageRow>(message: T): message is T & AskingRow => message.execution_id !== null

const conversation = sql`c.id, c.owner_id, c.workflow_id, c.service_id, c.channel, c.visitor_id, c.end_user, c.title, c.handed_over,
  c.created_at, c.updated_at`
const message = sql`m.id, m.seq::text as seq, m.key, m.role, m.author, m.text, m.data, m.files, m.citations, m.rating, m.execution_id, m.started, m.error,
  m.replaced_by is not null as replaced, e.status, m.created_at,
  (select t.content -> 'arguments' -> 'items' from trace_entries t
    where m.role = 'person' and t.execution_id = m.execution_id and t.kind = 'tool' and t.name = ${PLAN_TOOL} and t.error is null
    order by t.id desc limit 1) as plan`

export async function findConversation(db: Queryable, id: ConversationId): Promise<ConversationRow | null> {
  const { rows } = await sql<ConversationRow>`select ${conversation} from conversations c where c.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Locked until the transaction ends: its messages are added one after the other. */
export async function lockConversation(tx: Queryable, id: ConversationId): Promise<ConversationRow | null> {
  const { rows } = await sql<ConversationRow>`
    select ${conversation} from conversations c where c.id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export async function listConversations(
  db: Queryable,
  owner: UserId,
  { workflow_id, limit, offset }: { workflow_id: WorkflowId; limit: number; offset: number },
): Promise<{ rows: ConversationRow[]; total: number }> {
  const { rows } = await sql<ConversationRow>`
    select ${conversation} from conversations c where c.owner_id = ${owner} and c.workflow_id = ${workflow_id} and c.channel = 'builder'
    order by c.updated_at desc, c.id desc limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: await countConversations(db, owner, workflow_id) }
}

export async function countConversations(db: Queryable, owner: UserId, workflow: WorkflowId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversations
    where owner_id = ${owner} and workflow_id = ${workflow} and channel = 'builder'`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertConversation(
  db: Queryable,
  made: { owner_id: UserId; workflow_id: WorkflowId },
): Promise<ConversationRow> {
  const { rows } = await sql<ConversationRow>`
    insert into conversations as c (owner_id, workflow_id, channel) values (${made.owner_id}, ${made.workflow_id}, 'builder')
    returning ${conversation}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A conversation was not returned after its insert')
  return row
}

/** The conversation of a session at the address of a workflow: the one that is there, or a new one. */
export async function takeConversationAt(
  db: Queryable,
  at: { owner_id: UserId; workflow_id: WorkflowId; session: string; session_hash: string },
): Promise<ConversationRow> {
  await sql`
    insert into conversations (owner_id, workflow_id, channel, end_user, session_hash)
    values (${at.owner_id}, ${at.workflow_id}, 'address', ${at.session}, ${at.session_hash}) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<ConversationRow>`
    select ${conversation} from conversations c
    where c.workflow_id = ${at.workflow_id} and c.session_hash = ${at.session_hash}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A conversation was not found after its insert')
  return row
}

/** Whether there is a conversation of a session that was issued here. */
export async function hasConversationAt(db: Queryable, workflow: WorkflowId, session_hash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversations where workflow_id = ${workflow} and session_hash = ${session_hash}`.execute(db)
  return rows.length > 0
}

/** Newest first, of one who writes to a service; not those that nothing was said in. */
export async function listConversationsOfVisitor(
  db: Queryable,
  visitor: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ConversationRow[]; total: number }> {
  const { rows } = await sql<ConversationRow>`
    select ${conversation} from conversations c where c.visitor_id = ${visitor} and c.title <> ''
    order by c.updated_at desc, c.id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from conversations where visitor_id = ${visitor} and title <> ''`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** Does nothing where there is one with this id. */
export async function insertVisitorConversation(
  db: Queryable,
  made: Pick<ConversationRow, 'id' | 'owner_id' | 'service_id' | 'channel' | 'visitor_id'> & { thread?: string },
): Promise<void> {
  await sql`
    insert into conversations (id, owner_id, service_id, channel, visitor_id, thread)
    values (${made.id}, ${made.owner_id}, ${made.service_id}, ${made.channel}, ${made.visitor_id}, ${made.thread ?? ''}) on conflict do nothing`.execute(
    db,
  )
}

/** All but the newest ones of a visitor. */
export async function deleteOlderOfVisitor(db: Queryable, visitor: string, keep: number): Promise<void> {
  await sql`
    delete from conversations where id in (
      select id from conversations where visitor_id = ${visitor} order by updated_at desc, id desc offset ${keep})`.execute(
    db,
  )
}

/** Conversations of others than the owner that nothing was said in for a time. @returns how many were deleted */
export async function deleteUnused(db: Queryable, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from conversations where id in (
      select id from conversations where channel <> 'builder' and updated_at < now() - ${days} * interval '1 day'
      order by updated_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** @returns false when there is no such answer */
export async function rateAnswer(
  db: Queryable,
  id: ConversationId,
  message_id: string,
  { rating, reason }: { rating: 'up' | 'down' | null; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update conversation_messages set rating = ${rating}, rating_reason = ${reason}, rated_at = now()
    where id = ${message_id} and conversation_id = ${id} and role = 'agent' returning 1`.execute(db)
  return rows.length > 0
}

/** Files that came with messages of a conversation, as they were named then. */
export async function findFilesOf(db: Queryable, id: ConversationId): Promise<MessageFile[]> {
  const { rows } = await sql<MessageFile>`
    select distinct f ->> 'file_id' as file_id, f ->> 'name' as name, f ->> 'mime' as mime
    from conversation_messages m, jsonb_array_elements(m.files) f where m.conversation_id = ${id}`.execute(db)
  return rows
}

/** A file of an answer, of the agent or of a person, as its owner keeps it; null for any other. */
export async function findFileOfAnswer(
  db: Queryable,
  id: ConversationId,
  file: FileId,
): Promise<{ id: FileId; name: string; mime: string; bytes: number } | null> {
  const { rows } = await sql<{ id: FileId; name: string; mime: string; bytes: number }>`
    select f.id, f.name, f.mime, f.bytes::float8 as bytes
    from conversations c join files f on f.owner_id = c.owner_id
    where c.id = ${id} and f.id = ${file} and (f.expires_at is null or f.expires_at > now())
      and exists (select from conversation_messages m, jsonb_array_elements(m.files) x
        where m.conversation_id = c.id and m.role in ('agent', 'staff') and m.replaced_by is null and x ->> 'file_id' = f.id::text)`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The runs that answer in it, or answered; of replaced messages, too. Those that were never stored are left out. */
export async function findRunsOf(
  tx: Queryable,
  id: ConversationId,
): Promise<{ id: ExecutionId; status: ExecutionStatus }[]> {
  const { rows } = await sql<{ id: ExecutionId; status: ExecutionStatus }>`
    select e.id, e.status from executions e where e.id in (
      select execution_id from conversation_messages where conversation_id = ${id})
    order by e.id for update`.execute(tx)
  return rows
}

/** What came and went through its channel. The rows of what came stay: services repeat their deliveries. */
export async function dropChannelMessagesOf(tx: Queryable, id: ConversationId): Promise<void> {
  await dropChannelMessages(tx, sql`m.conversation_id = ${id}`)
}

/** Files that persons sent in it without a run, such as answers from the inbox. */
export async function expireFilesOf(tx: Queryable, id: ConversationId): Promise<void> {
  await sql`
    update files f set expires_at = now(), name = 'deleted' from conversations c, conversation_messages m, jsonb_array_elements(m.files) x
    where c.id = ${id} and m.conversation_id = c.id and m.execution_id is null and f.id::text = x ->> 'file_id' and f.owner_id = c.owner_id
      and f.execution_id is null`.execute(tx)
}

export async function deleteConversation(tx: Queryable, id: ConversationId): Promise<void> {
  await sql`delete from conversations where id = ${id}`.execute(tx)
}

/** The newest message that a run answers, or answered. @returns whether nothing more is to come: the answer is there, or a person spoke since */
export async function findLastTurn(
  db: Queryable,
  id: ConversationId,
): Promise<(MessageRow & { settled: boolean }) | null> {
  const { rows } = await sql<MessageRow & { settled: boolean }>`
    select ${message}, exists (select from conversation_messages a where a.conversation_id = m.conversation_id and a.seq > m.seq
      and (a.role = 'staff' or (a.role = 'agent' and a.execution_id = m.execution_id))) as settled
    from conversation_messages m left join executions e on e.id = m.execution_id
    where m.conversation_id = ${id} and m.role = 'person' and m.execution_id is not null and m.replaced_by is null
    order by m.seq desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Newest first. */
export async function listMessages(
  db: Queryable,
  id: ConversationId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const [page, counted] = await Promise.all([
    sql<MessageRow>`
      select ${message} from conversation_messages m left join executions e on e.id = m.execution_id
      where m.conversation_id = ${id} and m.replaced_by is null order by m.seq desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`
      select count(*)::int as count from conversation_messages where conversation_id = ${id} and replaced_by is null`.execute(
      db,
    ),
  ])
  return { rows: page.rows, total: counted.rows[0]?.count ?? 0 }
}

/** All that are kept, replaced ones too. */
export async function countMessages(db: Queryable, id: ConversationId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_messages where conversation_id = ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findMessageByKey(db: Queryable, id: ConversationId, key: string): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${message} from conversation_messages m left join executions e on e.id = m.execution_id
    where m.conversation_id = ${id} and m.key = ${key}`.execute(db)
  return rows[0] ?? null
}

export async function findMessage(db: Queryable, id: ConversationId, message_id: string): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${message} from conversation_messages m left join executions e on e.id = m.execution_id
    where m.conversation_id = ${id} and m.id = ${message_id}`.execute(db)
  return rows[0] ?? null
}

/** Messages of persons whose run has succeeded and whose answer is not in the conversation yet, oldest first. */
export async function findToSettle(db: Queryable, id: ConversationId): Promise<{ execution_id: ExecutionId }[]> {
  const { rows } = await sql<{ execution_id: ExecutionId }>`
    select m.execution_id from conversation_messages m join executions e on e.id = m.execution_id
    where m.conversation_id = ${id} and m.role = 'person' and m.replaced_by is null and e.status = 'succeeded'
      and not exists (select from conversation_messages a where a.execution_id = m.execution_id and a.role = 'agent')
      and not exists (select from conversation_messages s where s.conversation_id = m.conversation_id and s.role = 'staff'
        and s.seq > m.seq)
    order by m.seq limit 100`.execute(db)
  return rows
}

interface NewMessage {
  conversation_id: ConversationId
  text: string
}

/** @param made `execution_id` is of the run that is to answer; null where a person does */
export async function insertPersonMessage(
  tx: Queryable,
  made: NewMessage & { id: string; key: string; files: readonly MessageFile[]; execution_id: string | null },
): Promise<void> {
  await sql`
    insert into conversation_messages (id, conversation_id, key, role, text, files, execution_id, started)
    values (${made.id}, ${made.conversation_id}, ${made.key}, 'person', ${made.text}, ${JSON.stringify(made.files)}::jsonb,
      ${made.execution_id}, ${made.execution_id === null})`.execute(tx)
}

/** What a person answers in the place of the agent. @returns its id */
export async function insertStaffMessage(
  tx: Queryable,
  made: NewMessage & { id: string; key: string; author: string; files: readonly MessageFile[] },
): Promise<void> {
  await sql`
    insert into conversation_messages (id, conversation_id, key, role, author, text, files, started)
    values (${made.id}, ${made.conversation_id}, ${made.key}, 'staff', ${made.author}, ${made.text},
      ${JSON.stringify(made.files)}::jsonb, true)`.execute(tx)
}

/** What both sides are told. */
export async function insertNotice(tx: Queryable, made: NewMessage & { id: string }): Promise<void> {
  await sql`
    insert into conversation_messages (id, conversation_id, role, text, started)
    values (${made.id}, ${made.conversation_id}, 'notice', ${made.text}, true)`.execute(tx)
}

/** Whether a person has answered after a message. */
export async function isAnsweredByStaff(db: Queryable, id: ConversationId, seq: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversation_messages where conversation_id = ${id} and role = 'staff' and seq > ${seq}::bigint limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether a message came before a hand-over, or while a person had the conversation. */
export async function isHandedOverSince(db: Queryable, id: ConversationId, seq: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversation_messages where conversation_id = ${id} and seq > ${seq}::bigint and replaced_by is null
      and (role in ('staff', 'notice') or (role = 'person' and execution_id is null)) limit 1`.execute(db)
  return rows.length > 0
}

/** A message that no run has begun for is for the person who has the conversation. @returns whether it was waiting for one */
export async function leaveToPerson(tx: Queryable, message_id: string): Promise<boolean> {
  const { rows } = await sql`
    update conversation_messages set execution_id = null, started = true
    where id = ${message_id} and not started and error is null returning 1`.execute(tx)
  return rows.length > 0
}

/** Takes an answer away that never reached its person. */
export async function deleteAnswer(tx: Queryable, execution_id: ExecutionId): Promise<void> {
  await sql`delete from conversation_messages where execution_id = ${execution_id} and role = 'agent'`.execute(tx)
}

export async function setHandedOver(tx: Queryable, id: ConversationId, handed_over: boolean): Promise<void> {
  await sql`update conversations set handed_over = ${handed_over}, updated_at = now() where id = ${id}`.execute(tx)
}

/**
 * Once for each run: several readers may find the same answer. One whose question is replaced meanwhile is not added, nor one after the
 * words of a person. Called under the lock of the conversation.
 */
export async function insertAnswer(
  tx: Queryable,
  made: NewMessage & Pick<MessageRow, 'data' | 'citations' | 'files'> & { execution_id: string },
): Promise<void> {
  await sql`
    insert into conversation_messages (conversation_id, role, text, data, citations, files, execution_id, started)
    select ${made.conversation_id}, 'agent', ${made.text}, ${made.data === null ? null : JSON.stringify(made.data)}::json,
      ${JSON.stringify(made.citations)}::jsonb, ${JSON.stringify(made.files)}::jsonb, ${made.execution_id}, true
    where exists (select from conversation_messages q where q.execution_id = ${made.execution_id} and q.role = 'person'
      and q.replaced_by is null and not exists (
        select from conversation_messages s where s.conversation_id = q.conversation_id and s.role = 'staff' and s.seq > q.seq))
    on conflict do nothing`.execute(tx)
}

/** Marks a message and all after it as replaced. */
export async function replaceFrom(tx: Queryable, id: ConversationId, seq: string, by: string): Promise<void> {
  await sql`
    update conversation_messages set replaced_by = ${by}
    where conversation_id = ${id} and seq >= ${seq}::bigint and replaced_by is null and id <> ${by}`.execute(tx)
}

export async function touchConversation(tx: Queryable, id: ConversationId, title: string): Promise<void> {
  await sql`
    update conversations set updated_at = now(), title = case when title = '' then ${title} else title end where id = ${id}`.execute(
    tx,
  )
}

/** What was said, as an agent is told of it. */
export interface SaidRow {
  role: 'person' | 'agent' | 'staff'
  author: string | null
  text: string
  data: Json
}

/** The conversation before a message, oldest first; at most `limit`. */
export async function findBefore(db: Queryable, id: ConversationId, seq: string, limit: number): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow>`
    select m.role, m.author, m.text, m.data from conversation_messages m
    where m.conversation_id = ${id} and m.seq < ${seq}::bigint and m.replaced_by is null and m.role <> 'notice'
    order by m.seq desc limit ${limit}`.execute(db)
  return rows.reverse()
}

export async function markStarted(db: Queryable, message_id: string): Promise<void> {
  await sql`update conversation_messages set started = true where id = ${message_id}`.execute(db)
}

export async function markFailed(db: Queryable, message_id: string, error: string): Promise<void> {
  await sql`update conversation_messages set error = ${error} where id = ${message_id} and not started`.execute(db)
}

/** What it took the place of is there again. */
export async function deleteMessage(db: Queryable, message_id: string): Promise<void> {
  await sql`delete from conversation_messages where id = ${message_id}`.execute(db)
}

export interface LeftRow {
  id: string
  conversation_id: ConversationId
}

/** Accepted some seconds ago and not started: their process died in between. */
export async function findLeft(db: Queryable, limit: number): Promise<LeftRow[]> {
  const { rows } = await sql<LeftRow>`
    select id, conversation_id from conversation_messages
    where not started and error is null and created_at < now() - interval '10 seconds' order by created_at limit ${limit}`.execute(
    db,
  )
  return rows
}
