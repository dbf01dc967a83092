/** Every column that says whose a row is: a move sets it, ends the row, or leaves it for a reason. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { STEPS } from './move.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Columns that a move leaves as they are, by why. */
const STAY: Record<string, readonly string[]> = {
  'sealed again for the new owner (secrets.ts)': ['channels.owner_id', 'credentials.owner_id', 'models.owner_id'],
  'follows the owner of its run by a trigger': ['run_record_entries.account_id', 'unread_results.owner_id'],
  'who did or said it, which a move doesn’t change': [
    'acceptance_decisions.person_id',
    'agent_submissions.decided_by',
    'agent_submissions.submitted_by',
    'batch_exports.person_id',
    'batches.created_by',
    'chat_handovers.taken_by',
    'chat_visitors.user_id',
    'curated_answers.updated_by',
    'knowledge_documents.added_by',
    'knowledge_sites.added_by',
    'review_reports.reporter_id',
    'review_votes.voter_id',
    'reviews.author_id',
    'reviews.judged_by',
    'run_comments.author_id',
    'run_decisions.person_id',
    'run_moves.person_id',
    'run_sign_offs.person_id',
    'run_sign_offs.reopened_by',
    'workflow_checkpoints.created_by',
    'workflow_comments.author_id',
    'workflow_comments.resolved_by',
    'workflow_evaluations.started_by',
    'workflow_operations.author_id',
    'workflow_pins.updated_by',
    'workflow_publications.published_by',
    'workflow_versions.created_by',
  ],
  'money: what was paid stays with who paid it, what was earned with who earned it': [
    'charges.buyer_id',
    'charges.member_id',
    'charges.seller_id',
    'credit_settings.user_id',
    'dispute_evidence.changed_by',
    'dispute_files.added_by',
    'disputes.buyer_id',
    'disputes.seller_id',
    'invoice_codes.seller_id',
    'invoices.customer_id',
    'invoices.supplier_id',
    'ledger_accounts.owner_id',
    'ledger_transactions.created_by',
    'mandates.user_id',
    'orders.user_id',
    'payments.user_id',
    'payout_contacts.seller_id',
    'payout_runs.created_by',
    'payouts.seller_id',
    'purchases.buyer_id',
    'refunds.buyer_id',
    'refunds.decided_by',
    'refunds.seller_id',
    'sales.buyer_id',
    'sales.seller_id',
    'seller_years.seller_id',
    'subscription_events.user_id',
    'subscriptions.user_id',
  ],
  'usage and figures of the account that had them': [
    'analytics_active.user_id',
    'analytics_agent_days.seller_id',
    'api_calls.user_id',
    'model_calls.owner_id',
    'model_calls.user_id',
  ],
  'of the seller, not of one of their agents': [
    'agent_imports.seller_id',
    'coupons.created_by',
    'coupons.seller_id',
    'seller_follows.follower_id',
    'seller_follows.seller_id',
    'seller_profiles.seller_id',
    'seller_profiles.verified_by',
    'sellers.user_id',
  ],
  'of an account or a workspace itself': [
    'agreements.user_id',
    'api_keys.made_by',
    'api_keys.owner_id',
    'approval_bots.owner_id',
    'approval_codes.person_id',
    'approval_contacts.person_id',
    'assistant_codes.user_id',
    'assistants.user_id',
    'avatars.owner_id',
    'consents.user_id',
    'contact_messages.user_id',
    'data_policies.account_id',
    'error_reports.user_id',
    'notification_heads.user_id',
    'pending_connects.user_id',
    'review_settings.escalate_to',
    'review_settings.owner_id',
    'role_requests.decided_by',
    'role_requests.user_id',
    'saved_agents.user_id',
    'scim_groups.workspace_id',
    'scim_requests.workspace_id',
    'scim_users.user_id',
    'scim_users.workspace_id',
    'sign_on_people.user_id',
    'support_views.admin_id',
    'support_views.person_id',
    'workspace_activity.workspace_id',
    'workspace_domains.added_by',
    'workspace_domains.workspace_id',
    'workspace_invitations.invited_by',
    'workspace_invitations.workspace_id',
    'workspace_members.user_id',
    'workspace_members.workspace_id',
    'workspace_provisioning.made_by',
    'workspace_provisioning.workspace_id',
    'workspace_removals.user_id',
    'workspace_removals.workspace_id',
    'workspace_sign_ons.workspace_id',
    'workspaces.created_by',
    'workspaces.id',
  ],
  'can’t move: choices of the account, what its plugins keep, and snippets, which workflows have copies of': [
    'model_settings.owner_id',
    'piece_values.owner_id',
    'snippets.owner_id',
  ],
  'comparisons of several agents stay, with their runs': ['benches.owner_id'],
  'says what moved from whom to whom': [
    'transfers.decided_by',
    'transfers.from_id',
    'transfers.offered_by',
    'transfers.to_id',
  ],
  'of the installation': [
    'backups.requested_by',
    'mcp_package_events.by',
    'oauth_applications.changed_by',
    'plan_versions.created_by',
    'plugin_events.by',
    'report_case_events.actor_id',
    'report_cases.assigned_to',
    'report_cases.decided_by',
    'reports.reporter_id',
    'run_stops.asked_by',
  ],
}

it('names every column with an owner', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select distinct c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'public.users'::regclass and a.attnum = any(k.conkey)
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and (k.oid is not null or a.atttypid = 'uuid'::regtype and a.attname in
        ('owner_id', 'user_id', 'account_id', 'seller_id', 'buyer_id', 'workspace_id', 'person_id', 'member_id'))`)
  const moved = new Set(STEPS.flatMap(({ columns }) => columns))
  const staying = Object.values(STAY).flat()
  expect(staying.filter((name) => moved.has(name))).toEqual([])
  expect(rows.map(({ name }) => name).filter((name) => !moved.has(name) && !staying.includes(name))).toEqual([])
  const known = new Set(rows.map(({ name }) => name))
  for (const name of [...moved, ...staying]) expect(known).toContain(name)
})
