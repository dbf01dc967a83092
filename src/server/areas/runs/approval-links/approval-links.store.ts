/** The SQL of approval links. */
import { sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { APPROVAL_LINKS } from '#contract/runs/approval-link-values.ts'
import type { ApprovalLinkId } from '#contract/runs/approval-links.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface LinkRow {
  id: ApprovalLinkId
  recipient: string
  mailed: boolean
  made_by: string
  created_at: Date
  expires_at: Date
}

const columns = sql`l.id, l.recipient, l.is_mailed as mailed, u.display_name as made_by, l.created_at, l.expires_at`

/** Until the transaction ends nobody else makes links for this wait. */
export async function lockWait(tx: Queryable, wait: string): Promise<void> {
  await sql`select from execution_waits where id = ${wait} for no key update`.execute(tx)
}

/** Those that still open, newest first. */
export async function findLinks(db: Queryable, wait: string): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select ${columns} from approval_links l join users u on u.id = l.made_by
    where l.wait_id = ${wait} and l.expires_at > now() order by l.created_at desc, l.id limit ${APPROVAL_LINKS.per_wait}`.execute(
    db,
  )
  return rows
}

export interface NewLink {
  execution: ExecutionId
  wait: string
  owner: UserId
  made_by: UserId
  recipient: string
  mailed: boolean
  token_hash: Buffer
}

export async function insertLink(tx: Queryable, link: NewLink): Promise<LinkRow> {
  const { rows } = await sql<LinkRow>`
    with l as (
      insert into approval_links (execution_id, wait_id, owner_id, made_by, recipient, is_mailed, token_hash, expires_at)
      values (${link.execution}, ${link.wait}, ${link.owner}, ${link.made_by}, ${link.recipient}, ${link.mailed},
        ${link.token_hash}, now() + make_interval(days => ${APPROVAL_LINKS.days})) returning *)
    select ${columns} from l join users u on u.id = l.made_by`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Link missing after insert')
  return row
}

/** @returns for whom it was; null where there is none */
export async function deleteLink(tx: Queryable, wait: string, id: ApprovalLinkId): Promise<string | null> {
  const { rows } = await sql<{ recipient: string }>`
    delete from approval_links where id = ${id} and wait_id = ${wait} returning recipient`.execute(tx)
  return rows[0]?.recipient ?? null
}

export interface OpenLinkRow {
  id: ApprovalLinkId
  execution_id: ExecutionId
  wait_id: string
  owner_id: UserId
  made_by: UserId
  recipient: string
  expires_at: Date
  from: string
  /** Null where the run is a person's own. */
  workspace: string | null
  asked_by: string | null
}

/** One that hasn't expired. */
export async function findOpenLink(db: Queryable, token_hash: Buffer): Promise<OpenLinkRow | null> {
  const { rows } = await sql<OpenLinkRow>`
    select l.id, l.execution_id, l.wait_id, l.owner_id, l.made_by, l.recipient, l.expires_at, m.display_name as from,
      case o.kind when 'workspace' then o.display_name end as workspace, coalesce(a.name, w.name) as asked_by
    from approval_links l join users m on m.id = l.made_by join users o on o.id = l.owner_id
      join executions e on e.id = l.execution_id left join agents a on a.id = e.agent_id
      left join workflows w on w.id = e.workflow_id
    where l.token_hash = ${token_hash} and l.expires_at > now()`.execute(db)
  return rows[0] ?? null
}
