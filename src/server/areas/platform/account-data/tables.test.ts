import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { STEPS } from './erase.store.ts'
import { LISTS } from './export.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('the tables of the database', () => {
  /** Nothing of a person, or kept on purpose: why. */
  const OTHERS: Record<string, string> = {
    'public.mail_deliveries': 'hashes made of the steps and addresses of a run; gone with what the run holds',
    'public.trigger_keys':
      'hashes of keys and signatures that callers of an address sent, for a day; gone with the trigger',
    'public.review_reminders': 'that a reminder about a run was sent; gone with the run',
    'public.approval_codes': 'hashes of codes that connect a person to a bot, for 15 minutes',
    'public.approval_messages':
      'what became of messages about approvals, which are written when they are sent; 30 days',
    'public.unread_results': 'which runs’ results are still to be read for the review queue; gone with the run',
    'public.run_records': 'the number and hash of the newest entry of a record; gone with the run',
    'public.signing_secrets': 'secrets, which no copy of data has; gone with the account',
    'public.service_hook_deliveries': 'hashes of ids that callers of a webhook sent, for a week; gone with the service',
    'public.idempotent_requests': 'keyed hashes, and answers that only the key of the request can decrypt, for a day',
    'public.failures': 'the number of a run that failed, for the seconds until its owner’s workflows are told',
    'public.tax_rules': 'of the installation',
    'public.announcement': 'of the installation',
    'public.backups': 'of the installation; who asked for one stays, as in the audit log',
    'public.assistant_clients': 'programs that registered themselves, of nobody',
    'public.assistant_codes': 'hashes for two minutes, and a day longer so that a second use is noticed',
    'public.assistant_tokens': 'hashes of the tokens of assistants, which are in the copy',
    'public.oauth_applications': 'of the installation; who changed one stays, as in the audit log',
    'public.mcp_packages': 'of the installation',
    'public.mcp_package_versions': 'of the installation',
    'public.mcp_package_events': 'of the installation; who changed a package stays, as in the audit log',
    'public.plugins': 'of the installation',
    'public.plugin_packages': 'of the installation',
    'public.plugin_events': 'of the installation; who changed a plugin stays, as in the audit log',
    'public.settings': 'of the installation; who changed one stays, as in the audit log',
    'public.brand_logos': 'of the installation',
    'public.sign_up_invitations':
      'addresses of people without an account; gone when they create one, and 30 days after the invitation expired',
    'public.held_starts': 'ids of runs that wait for the end of maintenance; gone with the run',
    'public.queue_jobs': 'ids of runs that wait for a worker; gone with the run',
    'public.mandate_endings': 'numbers of the gateway, of nobody we know any more',
    'public.payout_runs': 'of the installation',
    'public.invoice_series': 'of the installation',
    'public.invoices_due': 'ids of orders, sales and refunds, until they are on an invoice',
    'public.seller_years': 'sums of the sales, which stay as the law asks',
    'public.plans': 'of the installation',
    'public.plan_versions': 'of the installation; who changed a price stays, as in the audit log',
    'public.trials_taken': 'hashes of addresses: the free days are had once, also by who deletes the account',
    'public.coupon_redemptions':
      'by a keyed hash of the mailbox: a code is used once, also by who deletes the account; its code stands with the order',
    'public.coupon_runs': 'as the redemptions of orders: free runs of a code are had once',
    'public.trial_runs': 'by a keyed hash of the mailbox: trial runs are had once, also by who deletes the account',
    'public.ledger_account_kinds': 'of the installation',
    'public.ledger_balances': 'sums of the entries',
    'public.migrations': 'of the installation',
    'public.installation': 'of the installation: its id, and fingerprints of its keys',
    'public.categories': 'of the installation',
    'public.search_words': 'words of listings',
    'public.listing_vectors': 'numbers made of the texts of listings',
    'public.search_synonyms': 'of the installation',
    'public.code_tables': 'of the installation',
    'public.gateway_events':
      'what the payment gateway said of its payments, by their ids; who paid stands with the order',
    'public.reconciliations': 'of the installation',
    'public.codes': 'of the installation',
    'public.executors': 'of the installation',
    'public.marketplace': 'of the installation',
    'public.visitor_usage': 'visitors, by a keyed hash',
    'public.erased_subjects': 'hashes of deleted accounts',
    'public.leftovers': 'paths made of ids',
    'public.incoming_files': 'ids of files that are being stored',
    'public.agent_sample_runs': 'ids of runs that tried samples; the runs are in the copy, these go with the agent',
    'public.agent_version_runs': 'what samples of a listing gave, which everybody may see; gone with the version',
    'public.agent_sample_files': 'ids of files that samples name; gone with the agent',
    'public.agent_price_changes': 'what a listing announced to its buyers',
    'public.workflow_evaluation_results': 'single results behind the scores of the copy; gone with their evaluation',
    'public.agent_users': 'figures of agents; the id of a deleted user is nobody’s',
    'public.agent_stats': 'figures of agents',
    'public.agent_scores': 'figures of agents',
    'public.agent_days': 'figures of agents',
    'public.agent_down_hours': 'figures of agents',
    'public.agent_check_turns': 'when the platform last looked at a listing; gone with it',
    'public.agent_checks': 'what the platform found of a listing; gone with it',
    'public.agent_imports': 'ids of agents that a file made, and its hash; the agents are in the copy',
    'public.platform_hours': 'of the installation',
    'public.job_leases': 'of the installation',
    'public.knowledge_hosts': 'when a website may be asked again',
    'public.metric_samples': 'of the installation',
    'public.notice_causes': 'ids of runs, for seconds',
    'public.analytics_events': 'nobody’s: no user, no address, a number that ends with the visit',
    'public.analytics_progress': 'of the installation',
    'public.analytics_event_days': 'sums of what happened',
    'public.analytics_search_days': 'how often something was searched for, by nobody in particular',
    'public.analytics_agent_days': 'figures of agents',
    'public.analytics_segment_days': 'figures of agents',
    'public.analytics_people_days': 'numbers of accounts',
    'public.analytics_cohorts': 'numbers of accounts',
    'public.analytics_money_days': 'sums of the entries',
    'public.analytics_uses': 'figures of agents, by a hash of the agent and the person',
    'public.analytics_active': 'ids of accounts, for days; the id of a deleted user is nobody’s',
    'public.notification_heads': 'a number',
    'public.data_exports': 'the copies themselves',
    'public.avatars': 'is picture.webp in the copy',
    'public.audit_log': 'what was done to accounts stays; it names ids',
    'public.audit_unsealed': 'ids of entries, for seconds',
    'public.audit_chain': 'hashes of entries',
    'public.audit_state': 'of the installation',
    'public.report_case_events': 'what admins did with a report, without words; who, is in the audit log',
    'public.run_stops': 'what admins stopped; their own part is in the audit log',
    'auth.jwks': 'of the installation',
    'auth.attempts': 'by a keyed hash, for minutes',
    'auth.verification': 'secrets of minutes',
    'auth.mail_links': 'secrets of minutes',
    'auth.mail_requests': 'for seconds',
    'auth.external_flows': 'secrets of minutes',
    'public.pending_connects': 'secrets of minutes',
    'public.workspace_activity': 'when a session last acted; gone with the session',
    'public.scim_groups': 'groups of a directory of a workspace, gone with it',
    'public.scim_group_members': 'of people of a directory, gone with them',
    'public.workspace_sign_ons': 'settings of a workspace, gone with it; the secret in it is sealed',
  }

  it('are each shown to their person and cleared of them, or have a reason why not', async () => {
    const { rows } = await database.pool.query(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth')`,
    )
    const shown = new Set(LISTS.flatMap(({ tables }) => tables))
    const cleared = new Set(STEPS.flatMap(({ tables }) => tables))
    const forgotten = rows
      .map(({ name }) => name)
      .filter((name) => !(name in OTHERS) && !(shown.has(name) && cleared.has(name)))
    expect(forgotten).toEqual([])
    const known = new Set(rows.map(({ name }) => name))
    for (const name of [...shown, ...cleared, ...Object.keys(OTHERS)]) expect(known).toContain(name)
  })
})
