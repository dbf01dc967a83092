/**
 * The deletion of a person as SQL, one statement after the other in one transaction. What others use stays without a name: runs of
 * other people's agents keep their time and outcome, which the agents' figures are made of, and lose what went in and came out.
 */
import { type RawBuilder, sql } from 'kysely'
import { roleRequestGroup } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'
import { DISCOVERY_STEPS } from './discovery.store.ts'
import { type EraseStep, eraseStep } from './erase-step.ts'
import { MONEY_STEPS } from './money.store.ts'
import { ended, mine } from './own-runs.store.ts'
import { PAID_RUN_STEPS } from './paid-runs.store.ts'
import type { Person } from './person.ts'
import { PUBLISHING_STEPS } from './publishing.store.ts'
import { REVIEW_STEPS, REVIEWER_STEPS } from './reviews.store.ts'
import { WORKSPACE_STEPS } from './workspaces.store.ts'

export const NOBODY = 'Deleted user'

/** An address as a Postgres pattern with its surrounding characters: it does not match the end of a longer one. */
export const wholeAddress = (email: string): string =>
  `(^|[^a-z0-9.!#$%&'*+/=?^_\`{|}~-])${email.toLowerCase().replace(/[^a-z0-9]/g, '\\$&')}($|[^a-z0-9.-]|[.-]($|[^a-z0-9]))`

/** Whether a run `e` still has anything of what went in and came out. */
export const holdsContents = sql<boolean>`(e.input::text <> 'null' or e.input_file is not null or e.output is not null
  or e.output_file is not null or e.error is not null or e.title is not null or e.run_token_hash is not null or e.shared_until is not null)`
const ownWorkflows = (id: string) => sql`select w.id from workflows w where w.owner_id = ${id}`
/** The same in combination with another condition: `or … in (select …)` would read the whole table. */
const anyOwnWorkflow = (id: string) => sql`any (array(${ownWorkflows(id)}))`
/**
 * Agents of the person that other people have run, bought or deployed. Looked up agent by agent, in one list: several
 * lists would each be read whole.
 */
export const agentsUsedByOthers = (id: string): RawBuilder<unknown> => sql`
  select a.id from agents a where a.seller_id = ${id} and exists (
    select 1 from services s where s.agent_id = a.id and s.owner_id <> ${id}
    union all select 1 from sales s where s.agent_id = a.id
    union all select 1 from purchases p where p.agent_id = a.id
    union all select 1 from executions e where e.agent_id = a.id and e.owner_id is not null and e.owner_id <> ${id})`
export const unusedAgents = (id: string) =>
  sql`select a.id from agents a where a.seller_id = ${id} and a.id not in (${agentsUsedByOthers(id)})`
/** Mails that name all of these (migration 0334). Those from before are read in full until their names are noted. */
const mailsNaming = (keys: RawBuilder<unknown>): RawBuilder<unknown> => sql`(names @> ${keys} or names is null)`
export const mailsNamingAddress = (email: string) => mailsNaming(sql`address_keys(${email})`)

const RUNS: readonly EraseStep[] = [
  // First the large outputs on the disk: any step may have written what no row names, and rows name what they copied from a deleted run.
  // Each run that a row names is looked up by its key: `not exists` would read all runs once.
  eraseStep(
    [],
    ({ id }) => sql`
    insert into leftovers (path) select 'outputs/executions/' || e.id from executions e where ${ended(id)}
    union select 'outputs/executions/' || m[1] from journal j
    cross join lateral regexp_matches(j.rows::text, '"stored":"executions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/', 'g') m
    where j.execution_id in (${mine(id)}) and (select 1 from executions x where x.id = m[1]::uuid) is null
      and (select 1 from executions o where o.copied_ids @> array[m[1]::uuid] and o.owner_id is distinct from ${id} limit 1) is null
    union select 'outputs/' || split_part(named.file, '/', 1) || '/' || split_part(named.file, '/', 2) from executions e
    cross join lateral (values (e.input_file), (e.output_file)) named(file)
    where ${ended(id)} and named.file is not null on conflict do nothing`,
  ),
  eraseStep(
    ['public.execution_waits'],
    ({ id }) => sql`delete from execution_waits where execution_id in (${mine(id)})`,
  ),
  eraseStep(['public.notice_causes'], ({ id }) => sql`delete from notice_causes where execution_id in (${mine(id)})`),
  eraseStep(['public.trace_entries'], ({ id }) => sql`delete from trace_entries where execution_id in (${mine(id)})`),
  eraseStep(['public.journal'], ({ id }) => sql`delete from journal where execution_id in (${mine(id)})`),
  eraseStep(['public.mail_deliveries'], ({ id }) => sql`delete from mail_deliveries where run_id in (${mine(id)})`),
  // Also what waits to be sent: it would leave in the name of the operator.
  eraseStep(['public.mails'], ({ id }) => sql`delete from mails where owner_id = ${id}`),
  ...REVIEW_STEPS,
  eraseStep(
    ['public.executions'],
    ({ id }) => sql`
    delete from executions e where ${ended(id)}
    and (e.agent_id is null or e.agent_id in (select a.id from agents a where a.seller_id = ${id}))`,
  ),
  eraseStep(
    ['public.executions'],
    ({ id }) => sql`
    update executions e set input = 'null', input_file = null, output = null, output_file = null, error = null, title = null, run_token_hash = null, shared_until = null, epoch = epoch + 1
    where ${ended(id)} and ${holdsContents}`,
  ),
  // Of a workspace that they were a member of: the run is the workspace’s.
  eraseStep(['public.executions'], ({ id }) => sql`update executions set started_by = null where started_by = ${id}`),
  ...REVIEWER_STEPS,
]

const SOLD: readonly EraseStep[] = [
  eraseStep(
    [
      'public.services',
      'public.service_schedules',
      'public.service_schedule_times',
      'public.service_widgets',
      'public.service_widget_runs',
      'public.service_pages',
      'public.service_inboxes',
      'public.channels',
      'public.channel_messages',
      'public.channel_outbox',
      'public.chat_visitors',
      'public.service_hooks',
      'public.service_hook_deliveries',
    ],
    ({ id }) => sql`delete from services where owner_id = ${id}`,
  ),
  eraseStep(
    ['public.agents'],
    ({ id }) => sql`update agents set current_version_id = null where id in (${unusedAgents(id)})`,
  ),
  ...PUBLISHING_STEPS,
  eraseStep(
    ['public.agent_versions'],
    ({ id }) => sql`delete from agent_versions where agent_id in (${unusedAgents(id)})`,
  ),
  eraseStep(
    ['public.agents', 'public.agent_stats', 'public.agent_days', 'public.agent_users'],
    ({ id }) => sql`
    delete from agents where id in (${unusedAgents(id)})`,
  ),
  eraseStep(
    ['public.agents'],
    ({ id }) => sql`
    update agents set status = 'archived', is_featured = false, featured_until = null, updated_at = now() where seller_id = ${id}`,
  ),
]

const BUILT: readonly EraseStep[] = [
  // What they wrote to services of others as a member goes with them; its runs are those of the owners.
  eraseStep(['public.chat_visitors'], ({ id }) => sql`delete from chat_visitors where user_id = ${id}`),
  eraseStep(
    ['public.data_tables', 'public.data_table_rows'],
    ({ id }) => sql`delete from data_tables where owner_id = ${id}`,
  ),
  eraseStep(
    ['public.snippets', 'public.snippet_versions'],
    ({ id }) => sql`delete from snippets where owner_id = ${id}`,
  ),
  eraseStep(
    [
      'public.knowledge_bases',
      'public.knowledge_documents',
      'public.knowledge_chunks',
      'public.knowledge_indexes',
      'public.knowledge_sites',
      'public.knowledge_site_pages',
      'public.knowledge_sources',
      'public.knowledge_source_items',
    ],
    ({ id }) => sql`delete from knowledge_bases where owner_id = ${id}`,
  ),
  eraseStep(
    ['public.knowledge_documents'],
    ({ id }) => sql`update knowledge_documents set added_by = null where added_by = ${id}`,
  ),
  eraseStep(
    ['public.knowledge_sites'],
    ({ id }) => sql`update knowledge_sites set added_by = null where added_by = ${id}`,
  ),
  eraseStep(
    ['public.knowledge_shares'],
    ({ id, email, proven }) => sql`
    delete from knowledge_shares where shared_by = ${id} or (${proven} and email = ${email})`,
  ),
  eraseStep(
    ['public.data_table_shares'],
    ({ id, email, proven }) => sql`
    delete from data_table_shares where shared_by = ${id} or (${proven} and email = ${email})`,
  ),
  eraseStep(
    ['public.conversations', 'public.conversation_messages', 'public.conversation_summaries', 'public.chat_handovers'],
    ({ id }) => sql`delete from conversations where owner_id = ${id} or workflow_id = ${anyOwnWorkflow(id)}`,
  ),
  eraseStep(
    ['public.memories', 'public.memory_facts'],
    ({ id }) => sql`delete from memories where person_id = ${id} or workflow_id = ${anyOwnWorkflow(id)}`,
  ),
  eraseStep(
    ['public.workflow_members'],
    ({ id }) => sql`
    delete from workflow_members where user_id = ${id} or workflow_id = ${anyOwnWorkflow(id)}`,
  ),
  eraseStep(
    ['public.curated_answers', 'public.curated_questions'],
    ({ id }) => sql`delete from curated_answers where workflow_id = ${anyOwnWorkflow(id)}`,
  ),
  eraseStep(
    ['public.curated_answers'],
    ({ id }) => sql`update curated_answers set updated_by = null where updated_by = ${id}`,
  ),
  eraseStep(
    ['public.workflow_pins'],
    ({ id }) => sql`delete from workflow_pins where updated_by = ${id} or workflow_id = ${anyOwnWorkflow(id)}`,
  ),
  eraseStep(
    ['public.workflow_members'],
    ({ id }) => sql`update workflow_members set added_by = null where added_by = ${id}`,
  ),
  eraseStep(
    ['public.workflow_invitations'],
    ({ id, email, proven }) => sql`
    delete from workflow_invitations where user_id = ${id} or invited_by = ${id} or (${proven} and email = ${email})`,
  ),
  eraseStep(
    ['public.approval_links'],
    ({ id }) => sql`delete from approval_links where owner_id = ${id} or made_by = ${id}`,
  ),
  eraseStep(
    ['public.approval_contacts', 'public.approval_codes'],
    ({ id }) => sql`
    with codes as (delete from approval_codes where person_id = ${id})
    delete from approval_contacts where person_id = ${id}`,
  ),
  eraseStep(
    ['public.approval_bots', 'public.approval_messages'],
    ({ id }) => sql`delete from approval_bots where owner_id = ${id}`,
  ),
  ...WORKSPACE_STEPS,
  eraseStep(
    ['public.workflow_operations'],
    ({ id }) => sql`
    delete from workflow_operations where author_id = ${id} or workflow_id = ${anyOwnWorkflow(id)}`,
  ),
  // What still delivers at services reaches an address that is gone.
  eraseStep(
    ['public.app_triggers', 'public.app_trigger_items'],
    ({ id }) => sql`delete from app_triggers where owner_id = ${id}`,
  ),
  eraseStep(
    ['public.table_triggers', 'public.table_changes'],
    ({ id }) => sql`delete from table_triggers where owner_id = ${id}`,
  ),
  eraseStep(
    ['public.workflow_triggers', 'public.trigger_calls', 'public.table_trigger_runs'],
    ({ id }) => sql`delete from workflow_triggers where workflow_id in (${ownWorkflows(id)})`,
  ),
  eraseStep(
    ['public.workflow_comments'],
    ({ id }) => sql`delete from workflow_comments where workflow_id in (${ownWorkflows(id)})`,
  ),
  // What others have answered keeps its place, without words and author.
  eraseStep(
    ['public.workflow_comments'],
    ({ id }) => sql`
    delete from workflow_comments c where author_id = ${id}
      and not exists (select 1 from workflow_comments a where a.parent_id = c.id and a.author_id is distinct from ${id})`,
  ),
  eraseStep(
    ['public.workflow_comments'],
    ({ id }) => sql`
    update workflow_comments set text = '', mentions = '[]', author_id = null, deleted_at = coalesce(deleted_at, now())
    where author_id = ${id}`,
  ),
  eraseStep(
    ['public.workflow_comments'],
    ({ id }) => sql`
    update workflow_comments set resolved_by = nullif(resolved_by, ${id}), mentions = mentions - ${id}::text
    where resolved_by = ${id} or mentions ? ${id}::text`,
  ),
  eraseStep(
    ['public.workflow_publications'],
    ({ id }) => sql`delete from workflow_publications where workflow_id in (${ownWorkflows(id)})`,
  ),
  eraseStep(
    ['public.workflow_publications'],
    ({ id }) => sql`update workflow_publications set published_by = null where published_by = ${id}`,
  ),
  eraseStep(
    ['public.workflow_checkpoints'],
    ({ id }) => sql`delete from workflow_checkpoints where workflow_id in (${ownWorkflows(id)})`,
  ),
  eraseStep(
    ['public.workflow_checkpoints'],
    ({ id }) => sql`update workflow_checkpoints set created_by = null where created_by = ${id}`,
  ),
  eraseStep(
    ['public.workflow_versions'],
    ({ id }) => sql`
    delete from workflow_versions w where workflow_id in (${ownWorkflows(id)})
      and not exists (select from agent_versions v where v.workflow_version_id = w.id)`,
  ),
  eraseStep(
    ['public.workflow_versions'],
    ({ id }) => sql`update workflow_versions set created_by = null where created_by = ${id}`,
  ),
  eraseStep(
    ['public.workflows'],
    ({ id }) => sql`
    delete from workflows w where owner_id = ${id}
      and not exists (select from workflow_versions v where v.workflow_id = w.id)`,
  ),
  // What was bought is what runs: of a workflow behind it the sold version stays, not the draft.
  eraseStep(
    ['public.workflows'],
    ({ id }) => sql`
    update workflows w set name = 'Workflow', description = '', folder = '', archived_at = coalesce(archived_at, now()), updated_at = now(),
      document = (select v.document from workflow_versions v where v.workflow_id = w.id order by v.number desc limit 1)
    where owner_id = ${id}`,
  ),
  eraseStep(['public.skills'], ({ id }) => sql`delete from skills where owner_id = ${id}`),
  // The skills of a sold version stay with it.
  eraseStep(
    ['public.skill_revisions', 'public.skill_files'],
    ({ id }) => sql`
    delete from skill_revisions r where owner_id = ${id} and not exists (
      select from workflow_versions v where v.workflow_id in (${ownWorkflows(id)}) and v.ids @> array[r.id])`,
  ),
]

const SAID: readonly EraseStep[] = [
  eraseStep(['public.notifications'], ({ id }) => sql`delete from notifications where user_id = ${id}`),
  eraseStep(['public.notification_heads'], ({ id }) => sql`delete from notification_heads where user_id = ${id}`),
  // What admins were told of their wish for a role, with their name and their words.
  eraseStep(
    ['public.notifications'],
    ({ id }) => sql`
    delete from notifications where kind = 'role_request' and group_key = ${roleRequestGroup(id)}`,
  ),
  eraseStep(['public.role_requests'], ({ id }) => sql`delete from role_requests where user_id = ${id}`),
  eraseStep(['public.lent_accounts'], ({ id }) => sql`delete from lent_accounts where user_id = ${id}`),
  eraseStep(['public.agreements'], ({ id }) => sql`delete from agreements where user_id = ${id}`),
  eraseStep(['public.consents'], ({ id }) => sql`delete from consents where user_id = ${id}`),
  eraseStep(
    ['public.role_requests'],
    ({ id }) => sql`update role_requests set decided_by = null where decided_by = ${id}`,
  ),
  eraseStep(
    ['public.contact_messages'],
    ({ id, email, proven }) => sql`
    delete from contact_messages where user_id = ${id} or (${proven} and lower(email) = lower(${email}))`,
  ),
  eraseStep(['public.error_reports'], ({ id }) => sql`delete from error_reports where user_id = ${id}`),
  // Of an address that nobody has proven to be theirs, only what the account itself caused.
  eraseStep(
    ['public.mails'],
    ({ id, email, proven, subject }) => sql`
    delete from mails where ${mailsNamingAddress(email)} and ((lower(to_address) = lower(${email})
        and (${proven} or created_at >= coalesce(
          (select a."createdAt" from auth."user" a where a.id = ${subject}), (select u.created_at from users u where u.id = ${id}))))
      or (${proven} and lower(coalesce(reply_to, '')) = lower(${email})))`,
  ),
  eraseStep(
    ['public.mails'],
    ({ id }) => sql`
    delete from mails where ${mailsNaming(sql`array[${`Account: ${id}`}]`)}
      and strpos(split_part(body, ${'\n\n'}, 1), ${`Account: ${id}`}) > 0`,
  ),
  // Mail written by others is still sent, without the address.
  eraseStep(
    ['public.mails'],
    ({ email, proven }) => sql`
    update mails set subject = regexp_replace(subject, ${wholeAddress(email)}, '\\1(deleted)\\2', 'gi'),
      body = regexp_replace(body, ${wholeAddress(email)}, '\\1(deleted)\\2', 'gi')
    where ${proven} and ${mailsNamingAddress(email)} and strpos(lower(subject || ' ' || body), lower(${email})) > 0`,
  ),
]

const BELONGINGS: readonly EraseStep[] = [
  eraseStep(
    ['public.recoveries', 'public.recovery_items'],
    ({ id }) => sql`delete from recoveries where owner_id = ${id}`,
  ),
  eraseStep(['public.api_keys'], ({ id }) => sql`delete from api_keys where owner_id = ${id}`),
  eraseStep(
    ['public.assistants', 'public.assistant_tokens'],
    ({ id }) => sql`delete from assistants where user_id = ${id}`,
  ),
  eraseStep(['public.assistant_codes'], ({ id }) => sql`delete from assistant_codes where user_id = ${id}`),
  eraseStep(
    ['public.mcp_servers', 'public.mcp_tools'],
    ({ id }) => sql`delete from mcp_servers where owner_id = ${id}`,
  ),
  eraseStep(
    ['public.imported_apps', 'public.imported_actions'],
    ({ id }) => sql`delete from imported_apps where owner_id = ${id}`,
  ),
  eraseStep(['public.piece_values'], ({ id }) => sql`delete from piece_values where owner_id = ${id}`),
  eraseStep(['public.app_calls'], ({ id }) => sql`delete from app_calls where owner_id = ${id}`),
  eraseStep(['public.credentials'], ({ id }) => sql`delete from credentials where owner_id = ${id}`),
  eraseStep(['public.models'], ({ id }) => sql`delete from models where owner_id = ${id}`),
  eraseStep(['public.model_settings'], ({ id }) => sql`delete from model_settings where owner_id = ${id}`),
  eraseStep(['public.model_calls'], ({ id }) => sql`delete from model_calls where owner_id = ${id} or user_id = ${id}`),
  eraseStep(['public.pending_connects'], ({ id }) => sql`delete from pending_connects where user_id = ${id}`),
  eraseStep(['public.avatars'], ({ id }) => sql`delete from avatars where owner_id = ${id}`),
  eraseStep(
    ['public.data_exports', 'public.leftovers'],
    ({ id }) => sql`
    with gone as (delete from data_exports where owner_id = ${id} returning id)
    insert into leftovers (path) select 'exports/' || id || '.zip' from gone on conflict do nothing`,
  ),
  // Nobody's from now on; the bytes go with the next sweep of files whose time has passed.
  eraseStep(
    ['public.files'],
    ({ id }) => sql`
    update files set owner_id = null, visitor_key = 'deleted', name = 'deleted', expires_at = now() where owner_id = ${id}`,
  ),
  eraseStep(['public.storage_used'], ({ id }) => sql`delete from storage_used where user_id = ${id}`),
]

/** What they sign in with, and their name. */
const IDENTITY: readonly EraseStep[] = [
  eraseStep(
    ['auth.verification'],
    ({ subject }) => sql`
    delete from auth.verification where identifier || ' ' || value like ${containing(subject)}`,
  ),
  eraseStep(
    ['auth.mail_requests'],
    ({ email }) => sql`delete from auth.mail_requests where lower(email) = lower(${email})`,
  ),
  eraseStep(['public.agent_imports'], ({ id }) => sql`delete from agent_imports where seller_id = ${id}`),
  eraseStep(['public.support_views'], ({ id }) => sql`delete from support_views where person_id = ${id}`),
  // That an admin looked stays with the person they looked as.
  eraseStep(
    ['public.support_views'],
    ({ id }) => sql`
    update support_views set admin_id = null, ended_at = coalesce(ended_at, least(now(), expires_at)),
      ended_because = coalesce(ended_because, 'admin_changed') where admin_id = ${id}`,
  ),
  eraseStep(['auth.mail_links'], ({ email }) => sql`delete from auth.mail_links where lower(email) = lower(${email})`),
  // Its sessions, ways of signing in, factors and passkeys go with it.
  eraseStep(
    [
      'auth.user',
      'auth.account',
      'auth.session',
      'auth.passkey',
      'auth.twoFactor',
      'auth.mail_links',
      'auth.mail_requests',
      'auth.external_flows',
    ],
    ({ subject }) => sql`delete from auth."user" where id = ${subject}`,
  ),
  eraseStep(
    ['public.erased_subjects'],
    ({ subject }) => sql`
    insert into erased_subjects (subject_hash) select sha256(convert_to(${subject}, 'UTF8')) where ${subject} not like 'deleted:%'
    on conflict (subject_hash) do update set erased_at = now()`,
  ),
  eraseStep(
    ['public.users'],
    ({ id }) => sql`
    update users set firebase_uid = 'deleted:' || id, email = 'deleted-' || id || '@deleted.invalid', display_name = ${NOBODY},
      role = 'basic_user', status = 'deactivated', status_reason = null, blocked_until = null, avatar_url = null, bio = null,
      website_url = null, is_verified = false, preferences = '{}', keep_runs_days = null, last_login = null, updated_at = now()
    where id = ${id}`,
  ),
]

const CONTENTS: readonly EraseStep[] = [
  ...RUNS,
  ...MONEY_STEPS,
  ...PAID_RUN_STEPS,
  ...DISCOVERY_STEPS,
  ...SOLD,
  ...BUILT,
  ...SAID,
  ...BELONGINGS,
]

export const STEPS: readonly EraseStep[] = [...CONTENTS, ...IDENTITY]

/**
 * Everything of the person, in dependency order, in two passes: the first takes long and blocks nobody. Then the
 * account is locked briefly while everything added since is erased. This pass waits for writers who are adding rows of
 * the person, and makes others wait until they see that the account is gone (migration 0057): also other people's runs
 * whose charges name the account as their seller.
 */
export async function erasePerson(tx: Queryable, person: Person): Promise<void> {
  await sql`select 1 from users where id = ${person.id} for no key update`.execute(tx)
  for (const { run } of CONTENTS) await run(person).execute(tx)
  await sql`select 1 from users where id = ${person.id} for update`.execute(tx)
  for (const { run } of STEPS) await run(person).execute(tx)
}
