/** The SQL of chats that are older than their account keeps them. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import { deletePayloads } from '#server/areas/runs/retention/retention.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteConversation, dropChannelMessagesOf, expireFilesOf, findRunsOf } from './conversations.store.ts'
import { deleteChatNotices } from './hand-overs.ts'

/** Chats in which nobody wrote for so many days, and no run is under way. None for null days. */
export const oldChats = (account: UserId, days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select c.id from conversations c where c.owner_id = ${account} and c.updated_at < now() - make_interval(days => ${days})
    and not exists (select from conversation_messages m join executions e on e.id = m.execution_id
      where m.conversation_id = c.id and e.finished_at is null)`

/** With what went in and came out of their runs, which stay as lines. @returns how many */
export const deleteOldChats = (db: Database, account: UserId, limit: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const days = sql`(select chats_days from data_policies where account_id = ${account})`
    const { rows } = await sql<{ id: ConversationId }>`
      ${oldChats(account, days)} order by c.updated_at limit ${limit} for update of c skip locked`.execute(tx)
    for (const { id } of rows) {
      const runs = await findRunsOf(tx, id)
      await dropChannelMessagesOf(tx, id)
      await expireFilesOf(tx, id)
      await deletePayloads(
        tx,
        runs.map((run) => run.id),
      )
      await deleteChatNotices(tx, id)
      await deleteConversation(tx, id)
    }
    return rows.length
  })
