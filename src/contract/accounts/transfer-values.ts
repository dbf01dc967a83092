/** What moves between workspaces, without schemas: for pages and the server alike (decision 0364). */

/** A custom agent is a workflow. An agent is a listing, and moves with the workflows it is made of. */
export const TRANSFER_KINDS = [
  'workflow',
  'agent',
  'service',
  'knowledge_base',
  'data_table',
  'credential',
  'model',
  'mcp_server',
  'imported_app',
  'skill',
] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

export const TRANSFER_STATUSES = ['offered', 'done', 'declined', 'cancelled', 'expired'] as const

/** Why something can't move now. */
export const TRANSFER_REFUSALS = [
  'runs_open',
  'batches_open',
  'tests_open',
  'money_open',
  'in_review',
  'name_taken',
  'plan_limit',
  'account_limit',
  'too_large',
  'role_too_low',
  'seller_details',
  'already_offered',
  'still_used',
] as const
export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number]

/** What a move counts. */
export const TRANSFER_COUNTS = [
  'versions',
  'runs',
  'chats',
  'batches',
  'test_cases',
  'evaluations',
  'documents',
  'rows',
  'files',
] as const

/** What happens to how things are reached and started. */
export const TRANSFER_EFFECTS = [
  'triggers_paused',
  'schedules_paused',
  'addresses_kept',
  'members_removed',
  'shares_removed',
  'links_ended',
  'hooks_ended',
  'channels_kept',
  'channels_ended',
  'app_triggers_ended',
  'lent_ended',
  'files_stay',
  'buyers_stay',
] as const

/** What the data policy of the new workspace does to what arrives. */
export const TRANSFER_POLICIES = [
  'runs_deleted',
  'model_not_allowed',
  'app_not_allowed',
  'country_not_allowed',
  'models_forbidden',
  'apps_forbidden',
] as const

export const TRANSFERS = {
  /** Chosen at once, without what goes along. */
  things: 20,
  /** All that moves at once. */
  moves: 500,
  runs: 100_000,
  offer_days: 7,
  offers_per_hour: 60,
} as const
