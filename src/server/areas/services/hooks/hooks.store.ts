/** The SQL of webhooks of services. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/core/access.ts'
import type { ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface HookRow {
  service_id: ServiceId
  token: string | null
  enabled: boolean
  last_at: Date | null
}

/** Null for a foreign service; without a token before it was first switched on. */
export async function findOwnHook(db: Queryable, owner: UserId, service: ServiceId): Promise<HookRow | null> {
  const { rows } = await sql<HookRow>`
    select s.id as service_id, h.token, coalesce(h.enabled, false) as enabled,
      (select max(d.arrived_at) from service_hook_deliveries d where d.service_id = s.id) as last_at
    from services s left join service_hooks h on h.service_id = s.id where s.id = ${service} and s.owner_id = ${owner}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function saveHook(tx: Queryable, service: ServiceId, enabled: boolean, token: string): Promise<void> {
  await sql`
    insert into service_hooks (service_id, token, enabled) values (${service}, ${token}, ${enabled})
    on conflict (service_id) do update set enabled = excluded.enabled`.execute(tx)
}

export interface ReceiverRow {
  service_id: ServiceId
  owner_id: UserId
  /** Null while the account may not act. */
  role: Role | null
  input_schema: unknown
}

/** Null for an unknown address, and for one that is off. */
export async function findReceiver(db: Queryable, token: string): Promise<ReceiverRow | null> {
  const { rows } = await sql<ReceiverRow>`
    select h.service_id, s.owner_id, v.input_schema,
      case when u.status <> 'deactivated' and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false)) then u.role end as role
    from service_hooks h join services s on s.id = h.service_id join users u on u.id = s.owner_id
      join agent_versions v on v.id = s.agent_version_id
    where h.token = ${token} and h.enabled`.execute(db)
  return rows[0] ?? null
}

const hashOf = (delivery: string): Buffer => createHash('sha256').update(delivery).digest()

export async function findDelivered(db: Queryable, service: ServiceId, delivery: string): Promise<ExecutionId | null> {
  const { rows } = await sql<{ execution_id: ExecutionId }>`
    select execution_id from service_hook_deliveries where service_id = ${service} and delivery = ${hashOf(delivery)}`.execute(
    db,
  )
  return rows[0]?.execution_id ?? null
}

/** Waits for another request with this delivery. @returns false when that one was first */
export async function noteDelivered(
  tx: Queryable,
  service: ServiceId,
  delivery: string,
  execution_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into service_hook_deliveries (service_id, delivery, execution_id)
    values (${service}, ${hashOf(delivery)}, ${execution_id}) on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export async function deleteOldDeliveries(db: Queryable): Promise<void> {
  await sql`delete from service_hook_deliveries where arrived_at < now() - interval '7 days'`.execute(db)
}
