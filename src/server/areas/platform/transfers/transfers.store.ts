/** The SQL of transfers and of the accounts between which things move. */
import { sql } from 'kysely'
import { TRANSFERS } from '#contract/accounts/transfer-values.ts'
import type { NamedThing, TransferId, TransferThing } from '#contract/accounts/transfers.ts'
import { rolesWith } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface TransferRow {
  id: TransferId
  status: 'offered' | 'done' | 'declined' | 'cancelled'
  is_over: boolean
  from_id: UserId
  from_name: string
  from_slug: string | null
  to_id: UserId
  to_name: string
  to_slug: string | null
  things: TransferThing[]
  moves: NamedThing[]
  moves_secrets: boolean
  offered_by: UserId | null
  offered_by_name: string | null
  created_at: Date
  expires_at: Date
  decided_at: Date | null
}

const columns = sql`t.id, t.status, t.status = 'offered' and t.expires_at <= now() as is_over, t.from_id, f.display_name as from_name,
  fw.slug as from_slug, t.to_id, o.display_name as to_name, ow.slug as to_slug, t.things, t.moves, t.moves_secrets,
  t.offered_by, p.display_name as offered_by_name, t.created_at, t.expires_at, t.decided_at`
const joined = sql`transfers t join users f on f.id = t.from_id left join workspaces fw on fw.id = t.from_id
  join users o on o.id = t.to_id left join workspaces ow on ow.id = t.to_id left join users p on p.id = t.offered_by`

/** Newest first: from this account and to it. */
export async function findTransfers(
  db: Queryable,
  account: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: TransferRow[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<TransferRow>`select ${columns} from ${joined} where t.from_id = ${account} or t.to_id = ${account}
      order by t.created_at desc, t.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from transfers where from_id = ${account} or to_id = ${account}`.execute(db),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

/** One that this account gives or gets. @param lock until the transaction ends */
export async function findTransfer(
  db: Queryable,
  account: UserId,
  id: TransferId,
  { lock }: { lock: boolean },
): Promise<TransferRow | null> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from ${joined} where t.id = ${id} and (t.from_id = ${account} or t.to_id = ${account})
    ${lock ? sql`for update of t` : sql``}`.execute(db)
  return rows[0] ?? null
}

export async function insertTransfer(
  tx: Queryable,
  made: {
    from: UserId
    to: UserId
    by: UserId
    status: 'offered' | 'done'
    things: readonly TransferThing[]
    moves: readonly NamedThing[]
    moves_secrets: boolean
  },
): Promise<TransferId> {
  const isDone = made.status === 'done'
  const { rows } = await sql<{ id: TransferId }>`
    insert into transfers (from_id, to_id, status, things, moves, moves_secrets, offered_by, decided_by, decided_at, expires_at)
    values (${made.from}, ${made.to}, ${made.status}, ${JSON.stringify(made.things)}::jsonb, ${JSON.stringify(made.moves)}::jsonb,
      ${made.moves_secrets}, ${made.by}, ${isDone ? made.by : null}, ${isDone ? sql`now()` : null},
      now() + make_interval(days => ${TRANSFERS.offer_days})) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('No transfer was written')
  return row.id
}

export async function decideTransfer(
  tx: Queryable,
  id: TransferId,
  status: 'done' | 'declined' | 'cancelled',
  by: UserId,
): Promise<void> {
  await sql`update transfers set status = ${status}, decided_by = ${by}, decided_at = now() where id = ${id}`.execute(
    tx,
  )
}

/** The records of runs take it from here. Runs that follow later are noted with the first ones' transfer. */
export async function insertRunMoves(
  tx: Queryable,
  transfer: TransferId,
  { runs, by, from, to }: { runs: readonly string[]; by: UserId; from: PlaceRow; to: PlaceRow },
): Promise<void> {
  const nameOf = ({ name, slug }: PlaceRow) => (slug === null ? null : name)
  await sql`
    insert into run_moves (execution_id, transfer_id, person_id, from_name, to_name)
    select r.id, ${transfer}, ${by}, ${nameOf(from)}, ${nameOf(to)} from unnest(${sql.val(runs)}::uuid[]) as r (id)
    on conflict do nothing`.execute(tx)
}

export interface PlaceRow {
  id: UserId
  name: string
  slug: string | null
}

/** A workspace that may act, by its address. */
export async function findWorkspaceBySlug(db: Queryable, slug: string): Promise<PlaceRow | null> {
  const { rows } = await sql<PlaceRow>`
    select u.id, u.display_name as name, w.slug from workspaces w join users u on u.id = w.id
    where w.slug = ${slug} and not ${mayNotAct}`.execute(db)
  return rows[0] ?? null
}

/** An account that may act. */
export async function findAccount(db: Queryable, id: UserId): Promise<PlaceRow | null> {
  const { rows } = await sql<PlaceRow>`
    select u.id, u.display_name as name, w.slug from users u left join workspaces w on w.id = u.id
    where u.id = ${id} and not ${mayNotAct}`.execute(db)
  return rows[0] ?? null
}

/** Whether a person may still move things out of an account or into it: it is theirs, or their role in the workspace has the right. */
export async function hasRight(db: Queryable, account: UserId, person: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.id = ${person} and not ${mayNotAct} and (u.id = ${account} or exists (
      select from workspace_members m where m.workspace_id = ${account} and m.user_id = u.id and m.role = any(${rolesWith('transfer')})))`.execute(
    db,
  )
  return rows.length > 0
}
