/** The SQL of what is watched in apps, and of what arrived. */
import { sql } from 'kysely'
import type { AppTriggerKind } from '#contract/connectors/app-trigger-values.ts'
import type { Json, JsonObject, UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { Watched } from '#server/areas/connectors/connectors.ts'
import { actsForWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { toStorableJson } from '#server/platform/database/storable-json.ts'
import type { SealedSecret } from './secrets.ts'

/** A process that dies leaves what it was at to others after this. */
const TAKEN_S = 150
/** What one owner has under way at a time in the whole installation, so that others get their turn. */
const OF_ONE_OWNER = 4

export interface WantedRow {
  trigger_id: string
  owner_id: UserId
  config: JsonObject
}

/** Workflow triggers that are on and have nothing that watches, or something that watches other things. */
export async function findUnmatched(db: Queryable, limit: number): Promise<WantedRow[]> {
  const { rows } = await sql<WantedRow>`
    select t.id as trigger_id, w.owner_id, t.config
    from workflow_triggers t join workflows w on w.id = t.workflow_id and w.archived_at is null
    left join app_triggers a on a.trigger_id = t.id and a.state <> 'ending'
    where t.type = 'app' and t.enabled and (a.id is null or a.owner_id <> w.owner_id or a.watched <> ${watchedOf})
    limit ${limit}`.execute(db)
  return rows
}

/** The part of a node's settings that says what is watched. */
const watchedOf = sql`jsonb_build_object('integration', coalesce(t.config ->> 'integration', ''), 'trigger', coalesce(t.config ->> 'trigger', ''),
  'credential', t.config ->> 'credential', 'input', coalesce(t.config -> 'input', '{}'), 'identity', coalesce(t.config ->> 'identity', ''))`

export interface NewAppTrigger {
  id: string
  trigger_id: string
  owner_id: UserId
  watched: Watched
  kind: AppTriggerKind
  token: string
  secret: SealedSecret
  /** Null where it can be watched. */
  error: string | null
  /** It starts once its plugin is enabled. */
  waits_for_plugin: boolean
}

/** Begins to watch, once however many processes try. What watched something else for the same workflow ends. */
export async function beginWatching(tx: Queryable, row: NewAppTrigger): Promise<void> {
  const { id, trigger_id, owner_id, watched, kind, token, error, waits_for_plugin } = row
  const { key_id, wrapped_key, sealed } = row.secret
  await sql`
    update app_triggers set state = 'ending', next_at = now(), failures = 0
    where trigger_id = ${trigger_id} and state <> 'ending'`.execute(tx)
  await sql`
    insert into app_triggers (id, trigger_id, owner_id, credential_id, integration, watched, kind, token, key_id, wrapped_key, sealed, state, error,
      waits_for_plugin)
    select ${id}::uuid, ${trigger_id}::uuid, ${owner_id}::uuid, (select id from credentials where id = ${watched.credential}::uuid and owner_id = ${owner_id}),
      ${watched.integration}, ${JSON.stringify(watched)}::jsonb, ${kind}, ${token}, ${key_id}::text, ${wrapped_key}::bytea, ${sealed}::bytea, ${error === null ? 'starting' : 'stopped'}, ${error},
      ${waits_for_plugin}::boolean
    where exists (select from workflow_triggers where id = ${trigger_id} and type = 'app' and enabled)
    on conflict (trigger_id) where state <> 'ending' do nothing`.execute(tx)
}

/** What watches for a workflow that is off, gone or of another owner ends. @returns how many */
export async function endUnwanted(db: Queryable): Promise<number> {
  const { numAffectedRows } = await sql`
    update app_triggers a set state = 'ending', next_at = now(), failures = 0, taken_until = null
    where a.state <> 'ending' and not exists (
      select from workflow_triggers t join workflows w on w.id = t.workflow_id and w.archived_at is null and w.owner_id = a.owner_id
      where t.id = a.trigger_id and t.type = 'app' and t.enabled)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface StoppedRow {
  owner_id: UserId
  workflow_id: WorkflowId
  workflow_name: string
}

/** What watched with an account that was removed stops. */
export async function stopWithoutAccount(tx: Queryable, error: string): Promise<StoppedRow[]> {
  const { rows } = await sql<StoppedRow>`
    update app_triggers a set state = 'stopped', error = ${error}, taken_until = null
    from workflow_triggers t join workflows w on w.id = t.workflow_id
    where t.id = a.trigger_id and a.state in ('starting', 'on') and a.watched ->> 'credential' is not null and a.credential_id is null
    returning a.owner_id, w.id as workflow_id, w.name as workflow_name`.execute(tx)
  return rows
}

interface AppTriggerFields {
  id: string
  trigger_id: string | null
  workflow_id: WorkflowId | null
  workflow_name: string | null
  owner_id: UserId
  credential_id: string | null
  watched: Watched
  kind: AppTriggerKind
  state: 'starting' | 'on' | 'ending'
  token: string
  remote: Json
  route: string | null
  seen: string[] | null
  version: number
  failures: number
  refusals: number
  /** Of a piece: the version of its code that was switched on. */
  package_id: string | null
  /** The subscription of a piece is to be renewed now. */
  renews: boolean
  /** How often it is looked at, as the settings of the node say. */
  config: JsonObject | null
}
export type AppTriggerRow = AppTriggerFields & SealedSecret

/**
 * Takes the one that has waited longest, of an owner who has the least under way: each is looked at by one process at a time. What ends is
 * ended also for owners who may not act any more.
 */
export async function takeDue(db: Queryable): Promise<AppTriggerRow | null> {
  const { rows } = await sql<AppTriggerRow>`
    with due as materialized (
      select a.id, a.owner_id, a.next_at from app_triggers a left join workflow_triggers t on t.id = a.trigger_id
      join users u on u.id = a.owner_id left join plugins p on p.id = a.integration
      where a.state <> 'stopped' and a.left_at is null and a.next_at <= now() and (a.taken_until is null or a.taken_until < now())
        and (a.state = 'ending' or (t.paused_at is null and ${actsForWorkflows}))
        and (a.state <> 'on' or a.kind = 'polling' or a.renew_at <= now()
          -- its plugin has another version by now, is disabled or removed
          or (a.package_id is not null and (p.state = 'disabled' or p.package_id is distinct from a.package_id))
          or exists (select from app_trigger_items i where i.app_trigger_id = a.id and i.unread and i.done_at is null and i.next_at <= now()))
        -- A service that delivers to one address would be told to stop after it was told the new one.
        and not (a.state = 'starting' and exists (
          select from app_triggers o where o.trigger_id = a.trigger_id and o.state = 'ending' and o.failures = 0 and o.left_at is null))
      order by a.next_at limit 500
    ), busy as (
      select owner_id, count(*) as at_once from app_triggers where taken_until > now() group by owner_id
    ), line as (
      select distinct on (d.owner_id) d.id, coalesce(b.at_once, 0) as at_once, d.next_at
      from due d left join busy b on b.owner_id = d.owner_id
      where coalesce(b.at_once, 0) < ${OF_ONE_OWNER} order by d.owner_id, d.next_at
    ), one as (
      select a.id from app_triggers a join line l on l.id = a.id where a.taken_until is null or a.taken_until < now()
      order by l.at_once, l.next_at limit 1 for update of a skip locked
    ), taken as (
      update app_triggers a set taken_until = now() + make_interval(secs => ${TAKEN_S}) from one where a.id = one.id returning a.*
    )
    select a.id, a.trigger_id, t.workflow_id, w.name as workflow_name, a.owner_id, a.credential_id, a.watched, a.kind, a.state, a.token,
      a.key_id, a.wrapped_key, a.sealed, a.remote, a.route, a.seen, a.version, a.failures, a.refusals, t.config,
      a.package_id, coalesce(a.renew_at <= now(), false) as renews
    from taken a left join workflow_triggers t on t.id = a.trigger_id left join workflows w on w.id = t.workflow_id`.execute(
    db,
  )
  return rows[0] ?? null
}

export interface Item {
  key: string
  input: Json
}

/** Writes down what arrived, each key once. @returns how many were new */
export async function insertItems(
  db: Queryable,
  { id, owner_id }: Pick<AppTriggerRow, 'id' | 'owner_id'>,
  items: readonly Item[],
): Promise<number> {
  if (items.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into app_trigger_items (app_trigger_id, owner_id, key, input)
    select ${id}::uuid, ${owner_id}::uuid, x ->> 'key', x -> 'input'
    from jsonb_array_elements(${toStorableJson(JSON.stringify(items))}::jsonb) with ordinality as e(x, place) order by place
    on conflict (app_trigger_id, key) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Keeps what a look has found, unless another process has looked meanwhile.
 * @returns false when it has, or what is watched ended
 */
export async function keepLook(
  tx: Queryable,
  { id, version }: Pick<AppTriggerRow, 'id' | 'version'>,
  { seen, found, next_s }: { seen: readonly string[]; found: boolean; next_s: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app_triggers set state = 'on', seen = ${sql.val([...seen])}::text[], version = version + 1, taken_until = null,
      next_at = now() + make_interval(secs => ${next_s}), failures = 0, refusals = 0, error = null, checked_at = now(),
      item_at = case when ${found} then now() else item_at end
    where id = ${id} and version = ${version} and state in ('starting', 'on')`.execute(tx)
  return numAffectedRows === 1n
}

/** The service delivers from now on. What it signs with may have come already. */
export async function keepSubscription(
  db: Queryable,
  { id, version }: Pick<AppTriggerRow, 'id' | 'version'>,
  { remote, secret, route }: { remote: Json; secret: SealedSecret; route: string | null },
): Promise<void> {
  // One that was ended meanwhile keeps what is needed to end it at the service.
  await sql`
    update app_triggers set state = case when state = 'starting' then 'on' else state end, remote = ${JSON.stringify(remote)}::jsonb,
      key_id = coalesce(${secret.key_id}::text, key_id), wrapped_key = coalesce(${secret.wrapped_key}::bytea, wrapped_key),
      sealed = coalesce(${secret.sealed}::bytea, sealed), route = ${route}::text, version = version + 1, taken_until = null, failures = 0, refusals = 0,
      error = null, checked_at = now()
    where id = ${id} and version = ${version}`.execute(db)
}

/** Marks that the service is about to be asked. @returns whether it was before, so that an answer may have been lost */
export async function noteAsked(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql<{ again: boolean }>`
    update app_triggers a set checked_at = now() from (select id, checked_at is not null as again from app_triggers where id = ${id}) before
    where a.id = before.id returning before.again`.execute(db)
  return rows[0]?.again ?? false
}

/** The service said what it signs with, once. */
export async function keepSecret(db: Queryable, id: string, secret: Sealed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app_triggers set key_id = ${secret.key_id}, wrapped_key = ${secret.wrapped_key}, sealed = ${secret.sealed}
    where id = ${id} and state = 'starting' and sealed is null`.execute(db)
  return numAffectedRows === 1n
}

export interface Failed {
  error: string
  /** From now, in seconds; null stops it. */
  next_s: number | null
  /** A refusal may mean that the account is not allowed any more. */
  refused: boolean
}

export async function keepFailure(tx: Queryable, id: string, { error, next_s, refused }: Failed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app_triggers set taken_until = null, error = ${error}, checked_at = now(), failures = failures + 1,
      refusals = ${refused ? sql`refusals + 1` : sql`0`},
      state = case when ${next_s === null} and state <> 'ending' then 'stopped' else state end,
      next_at = now() + make_interval(secs => ${next_s ?? 0})
    where id = ${id} and state <> 'stopped'`.execute(tx)
  return numAffectedRows === 1n
}

/** Comes back later, which is no failure. */
export async function postpone(db: Queryable, id: string, until: Date, why: string): Promise<void> {
  await sql`
    update app_triggers set taken_until = null, error = ${why},
      next_at = greatest(now() + interval '1 second', ${until.toISOString()}::timestamptz)
    where id = ${id}`.execute(db)
}

/** Ended at the service. What arrived before is started first. @returns false while it is not */
export async function removeEnded(db: Queryable, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from app_triggers a where a.id = ${id} and a.state = 'ending'
      and not exists (select from app_trigger_items i where i.app_trigger_id = a.id and i.done_at is null)`.execute(db)
  return numAffectedRows === 1n
}

/** Is looked at now, 10 seconds after the last look at the earliest; what was stopped starts again. */
export async function checkSoon(db: Queryable, owner: UserId, workflow: WorkflowId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app_triggers a set waits_for_plugin = false, state = case when a.state <> 'stopped' then a.state
        when a.seen is null and a.remote is null and a.route is null then 'starting' else 'on' end,
      next_at = least(a.next_at, greatest(now(), coalesce(a.checked_at + interval '10 seconds', now()))),
      failures = 0, refusals = 0, error = null
    from workflow_triggers t where t.id = a.trigger_id and t.workflow_id = ${workflow} and a.owner_id = ${owner} and a.state <> 'ending' and t.enabled`.execute(
    db,
  )
  return numAffectedRows === 1n
}

interface ReceiverFields {
  id: string
  owner_id: UserId
  watched: Watched
  kind: AppTriggerKind
  state: 'starting' | 'on'
  token: string
  /** Of a piece: the version of its code that was switched on. */
  package_id: string | null
  /** Of a piece: the events that it listens to. */
  remote: Json
  paused: boolean
  /** Whether the owner may run workflows. */
  acts: boolean
}
export type ReceiverRow = ReceiverFields & SealedSecret

const receivers = sql`
  select a.id, a.owner_id, a.watched, a.kind, a.state, a.token, a.package_id, a.remote, a.key_id, a.wrapped_key, a.sealed,
    t.paused_at is not null as paused, ${actsForWorkflows} as acts
  from app_triggers a join workflow_triggers t on t.id = a.trigger_id and t.enabled
  join workflows w on w.id = t.workflow_id and w.archived_at is null and w.owner_id = a.owner_id join users u on u.id = a.owner_id
  where a.state in ('starting', 'on') and (a.watched ->> 'credential' is null or a.credential_id is not null)`

export async function findReceiver(db: Queryable, token: string): Promise<ReceiverRow | null> {
  const { rows } = await sql<ReceiverRow>`${receivers} and a.kind = 'webhook' and a.token = ${token}`.execute(db)
  return rows[0] ?? null
}

/** All that watch this app with an account that a delivery is for. */
export async function findRouted(
  db: Queryable,
  integration: string,
  routes: readonly string[],
): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    ${receivers} and a.kind = 'event' and a.integration = ${integration} and a.route = any(${sql.val([...routes])}::text[])
`.execute(db)
  return rows
}

export async function noteArrival(db: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update app_triggers set item_at = now(), error = null where id = any(${sql.val([...ids])}::uuid[])`.execute(
    db,
  )
}

interface ShownFields {
  id: string
  owner_id: UserId
  state: 'starting' | 'on' | 'stopped'
  kind: AppTriggerKind
  token: string
  watched: Watched
  error: string | null
  checked_at: Date | null
  item_at: Date | null
  next_at: Date
  waiting: number
  waiting_reason: string | null
  /** Has no call that subscribes: the address is entered by hand. Known by the trigger itself. */
  remote: Json
}
export type ShownRow = ShownFields & SealedSecret

/** What the owner of a workflow sees of it. */
export async function findShown(db: Queryable, workflow: WorkflowId): Promise<ShownRow | null> {
  const { rows } = await sql<ShownRow>`
    select a.id, a.owner_id, a.state, a.kind, a.token, a.key_id, a.wrapped_key, a.sealed, a.watched, a.error, a.checked_at, a.item_at, a.next_at, a.remote,
      (select count(*)::int from app_trigger_items i where i.app_trigger_id = a.id and i.done_at is null) as waiting,
      (select i.error from app_trigger_items i where i.app_trigger_id = a.id and i.done_at is null and i.error is not null
        order by i.next_at desc limit 1) as waiting_reason
    from app_triggers a join workflow_triggers t on t.id = a.trigger_id
    where t.workflow_id = ${workflow} and a.state <> 'ending'`.execute(db)
  return rows[0] ?? null
}

export interface ItemRow {
  id: string
  app_trigger_id: string
  owner_id: UserId
  key: string
  input: Json
  attempts: number
  workflow_id: WorkflowId | null
  workflow_name: string | null
  version_id: WorkflowVersionId | null
  /** Whether the workflow is still started by this, and its owner may run it. */
  runs: boolean
}

/**
 * Takes what arrived for a minute, each once however many processes look: the oldest of each owner, then the second oldest of each, and so
 * on.
 */
export async function takeItems(db: Queryable, limit: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with owners as (
      select distinct owner_id from app_trigger_items where done_at is null and not unread and next_at <= now()
    ), line as (
      select x.* from owners o cross join lateral (
        select i.id, i.next_at, row_number() over (order by i.next_at, i.id) as place from app_trigger_items i
        where i.owner_id = o.owner_id and i.done_at is null and not i.unread and i.next_at <= now() order by i.next_at, i.id limit ${limit}) x
      order by x.place, x.next_at limit ${limit}
    ), taken as (
      update app_trigger_items set next_at = now() + interval '1 minute' where id in (
        select i.id from app_trigger_items i where i.id in (select id from line) and i.done_at is null and i.next_at <= now()
        for update skip locked
      ) returning *
    )
    select i.id, i.app_trigger_id, i.owner_id, i.key, i.input, i.attempts, t.workflow_id, w.name as workflow_name, production_version(t.workflow_id) as version_id,
      coalesce(t.enabled and w.archived_at is null and w.owner_id = i.owner_id and ${actsForWorkflows}, false) as runs
    from taken i join line l on l.id = i.id join app_triggers a on a.id = i.app_trigger_id
    left join workflow_triggers t on t.id = a.trigger_id left join workflows w on w.id = t.workflow_id
    join users u on u.id = i.owner_id
    order by l.place, i.id`.execute(db)
  return rows
}

/** @param execution null where no run was started for it */
export async function finishItem(
  db: Queryable,
  id: string,
  execution: string | null,
  error: string | null = null,
): Promise<void> {
  await sql`
    update app_trigger_items set done_at = now(), input = null, execution_id = ${execution}::uuid, error = ${error}
    where id = ${id}`.execute(db)
}

export async function retryItem(db: Queryable, id: string, in_s: number, error: string): Promise<void> {
  await sql`
    update app_trigger_items set attempts = attempts + 1, next_at = now() + make_interval(secs => ${in_s}), error = ${error}
    where id = ${id}`.execute(db)
}

/** Deliveries are known again for a week. @returns how many were removed */
export async function forgetItems(db: Queryable, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app_trigger_items where id in (
      select id from app_trigger_items where done_at < now() - interval '7 days' order by done_at limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
