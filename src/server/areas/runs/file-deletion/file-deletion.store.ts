/** The SQL of deleting uploaded documents. */
import { type RawBuilder, sql } from 'kysely'
import type { FileId, UserId } from '#contract/core/primitives.ts'
import { runsWithInput } from '#server/areas/runs/retention/stored-content.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type FileUse =
  | 'made'
  | 'run'
  | 'batch'
  | 'knowledge'
  | 'schedule'
  | 'workflow'
  | 'test_case'
  | 'comparison'
  | 'sample'

export interface DeletableFile {
  id: FileId
  uploaded_by: UserId | null
  /** What needs it; null: nothing does. */
  use: FileUse | null
}

const underWay = sql`o.status in ('queued', 'running', 'waiting', 'paused')
  and (o.owner_id = f.owner_id or (f.owner_id is null and o.owner_id is null and o.visitor_key = f.visitor_key))`

/** What needs a file `f`; null: nothing does. */
const useOfFile = sql`case
      when f.execution_id is not null then 'made'
      when exists (${runsWithInput(sql`f.id`, underWay)}) then 'run'
      when exists (select from batches b join batch_items i on i.batch_id = b.id
        where b.owner_id = f.owner_id and i.input is not null and strpos(i.input::text, f.id::text) > 0) then 'batch'
      when exists (select from knowledge_documents d where d.file_id = f.id) then 'knowledge'
      when exists (select from service_schedules t join services s on s.id = t.service_id
        where s.owner_id = f.owner_id and strpos(t.input::text, f.id::text) > 0) then 'schedule'
      when exists (select from workflows w where w.owner_id = f.owner_id and w.ids @> array[f.id])
        or exists (select from workflow_versions v where v.ids @> array[f.id] and v.id in (
          select production_version(w.id) from workflows w where w.owner_id = f.owner_id
          union all
          select c.version_id from workflow_checkpoints c join workflows w on w.id = c.workflow_id where w.owner_id = f.owner_id
          union all
          select s.workflow_version_id from agent_versions s join agents a on a.id = s.agent_id
            where a.seller_id = f.owner_id)) then 'workflow'
      when exists (select from workflow_cases c join workflows w on w.id = c.workflow_id
        where w.owner_id = f.owner_id and strpos(c.input::text, f.id::text) > 0) then 'test_case'
      when exists (select from bench_files b where b.file_id = f.id) then 'comparison'
      when exists (select from agent_sample_files s where s.file_id = f.id) then 'sample' end`

/** Locked until the transaction ends. @returns null for a file that is not the caller's, or is gone */
export async function lockDeletable(tx: Queryable, caller: Caller, id: FileId): Promise<DeletableFile | null> {
  const own = caller.type === 'user' ? sql`f.owner_id = ${caller.id}` : sql`f.visitor_key = ${caller.key}`
  const { rows } = await sql<DeletableFile>`
    select f.id, f.uploaded_by, ${useOfFile} as use
    from files f where f.id = ${id} and ${own} and (f.expires_at is null or f.expires_at > now()) for update of f`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Nobody can open it from now on; its bytes follow. */
export async function expireFile(tx: Queryable, id: FileId): Promise<void> {
  await sql`update files set expires_at = now(), name = 'deleted' where id = ${id}`.execute(tx)
}

/** Uploaded documents that are older than so many days and that nothing needs. None for null days. */
export const oldFiles = (account: UserId, days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select f.id from files f where f.owner_id = ${account} and f.execution_id is null and (f.expires_at is null or f.expires_at > now())
    and f.created_at < now() - make_interval(days => ${days}) and ${useOfFile} is null`

/** Deletes those their account keeps no longer. @returns how many */
export async function expireOldFiles(db: Queryable, account: UserId, limit: number): Promise<number> {
  const days = sql`(select files_days from data_policies where account_id = ${account})`
  const { rows } = await sql`
    update files set expires_at = now(), name = 'deleted'
    where id in (${oldFiles(account, days)} order by f.created_at limit ${limit}) returning 1`.execute(db)
  return rows.length
}
