/** A person's runs in their data export. The inside of another seller's closed workflow is not theirs. */
import { sql } from 'kysely'
import { CLOSED_FAILURE } from '#server/areas/runs/runs.ts'
import { logsOpenTo, stepsOpenTo } from '#server/areas/workflows/workflows.ts'
import { type PersonalList, row } from './personal-list.store.ts'

/** Prompts are in what steps log. */
const allSteps = sql`(select jsonb_agg(to_jsonb(n) - 'execution_id' - case when open.logs then '' else 'logs' end order by n.seq)
  from node_runs n where n.execution_id = e.id)`

/** Titles and states, with the same numbers as the page of the run. */
const closedSteps = sql`(select jsonb_agg(jsonb_build_object('node_id', 'step-' || d.place, 'title', d.node ->> 'title',
    'iteration', n.iteration, 'status', n.status, 'attempts', n.attempts, 'started_at', n.started_at, 'finished_at', n.finished_at)
    order by n.seq)
  from node_runs n join workflow_versions v on v.id = e.workflow_version_id
  cross join lateral jsonb_array_elements(v.document -> 'nodes') with ordinality d(node, place)
  where n.execution_id = e.id and d.node ->> 'id' = n.node_id)`

const closedError = sql`jsonb_build_object('code', case when e.error ->> 'code' ~ '^[a-z][a-z0-9_]{0,63}$' then e.error ->> 'code'
  else 'failed' end, 'message', ${CLOSED_FAILURE}::text)`

/** What a step keeps until the answer, and what it shows of its settings, are prompts, too. */
const allQuestions = sql`(select jsonb_agg(case when open.logs then to_jsonb(w) - 'execution_id'
    else to_jsonb(w) - 'execution_id' || jsonb_build_object('wait', w.wait - 'state' - 'before' - 'settings') end)
  from execution_waits w where w.execution_id = e.id)`

/** Those that were put to the person, with the answers. What a step keeps until the answer, and its input, are the workflow's. */
const closedQuestions = sql`(select jsonb_agg(jsonb_build_object('type', w.wait -> 'type', 'title', w.wait -> 'title',
    'details', case when w.wait ->> 'from_input' is null then w.wait -> 'details' end,
    'fields', case when w.wait ->> 'from_input' is null then w.wait -> 'fields' end, 'until', w.until, 'answer', w.resolution,
    'asked_at', w.created_at, 'answered_at', w.resolved_at) order by w.created_at)
  from execution_waits w where w.execution_id = e.id and w.wait ->> 'type' in ('approval', 'form'))`

export const RUN_LISTS: readonly PersonalList[] = [
  {
    file: 'runs.json',
    isLarge: true,
    about: 'Every run you started: what went in, what came out, step by step where you may see the steps',
    tables: ['public.executions', 'public.journal', 'public.execution_waits'],
    query: ({ id }) =>
      row(
        sql`e.id, e.workflow_id, e.agent_id, e.service_id, e.status, e.trigger, e.priority,
          case when open.steps or e.parent_id is null then e.input end as input,
          case when open.steps or e.parent_id is null then e.output end as output,
          case when open.steps or e.error ->> 'node_id' is null then e.error else ${closedError} end as error, e.cost_paise,
          e.created_at, e.started_at, e.finished_at,
          coalesce(case when open.steps then ${allSteps} else ${closedSteps} end, '[]') as steps,
          case when open.steps then ${allQuestions} else ${closedQuestions} end as questions`,
        sql`from executions e cross join lateral (select ${stepsOpenTo(id)} as steps, ${logsOpenTo(id)} as logs) open
          where e.owner_id = ${id} order by e.created_at`,
      ),
  },
  {
    file: 'decisions.json',
    isLarge: true,
    about:
      'What was decided, said and signed off about the findings of your runs, and by you about runs of your workspaces',
    tables: ['public.run_reviews', 'public.run_decisions', 'public.run_sign_offs', 'public.run_comments'],
    query: ({ id }) =>
      row(
        sql`r.execution_id, r.revision, r.signed_off_at, r.due_at, r.assignee_id = ${id} as assigned_to_you,
          (select json_agg(json_build_object('number', d.number, 'finding', d.label, 'verdict', d.verdict, 'value', d.value, 'reason', d.reason,
            'by_you', coalesce(d.person_id = ${id}, false), 'at', d.created_at) order by d.number)
            from run_decisions d where d.execution_id = r.execution_id and (r.owner_id = ${id} or d.person_id = ${id})) as decisions,
          (select json_agg(json_build_object('revision', s.revision, 'reading', s.reading, 'by_you', coalesce(s.person_id = ${id}, false),
            'at', s.signed_at) order by s.signed_at)
            from run_sign_offs s where s.execution_id = r.execution_id and (r.owner_id = ${id} or s.person_id = ${id})) as sign_offs,
          (select json_agg(json_build_object('text', c.text, 'by_you', coalesce(c.author_id = ${id}, false), 'at', c.created_at) order by c.id)
            from run_comments c where c.execution_id = r.execution_id and (r.owner_id = ${id} or c.author_id = ${id})) as comments`,
        sql`from run_reviews r where r.owner_id = ${id} or r.assignee_id = ${id}
            or r.execution_id in (select d.execution_id from run_decisions d where d.person_id = ${id}
              union select s.execution_id from run_sign_offs s where s.person_id = ${id}
              union select c.execution_id from run_comments c where c.author_id = ${id})
          order by r.finished_at, r.execution_id`,
      ),
  },
  {
    file: 'review-settings.json',
    about: 'When reviews of your documents go on to others, and where you are the person they go to',
    tables: ['public.review_settings'],
    query: ({ id }) =>
      row(
        sql`t.escalate_after_minutes, coalesce(t.escalate_to = ${id}, false) as to_you, t.owner_id = ${id} as yours`,
        sql`from review_settings t where t.owner_id = ${id} or t.escalate_to = ${id} order by t.owner_id`,
      ),
  },
  {
    file: 'records.json',
    isLarge: true,
    about: 'The records of your runs: who did what and when, and what you did about runs of your workspaces',
    tables: ['public.run_record_entries'],
    query: ({ id }) =>
      row(
        sql`t.execution_id, t.number, t.kind, t.at, t.facts::jsonb as facts, coalesce(t.who::jsonb ->> 'id' = ${id}::text, false) as by_you,
          t.content::jsonb as content`,
        sql`from run_record_entries t join executions e on e.id = t.execution_id
          where e.owner_id = ${id} or (t.who is not null and t.who::jsonb ->> 'id' = ${id}::text) order by t.execution_id, t.number`,
      ),
  },
  {
    file: 'traces.json',
    isLarge: true,
    about: 'What models were asked and answered in your runs, and what their tools gave, where you may see it',
    tables: ['public.trace_entries'],
    query: ({ id }) =>
      row(
        sql`t.id, t.execution_id, t.node_id, t.iteration, t.attempt, t.kind, t.name, t.at, t.ms, t.input_tokens, t.output_tokens,
          t.cost_micros, t.error, t.summary, t.prompt, t.base, t.content`,
        sql`from executions e join trace_entries t on t.execution_id = e.id
          where e.owner_id = ${id} and ${logsOpenTo(id)} order by e.created_at, t.id`,
      ),
  },
  {
    file: 'model-calls.json',
    about: 'Calls of language models: what each used and cost (micro-rupees)',
    tables: ['public.model_calls'],
    query: ({ id }) =>
      row(
        sql`t.id, t.execution_id, case when open.steps then t.node_id end as node_id, t.model, t.input_tokens, t.output_tokens,
          t.cost_micros, t.ms, case when open.steps then t.error when t.error is not null then 'The call failed.' end as error,
          t.created_at`,
        sql`from model_calls t left join executions e on e.id = t.execution_id
          cross join lateral (select t.execution_id is null or ${stepsOpenTo(id)} as steps) open
          where t.user_id = ${id} or t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'table-changes.json',
    isLarge: true,
    about: 'Changes of data tables that wait for your workflows, and runs that such changes started lately',
    tables: ['public.table_triggers', 'public.table_changes', 'public.table_trigger_runs'],
    query: ({ id }) =>
      row(
        sql`g.workflow_id, t.error,
          (select json_agg(json_build_object('change', c.change, 'cells', c.cells, 'before', c.before, 'at', c.at) order by c.id)
            from table_changes c where c.trigger_id = t.trigger_id) as changes,
          (select json_agg(r.execution_id) from table_trigger_runs r where r.trigger_id = t.trigger_id) as runs`,
        sql`from table_triggers t join workflow_triggers g on g.id = t.trigger_id where t.owner_id = ${id} order by t.trigger_id`,
      ),
  },
  {
    file: 'data-policy.json',
    about:
      'How long you chose to keep runs, documents and chats, and what may be used, exported and made into test cases',
    tables: ['public.data_policies'],
    query: ({ id }) =>
      row(
        sql`t.runs_days, t.files_days, t.chats_days, t.with_made, t.models, t.apps, t.members_export, t.test_cases,
          (select json_agg(json_build_object('service', s.name, 'runs_days', s.keep_runs_days) order by s.id)
            from services s where s.owner_id = t.account_id and s.keep_runs_days is not null) as services`,
        sql`from data_policies t where t.account_id = ${id}`,
      ),
  },
  {
    file: 'approval-links.json',
    about: 'The links you made for others to answer approvals of your runs',
    tables: ['public.approval_links'],
    query: ({ id }) =>
      row(
        sql`t.execution_id, t.recipient, t.is_mailed, t.created_at, t.expires_at`,
        sql`from approval_links t where t.made_by = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'approval-contacts.json',
    about: 'Who you are in Slack and Telegram, where approvals reach you',
    tables: ['public.approval_contacts'],
    query: ({ id }) =>
      row(
        sql`b.kind, b.settings ->> 'display_name' as bot, t.address, t.name, t.created_at`,
        sql`from approval_contacts t join approval_bots b on b.id = t.bot_id where t.person_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'approval-bots.json',
    about: 'The bots that bring approvals of your account to people, without what they sign in with',
    tables: ['public.approval_bots'],
    query: ({ id }) =>
      row(
        sql`t.kind, t.settings, t.connected_at, t.created_at`,
        sql`from approval_bots t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
]
