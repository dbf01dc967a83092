/** What is a person's: every list of the copy of their data, as SQL. Secrets and hashes of them are left out. */
import { sql } from 'kysely'
import { isShownTo } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DISCOVERY_LISTS } from './discovery.store.ts'
import { mailsNamingAddress } from './erase.store.ts'
import { MONEY_LISTS } from './money.store.ts'
import { PAID_RUN_LISTS } from './paid-runs.store.ts'
import type { Person } from './person.ts'
import { all, type PersonalList, row } from './personal-list.store.ts'
import { RUN_LISTS } from './runs.store.ts'
import { TALK_LISTS } from './talks.store.ts'
import { WORKSPACE_LISTS } from './workspaces.store.ts'

export const LISTS: readonly PersonalList[] = [
  {
    file: 'profile.json',
    about: 'Your account and profile',
    tables: ['public.users'],
    query: ({ id }) => row(all, sql`from users t where t.id = ${id}`),
  },
  {
    file: 'sign-in.json',
    about: 'How you sign in, and where you are signed in; no passwords or keys',
    tables: ['auth.user', 'auth.account', 'auth.session', 'auth.passkey', 'auth.twoFactor'],
    query: ({ subject }) =>
      row(
        sql`t.email, t.name, t."emailVerified", t."createdAt", t."twoFactorEnabled",
          (select json_agg(json_build_object('provider', a."providerId", 'since', a."createdAt")) from auth.account a where a."userId" = t.id) as ways,
          (select json_agg(json_build_object('began', s."createdAt", 'ends', s."expiresAt", 'ip', s."ipAddress", 'browser', s."userAgent")) from auth.session s where s."userId" = t.id) as sessions,
          (select json_agg(json_build_object('name', p.name, 'made', p."createdAt")) from auth.passkey p where p."userId" = t.id) as passkeys`,
        sql`from auth."user" t where t.id = ${subject}`,
      ),
  },
  {
    file: 'workflows.json',
    isLarge: true,
    about: 'Your workflows and their versions',
    tables: [
      'public.workflows',
      'public.workflow_versions',
      'public.workflow_publications',
      'public.workflow_checkpoints',
      'public.workflow_pins',
      'public.curated_answers',
      'public.curated_questions',
      'public.workflow_triggers',
      'public.trigger_calls',
      'public.workflow_cases',
      'public.workflow_evaluations',
    ],
    query: ({ id }) =>
      row(
        sql`t.*, (select json_agg(json_build_object('number', v.number, 'document', v.document, 'created_at', v.created_at) order by v.number)
          from workflow_versions v where v.workflow_id = t.id) as versions,
          (select json_agg(json_build_object('name', p.name, 'notes', p.notes, 'version_id', p.version_id, 'published_at', p.published_at,
            'ended_at', p.ended_at) order by p.published_at) from workflow_publications p where p.workflow_id = t.id) as publications,
          (select json_agg(json_build_object('name', c.name, 'version_id', c.version_id, 'at', c.created_at) order by c.created_at)
            from workflow_checkpoints c where c.workflow_id = t.id) as checkpoints,
          (select json_agg(json_build_object('node', k.node_id, 'output', k.output, 'at', k.updated_at)) from workflow_pins k
            where k.workflow_id = t.id) as pins,
          (select json_agg(json_build_object('answer', c.answer, 'at', c.updated_at, 'questions',
            (select json_agg(u.question order by u.position) from curated_questions u where u.answer_id = c.id)))
            from curated_answers c where c.workflow_id = t.id) as curated_answers,
          (select json_agg(json_build_object('type', g.type, 'config', g.config, 'enabled', g.enabled, 'paused_at', g.paused_at, 'calls',
            (select json_agg(json_build_object('method', c.method, 'status', c.status, 'request', c.request, 'at', c.created_at))
             from trigger_calls c where c.trigger_id = g.id))) from workflow_triggers g where g.workflow_id = t.id) as triggers,
          (select json_agg(json_build_object('name', c.name, 'input', c.input, 'expected', c.expected, 'scorer', c.scorer) order by c.position)
            from workflow_cases c where c.workflow_id = t.id) as test_cases,
          (select json_agg(json_build_object('score', e.score, 'at', e.created_at) order by e.created_at) from workflow_evaluations e
            where e.workflow_id = t.id) as evaluations`,
        sql`from workflows t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  ...TALK_LISTS,
  {
    file: 'app-triggers.json',
    isLarge: true,
    about: 'What your workflows watch in apps, and what arrived from there, without what deliveries are signed with',
    tables: ['public.app_triggers', 'public.app_trigger_items'],
    query: ({ id }) =>
      row(
        sql`t.id, t.integration, t.watched, t.kind, t.state, t.error, t.checked_at, t.item_at, t.left_at, t.created_at,
          (select w.workflow_id from workflow_triggers w where w.id = t.trigger_id) as workflow_id,
          (select json_agg(json_build_object('input', i.input, 'execution_id', i.execution_id, 'error', i.error, 'arrived_at', i.created_at,
            'done_at', i.done_at) order by i.id) from app_trigger_items i where i.app_trigger_id = t.id) as items`,
        sql`from app_triggers t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'knowledge.json',
    isLarge: true,
    about:
      'Your knowledge bases: their documents, websites and sources, what you corrected in them, and whom you share them with',
    tables: [
      'public.knowledge_bases',
      'public.knowledge_documents',
      'public.knowledge_chunks',
      'public.knowledge_indexes',
      'public.knowledge_shares',
      'public.knowledge_sites',
      'public.knowledge_site_pages',
      'public.knowledge_sources',
      'public.knowledge_source_items',
    ],
    query: ({ id }) =>
      row(
        sql`t.name, t.description, t.language, t.created_at,
          (select json_agg(json_build_object('email', s.email, 'access', s.access, 'at', s.at) order by s.at)
            from knowledge_shares s where s.base_id = t.id) as shares,
          (select json_agg(json_build_object('url', s.url, 'state', s.status, 'error', s.error_message, 'at', s.created_at, 'read_again', s.read_again, 'pages',
            (select json_agg(json_build_object('url', p.url, 'state', p.status, 'error', p.error_message, 'at', p.read_at) order by p.id)
              from knowledge_site_pages p where p.site_id = s.id and p.kind = 'page')) order by s.created_at)
            from knowledge_sites s where s.base_id = t.id) as sites,
          (select json_agg(json_build_object('kind', s.kind, 'name', s.name, 'place', s.place, 'state', s.status, 'error', s.error_message,
            'at', s.created_at, 'sync_every', s.sync_every, 'items',
            (select json_agg(json_build_object('name', i.name, 'url', i.url, 'state', i.status, 'error', i.error_message, 'at', i.read_at) order by i.id)
              from knowledge_source_items i where i.source_id = s.id and i.type = 'document')) order by s.created_at)
            from knowledge_sources s where s.base_id = t.id) as sources,
          (select json_agg(json_build_object('name', d.name, 'file_id', d.file_id, 'version', d.version, 'metadata', d.metadata,
            'corrected', (select json_agg(c.text order by c.position) from knowledge_chunks c where c.document_id = d.id and c.edited),
            'url', d.source_url, 'at', d.created_at) order by d.created_at) from knowledge_documents d where d.base_id = t.id) as documents`,
        sql`from knowledge_bases t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'snippets.json',
    isLarge: true,
    about: 'Parts of workflows you keep to use again',
    tables: ['public.snippets', 'public.snippet_versions'],
    query: ({ id }) =>
      row(
        sql`t.name, t.created_at, (select json_agg(json_build_object('number', v.number, 'content', v.content, 'at', v.created_at)
          order by v.number) from snippet_versions v where v.snippet_id = t.id) as versions`,
        sql`from snippets t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'data-tables.json',
    about: 'Your data tables, their columns, and whom you share them with',
    tables: ['public.data_tables', 'public.data_table_shares'],
    query: ({ id }) =>
      row(
        sql`t.id, t.name, t.columns, t.rows, t.created_at, t.updated_at,
          (select json_agg(json_build_object('email', s.email, 'access', s.access, 'at', s.at) order by s.at)
            from data_table_shares s where s.table_id = t.id) as shares`,
        sql`from data_tables t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'data-table-rows.json',
    isLarge: true,
    about: 'The rows of your data tables, with values by the ids of columns',
    tables: ['public.data_table_rows'],
    query: ({ id }) =>
      row(
        sql`r.table_id, r.cells, r.created_at, r.updated_at`,
        sql`from data_table_rows r join data_tables t on t.id = r.table_id where t.owner_id = ${id} order by r.table_id, r.position`,
      ),
  },
  {
    file: 'skills.json',
    isLarge: true,
    about: 'Your skills with their files in Base64, and earlier states of them that your workflows use',
    tables: ['public.skills', 'public.skill_revisions', 'public.skill_files'],
    query: ({ id }) =>
      row(
        sql`r.id, r.skill_id, r.number, r.name, r.description, r.license, r.compatibility, r.allowed_tools, r.metadata, r.body, r.created_at,
          (select json_agg(json_build_object('path', f.path, 'content', encode(f.content, 'base64')) order by f.path)
            from skill_files f where f.revision_id = r.id) as files`,
        sql`from skill_revisions r where r.owner_id = ${id} order by r.name, r.number`,
      ),
  },
  {
    file: 'workflow-edits.json',
    isLarge: true,
    about: 'Every edit you made to a workflow',
    tables: ['public.workflow_operations'],
    query: ({ id }) => row(all, sql`from workflow_operations t where t.author_id = ${id} order by t.created_at`),
  },
  {
    file: 'shared-workflows.json',
    about: 'Workflows of others that you work on, and whom you asked to work on yours',
    tables: ['public.workflow_members', 'public.workflow_invitations'],
    query: ({ id }) =>
      row(
        all,
        sql`from (
          select w.name, m.role, null as invited, m.at from workflow_members m join workflows w on w.id = m.workflow_id
            where m.user_id = ${id}
          union all select w.name, i.role, i.email, i.at from workflow_invitations i join workflows w on w.id = i.workflow_id
            where i.invited_by = ${id}) t order by t.at`,
      ),
  },
  ...WORKSPACE_LISTS,
  {
    file: 'workflow-comments.json',
    about: 'Your comments on workflows',
    tables: ['public.workflow_comments'],
    query: ({ id }) =>
      row(
        sql`t.workflow_id, t.text, t.node_id, t.resolved_at, t.edited_at, t.created_at`,
        sql`from workflow_comments t where t.author_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'agents.json',
    isLarge: true,
    about: 'Agents you sell, with their versions',
    tables: ['public.agents', 'public.agent_versions', 'public.agent_drafts', 'public.agent_submissions'],
    query: ({ id }) =>
      row(
        sql`t.id, t.slug, t.name, t.tagline, t.description, t.category_slug, t.more_categories, t.tags, t.status, t.price_type, t.price_paise, t.published_at, t.created_at,
          (select json_agg(to_jsonb(v) order by v.number) from agent_versions v where v.agent_id = t.id) as versions,
          (select d.content from agent_drafts d where d.agent_id = t.id) as draft,
          (select json_agg(json_build_object('number', o.number, 'status', o.status, 'submitted_at', o.submitted_at, 'reason', o.reason)
            order by o.submitted_at) from agent_submissions o where o.agent_id = t.id) as submissions`,
        sql`from agents t where t.seller_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'services.json',
    about: 'Your AI services, their schedules, and what they show on other sites',
    tables: [
      'public.services',
      'public.service_schedules',
      'public.service_schedule_times',
      'public.service_widgets',
      'public.service_widget_runs',
      'public.service_pages',
      'public.service_inboxes',
      'public.channels',
      'public.service_hooks',
    ],
    query: ({ id }) =>
      row(
        sql`t.*, (select json_agg(to_jsonb(c) || jsonb_build_object('times', (select json_agg(to_jsonb(m) order by m.due_at)
          from service_schedule_times m where m.schedule_id = c.id)) order by c.created_at)
          from service_schedules c where c.service_id = t.id) as schedules,
          (select to_jsonb(w) || jsonb_build_object('runs', (select json_agg(json_build_object('execution_id', r.execution_id,
            'at', r.created_at) order by r.created_at) from service_widget_runs r where r.service_id = w.service_id))
            from service_widgets w where w.service_id = t.id) as widget,
          (select to_jsonb(p) - 'password' from service_pages p where p.service_id = t.id) as chat_page,
          (select to_jsonb(i) from service_inboxes i where i.service_id = t.id) as inbox,
          (select to_jsonb(h) from service_hooks h where h.service_id = t.id) as webhook,
          (select json_agg(to_jsonb(h) - 'key_id' - 'wrapped_key' - 'sealed' - 'verify_token') from channels h where h.service_id = t.id)
            as channels`,
        sql`from services t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  ...RUN_LISTS,
  {
    file: 'files.json',
    about: 'Files you uploaded, and files of runs that are shown to you; each can be downloaded at /api/v1/files/{id}',
    tables: ['public.files'],
    query: ({ id }) =>
      row(
        sql`f.id, f.name, f.mime, f.bytes, f.sha256, f.created_at, f.expires_at`,
        sql`from files f where f.owner_id = ${id} and ${isShownTo(id)} order by f.created_at`,
      ),
  },
  {
    file: 'recoveries.json',
    about: 'Failed runs you had recovered together',
    tables: ['public.recoveries', 'public.recovery_items'],
    query: ({ id }) =>
      row(
        sql`t.action, t.created_at, t.finished_at,
          (select json_agg(json_build_object('run', i.execution_id, 'new_run', i.new_id, 'status', i.status, 'reason', i.reason))
            from recovery_items i where i.recovery_id = t.id) as runs`,
        sql`from recoveries t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'api-keys.json',
    about: 'Your API keys, without the keys themselves',
    tables: ['public.api_keys'],
    query: ({ id }) =>
      row(
        sql`t.id, t.name, t.prefix, t.scopes, t.allowed_origins, t.expires_at, t.last_used_at, t.created_at`,
        sql`from api_keys t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'assistants.json',
    about: 'Assistants you connected, without their tokens',
    tables: ['public.assistants'],
    query: ({ id }) =>
      row(
        sql`t.id, t.name, t.client_id, t.returns_to, t.resource, t.scopes, t.last_used_at, t.created_at`,
        sql`from assistants t where t.user_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'models.json',
    about: 'Language models you set up, without their keys, and what is asked by default',
    tables: ['public.models', 'public.model_settings'],
    query: ({ id }) =>
      row(
        sql`t.id, t.name, t.provider, t.base_url, t.model, t.input_price, t.output_price, t.country, t.created_at,
          (select to_jsonb(s) - 'id' - 'owner_id' from model_settings s where s.owner_id = t.owner_id) as settings`,
        sql`from models t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'credentials.json',
    about: 'Credentials you keep for workflows, without what is secret: that leaves this installation for nobody',
    tables: ['public.credentials'],
    query: ({ id }) =>
      row(
        sql`t.id, t.type, t.connector, t.name, t.shown, t.status, t.last_used_at, t.created_at, t.updated_at`,
        sql`from credentials t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'mcp-servers.json',
    about: 'MCP servers you connected and their tools, without what you sign in with',
    tables: ['public.mcp_servers', 'public.mcp_tools'],
    query: ({ id }) =>
      row(
        sql`t.id, t.name, t.url, (select p.package from mcp_packages p where p.id = t.package_id) as package, t.sign_in, t.title, t.version, t.trust_read_only, t.checked_at, t.last_error, t.calls, t.failures,
          t.last_call_at, t.created_at,
          (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'enabled', k.enabled, 'agreed', k.agreed,
            'calls', k.calls, 'failures', k.failures, 'last_call_at', k.last_call_at) order by k.place), '[]')
            from mcp_tools k where k.server_id = t.id) as tools`,
        sql`from mcp_servers t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'apps.json',
    about: 'Apps you added from API documents',
    tables: ['public.imported_apps', 'public.imported_actions'],
    query: ({ id }) =>
      row(
        sql`t.id, t.name, t.source_url, t.created_at,
          (select jsonb_agg(a.title order by a.place) from imported_actions a where a.app_id = t.id) as actions`,
        sql`from imported_apps t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'plugin-values.json',
    about: 'What plugins keep for you between runs',
    tables: ['public.piece_values'],
    query: ({ id }) =>
      row(
        sql`t.plugin, t.scope, t.key, t.value, t.changed_at`,
        sql`from piece_values t where t.owner_id = ${id} order by t.plugin, t.scope, t.key`,
      ),
  },
  {
    file: 'app-calls.json',
    about: 'Calls of apps that were made for you in the last 90 days, without what was sent or answered',
    tables: ['public.app_calls'],
    query: ({ id }) =>
      row(
        sql`t.id, t.connector, t.action, t.effect, t.credential_id, t.execution_id, t.host, t.error, t.requests, t.took_ms, t.at`,
        sql`from app_calls t where t.owner_id = ${id} order by t.at`,
      ),
  },
  {
    file: 'notifications.json',
    about: 'Your notifications',
    tables: ['public.notifications'],
    query: ({ id }) => row(all, sql`from notifications t where t.user_id = ${id} order by t.created_at`),
  },
  {
    file: 'consents.json',
    about: 'What you agreed to or declined',
    tables: ['public.consents'],
    query: ({ id }) =>
      row(sql`t.purpose, t.version, t.granted, t.at`, sql`from consents t where t.user_id = ${id} order by t.at`),
  },
  {
    file: 'agreements.json',
    about: 'Where you agreed that agents send what you give them',
    tables: ['public.agreements'],
    query: ({ id }) =>
      row(
        sql`t.destination, t.agreed_at, t.withdrawn_at, (select name from agents a where a.id = t.agent_id) as agent`,
        sql`from agreements t where t.user_id = ${id} order by t.agreed_at, t.destination`,
      ),
  },
  {
    file: 'lent-accounts.json',
    about: 'Accounts at apps that you let agents work with',
    tables: ['public.lent_accounts'],
    query: ({ id }) =>
      row(
        sql`t.slot, t.agreed, t.agreed_at, (select name from agents a where a.id = t.agent_id) as agent,
          (select name from credentials c where c.id = t.credential_id) as account`,
        sql`from lent_accounts t where t.user_id = ${id} order by t.agreed_at, t.slot`,
      ),
  },
  {
    file: 'role-requests.json',
    about: 'Roles you asked for',
    tables: ['public.role_requests'],
    query: ({ id }) =>
      row(
        sql`t.role, t.reason, t.status, t.decision_reason, t.created_at, t.decided_at`,
        sql`from role_requests t where t.user_id = ${id} order by t.created_at`,
      ),
  },
  ...DISCOVERY_LISTS,
  ...MONEY_LISTS,
  ...PAID_RUN_LISTS,
  {
    file: 'messages.json',
    about: 'Messages you sent us; those without signing in once your address is confirmed',
    tables: ['public.contact_messages'],
    query: ({ id, email, proven }) =>
      row(
        all,
        sql`from contact_messages t where t.user_id = ${id}
          or (${proven} and t.user_id is null and lower(t.email) = lower(${email})) order by t.created_at`,
      ),
  },
  {
    file: 'error-reports.json',
    about: 'Faults your browser reported, and your feedback about them',
    tables: ['public.error_reports'],
    query: ({ id }) => row(all, sql`from error_reports t where t.user_id = ${id} order by t.created_at`),
  },
  {
    file: 'mails.json',
    about: 'Mails we sent you, once your address is confirmed; links in them that still work are left out',
    tables: ['public.mails'],
    query: ({ email, proven }) =>
      row(
        sql`t.subject, t.status, t.created_at, t.sent_at`,
        sql`from mails t where ${proven} and ${mailsNamingAddress(email)} and lower(t.to_address) = lower(${email}) order by t.created_at`,
      ),
  },
  {
    file: 'support-views.json',
    about: 'When admins saw Chowk as you do, and why',
    tables: ['public.support_views'],
    query: ({ id }) =>
      row(
        sql`t.admin_role as role, t.reason, t.started_at, coalesce(t.ended_at, t.expires_at) as ended_at`,
        sql`from support_views t where t.person_id = ${id} order by t.started_at`,
      ),
  },
  {
    file: 'log.json',
    about: 'What you did to other accounts, and what others did to yours',
    tables: ['public.audit_log'],
    query: ({ id }) =>
      row(
        sql`t.action, t.reason, t.details, t.created_at, t.actor_id = ${id} as by_you, case when t.actor_id = ${id} then t.address end as address`,
        sql`from audit_log t where t.actor_id = ${id} or t.target_id = ${id} order by t.created_at`,
      ),
  },
]

const AT_A_TIME = 200

/** The rows of a list a few at a time; `tx` must be a transaction, and only one list of it is read at once. */
export async function* readList(tx: Queryable, list: PersonalList, person: Person): AsyncGenerator<unknown> {
  const most = list.isLarge ? 1 : AT_A_TIME
  await sql`declare personal no scroll cursor for ${list.query(person)}`.execute(tx)
  try {
    for (;;) {
      const { rows } = await sql<{ row: unknown }>`fetch ${sql.lit(most)} from personal`.execute(tx)
      for (const { row: one } of rows) yield one
      if (rows.length < most) return
    }
  } finally {
    await sql`close personal`.execute(tx).catch(() => {})
  }
}

export async function readPicture(tx: Queryable, { id }: Person): Promise<Buffer | null> {
  const found = await tx.selectFrom('avatars').select('image').where('owner_id', '=', id).executeTakeFirst()
  return (found?.image as Buffer | undefined) ?? null
}
