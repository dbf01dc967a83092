/**
 * A move as SQL, one statement after the other in one transaction. What hangs on a thing by its id (versions, operations, comments, test
 * cases, journals, decisions, records) moves without being touched.
 */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { filesKeptBy, filesNamedByRuns } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuids } from './contents.store.ts'
import { RUN_STEPS } from './move-runs.store.ts'
import { type Move, type MoveStep, moveStep } from './move-step.ts'

/** As long as a random id. */
const freshToken = sql`replace(gen_random_uuid()::text, '-', '')`

const WORKFLOWS: readonly MoveStep[] = [
  moveStep(
    ['workflows.owner_id'],
    ({ to, contents: { workflow } }) => sql`
    update workflows set owner_id = ${to}, shared_ids = null where id = any(${uuids(workflow)})`,
  ),
  moveStep(
    ['workflow_members.user_id', 'workflow_members.added_by'],
    ({ contents: { workflow } }) => sql`delete from workflow_members where workflow_id = any(${uuids(workflow)})`,
  ),
  moveStep(
    ['workflow_invitations.user_id', 'workflow_invitations.invited_by'],
    ({ contents: { workflow } }) => sql`delete from workflow_invitations where workflow_id = any(${uuids(workflow)})`,
  ),
  // Nothing starts before the new owner lets it. Apps are subscribed to with an account of the old one.
  moveStep(
    ['app_triggers.owner_id', 'app_trigger_items.owner_id'],
    ({ contents: { workflow, credential } }) => sql`
    delete from app_triggers a using workflow_triggers t
    where t.id = a.trigger_id and (t.workflow_id = any(${uuids(workflow)}) or a.credential_id = any(${uuids(credential)}))`,
  ),
  moveStep(
    [],
    ({ contents: { workflow } }) => sql`
    update workflow_triggers t set paused_at = coalesce(paused_at, now()), listens_until = null,
      enabled = enabled and type <> 'app', test_token = case when test_token is not null then ${freshToken} end
    where workflow_id = any(${uuids(workflow)})`,
  ),
  moveStep(
    ['table_triggers.owner_id'],
    ({ to, contents: { workflow } }) => sql`
    update table_triggers q set owner_id = ${to} from workflow_triggers t
    where t.id = q.trigger_id and t.workflow_id = any(${uuids(workflow)})`,
  ),
  // What agents remember of others stays theirs; what they remember for the old owner goes along, once.
  moveStep(
    ['memories.person_id'],
    ({ from, to, contents: { workflow } }) => sql`
    with gone as (delete from memories m where m.person_id = ${from} and m.workflow_id = any(${uuids(workflow)})
      and exists (select from memories o where o.person_id = ${to} and o.workflow_id = m.workflow_id) returning m.id)
    update memories m set person_id = ${to} where m.person_id = ${from} and m.workflow_id = any(${uuids(workflow)})
      and m.id not in (select id from gone)`,
  ),
  moveStep(
    ['conversations.owner_id'],
    ({ from, to, contents: { workflow, service } }) => sql`
    update conversations set owner_id = ${to} where owner_id = ${from}
      and (workflow_id = any(${uuids(workflow)}) or service_id = any(${uuids(service)}))`,
  ),
]

const MOVED_SCHEDULE = 'Moved from another workspace. Check it, then turn it on again.'

const SERVICES: readonly MoveStep[] = [
  moveStep(
    ['services.owner_id'],
    ({ to, contents: { service } }) => sql`update services set owner_id = ${to} where id = any(${uuids(service)})`,
  ),
  moveStep(
    [],
    ({ contents: { service } }) => sql`
    update service_schedules set enabled = false, next_run_at = null, stopped_reason = ${MOVED_SCHEDULE}
    where service_id = any(${uuids(service)}) and enabled`,
  ),
  // The old workspace knows their secret.
  moveStep([], ({ contents: { service } }) => sql`delete from service_hooks where service_id = any(${uuids(service)})`),
  moveStep(
    ['signing_secrets.owner_id'],
    ({ contents: { service } }) => sql`delete from signing_secrets where service_id = any(${uuids(service)})`,
  ),
  moveStep(
    ['batches.owner_id'],
    ({ from, to, contents: { service } }) => sql`
    update batches set owner_id = ${to} where owner_id = ${from} and service_id = any(${uuids(service)})`,
  ),
]

const AGENTS: readonly MoveStep[] = [
  // Naming the status opens the page of the new seller (migration 0123).
  moveStep(
    ['agents.seller_id'],
    ({ to, contents: { agent } }) =>
      sql`update agents set seller_id = ${to}, status = status where id = any(${uuids(agent)})`,
  ),
  // Buyers lent them to another seller: they are asked again.
  moveStep(
    ['lent_accounts.user_id'],
    ({ contents: { agent, credential } }) => sql`
    delete from lent_accounts where agent_id = any(${uuids(agent)}) or credential_id = any(${uuids(credential)})`,
  ),
]

const DATA: readonly MoveStep[] = [
  moveStep(
    ['knowledge_bases.owner_id'],
    ({ to, contents: { knowledge_base } }) => sql`
    update knowledge_bases set owner_id = ${to} where id = any(${uuids(knowledge_base)})`,
  ),
  moveStep(
    ['knowledge_shares.shared_by'],
    ({ contents: { knowledge_base } }) =>
      sql`delete from knowledge_shares where base_id = any(${uuids(knowledge_base)})`,
  ),
  moveStep(
    [],
    ({ contents: { knowledge_base, credential } }) => sql`
    update knowledge_sources set credential_id = null where credential_id is not null
      and (base_id = any(${uuids(knowledge_base)})) <> (credential_id = any(${uuids(credential)}))`,
  ),
  moveStep(
    ['data_tables.owner_id'],
    ({ to, contents: { data_table } }) =>
      sql`update data_tables set owner_id = ${to} where id = any(${uuids(data_table)})`,
  ),
  moveStep(
    ['data_table_shares.shared_by'],
    ({ contents: { data_table } }) => sql`delete from data_table_shares where table_id = any(${uuids(data_table)})`,
  ),
  // An account at it stays with its credential.
  moveStep(
    ['mcp_servers.owner_id'],
    ({ from, to, contents: { credential, mcp_server } }) => sql`
    update mcp_servers set owner_id = case when id = any(${uuids(mcp_server)}) then ${to} else owner_id end,
      credential_id = case when (id = any(${uuids(mcp_server)})) = (credential_id = any(${uuids(credential)})) then credential_id end
    where owner_id = ${from} and (id = any(${uuids(mcp_server)}) or credential_id = any(${uuids(credential)}))`,
  ),
  moveStep(
    ['imported_apps.owner_id'],
    ({ to, contents: { imported_app } }) =>
      sql`update imported_apps set owner_id = ${to} where id = any(${uuids(imported_app)})`,
  ),
  moveStep(
    ['skills.owner_id'],
    ({ to, contents: { skill } }) => sql`update skills set owner_id = ${to} where id = any(${uuids(skill)})`,
  ),
  moveStep(
    ['skill_revisions.owner_id'],
    ({ to, contents: { skill } }) =>
      sql`update skill_revisions set owner_id = ${to} where skill_id = any(${uuids(skill)})`,
  ),
  moveStep(
    ['app_calls.owner_id'],
    ({ to, contents: { credential } }) => sql`
    update app_calls a set credential_id = null where a.credential_id is not null and (
      a.credential_id = any(${uuids(credential)}) and a.owner_id <> ${to}
      or a.owner_id = ${to} and not exists (select from credentials c where c.id = a.credential_id and c.owner_id = ${to})
        and a.credential_id <> all(${uuids(credential)}))`,
  ),
]

/** Ids of the things and of their runs, which notices lead to. */
const movedIds = ({ contents, runs }: Move) => [...Object.values(contents).flat(), ...runs]

const TOLD: readonly MoveStep[] = [
  // Notices of the old workspace and of its members say what runs and comments said.
  moveStep(
    ['notifications.user_id'],
    (move) => sql`
    delete from notifications n where (n.user_id = ${move.from}
        or n.user_id in (select user_id from workspace_members where workspace_id = ${move.from}))
      and ids_in(n.href) && ${uuids(movedIds(move))}`,
  ),
  // A copy of the data that was made before.
  moveStep(
    ['data_exports.owner_id'],
    ({ from }) => sql`
    with gone as (delete from data_exports where owner_id = ${from} returning id)
    insert into leftovers (path) select 'exports/' || id || '.zip' from gone on conflict do nothing`,
  ),
]

/**
 * Files that moved things name and staying ones don’t, once everything else has moved: those of the runs, documents of knowledge, and what
 * drafts, rows and chats name.
 */
const FILES: readonly MoveStep[] = [
  moveStep(['files.owner_id', 'storage_used.user_id'], ({ from, to, contents: { knowledge_base }, runs, theirs }) => {
    const own = sql`select f.id from files f where f.owner_id = ${from}`
    return sql`
      with wanted as (
        select id from files where owner_id = ${from} and execution_id = any(${uuids(runs)})
        union select d.file_id from knowledge_documents d where d.base_id = any(${uuids(knowledge_base)}) and d.file_id is not null
        union (${filesNamedByRuns(sql`select unnest(${uuids(runs)})`, own)})
        union (${filesKeptBy(sql`select ${to}::uuid`, own)})
      ), shared as (
        ${filesKeptBy(sql`select ${from}::uuid`, sql`select id from wanted`)}
        union all select w.id from wanted w where exists (select from executions e where e.owner_id = ${from}
          and (e.input_ids @> array[w.id] or e.long_input_ids @> array[w.id] or e.copied_ids @> array[w.id]))
        union all select d.file_id from knowledge_documents d join knowledge_bases b on b.id = d.base_id
          where b.owner_id = ${from} and d.file_id in (select id from wanted)
      ), moved as (
        update files f set owner_id = ${to} where f.owner_id = ${from} and f.id in (select id from wanted)
          and f.id not in (select id from shared) and f.id <> all(${uuids(theirs)}) returning f.bytes
      ), total as (select coalesce(sum(bytes), 0) as bytes from moved),
      less as (update storage_used s set bytes = greatest(s.bytes - t.bytes, 0) from total t where s.user_id = ${from} returning 1)
      insert into storage_used as s (user_id, bytes) select ${to}::uuid, t.bytes from total t where t.bytes > 0
      on conflict (user_id) do update set bytes = s.bytes + excluded.bytes`
  }),
]

export const STEPS: readonly MoveStep[] = [
  ...WORKFLOWS,
  ...SERVICES,
  ...RUN_STEPS,
  ...AGENTS,
  ...DATA,
  ...TOLD,
  ...FILES,
]

/** Files of the old owner that things of the new one name already, such as those of an editor of a workflow. */
export async function findTheirFiles(db: Queryable, from: UserId, to: UserId): Promise<string[]> {
  const own = sql`select f.id from files f where f.owner_id = ${from}`
  const { rows } = await sql<{ id: string }>`
    select distinct k.id from (${filesKeptBy(sql`select ${to}::uuid`, own)}) k`.execute(db)
  return rows.map(({ id }) => id)
}

/** Credentials must not be among the things unless `moveSecrets` moved them. */
export async function moveThings(tx: Queryable, move: Move): Promise<void> {
  for (const { run } of STEPS) await run(move).execute(tx)
}

/** Runs that began while their things were moving. */
export async function moveLateRuns(tx: Queryable, move: Move): Promise<void> {
  for (const { run } of [...RUN_STEPS, ...FILES]) await run(move).execute(tx)
}
