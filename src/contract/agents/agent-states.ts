/**
 * The states of an agent and the actions allowed in each: one table, read by buttons and by the server. Plain data.
 *
 * draft → in_review → published ⇄ deprecated → archived; a rejected one is edited and becomes a draft again. `updating`
 * is a published agent with another version in review: the published one is still sold.
 */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'

export const AGENT_STATUSES = [
  'draft',
  'in_review',
  'published',
  'deprecated',
  'suspended',
  'archived',
  'rejected',
] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

export const AGENT_PHASES = [...AGENT_STATUSES, 'updating'] as const
export type AgentPhase = (typeof AGENT_PHASES)[number]

/** Actions of the seller, decisions of a reviewer, and actions of marketplace administrators. */
export const SELLER_ACTIONS = ['deprecate', 'revive', 'archive', 'restore', 'withdraw'] as const
export const ADMIN_ACTIONS = ['suspend', 'unsuspend', 'feature', 'unfeature'] as const
export const AGENT_ACTIONS = [
  'edit',
  'submit',
  'announce',
  ...SELLER_ACTIONS,
  'delete',
  'approve',
  'reject',
  ...ADMIN_ACTIONS,
] as const
export type SellerAction = (typeof SELLER_ACTIONS)[number]
export type AdminAction = (typeof ADMIN_ACTIONS)[number]
export type AgentAction = (typeof AGENT_ACTIONS)[number]

/** Where an action leads from a phase; where it is not named it is not possible. `gone` is the end. */
export const NEXT_PHASE: Record<AgentAction, Partial<Record<AgentPhase, AgentPhase | 'gone'>>> = {
  // What is edited is the draft alone: what is reviewed or sold stays as it is.
  edit: {
    draft: 'draft',
    rejected: 'draft',
    in_review: 'in_review',
    published: 'published',
    updating: 'updating',
    deprecated: 'deprecated',
  },
  submit: { draft: 'in_review', rejected: 'in_review', published: 'updating' },
  // Maintenance, or a message to the agent's users.
  announce: { published: 'published', updating: 'updating' },
  withdraw: { in_review: 'draft', updating: 'published' },
  approve: { in_review: 'published', updating: 'published' },
  reject: { in_review: 'rejected', updating: 'published' },
  deprecate: { published: 'deprecated' },
  revive: { deprecated: 'published' },
  archive: {
    draft: 'archived',
    rejected: 'archived',
    in_review: 'archived',
    published: 'archived',
    updating: 'archived',
    deprecated: 'archived',
  },
  restore: { archived: 'draft' },
  delete: { draft: 'gone', rejected: 'gone' },
  suspend: { published: 'suspended', updating: 'suspended', deprecated: 'suspended' },
  unsuspend: { suspended: 'published' },
  feature: { published: 'published', updating: 'updating' },
  unfeature: { published: 'published', updating: 'updating' },
}

export const phaseOf = (status: AgentStatus, has_open_submission: boolean): AgentPhase =>
  status === 'published' && has_open_submission ? 'updating' : status

/** Continues the sentence "This agent is …". */
const IS: Record<AgentPhase, string> = {
  draft: 'a draft',
  in_review: 'in review',
  published: 'published',
  updating: 'published, with a new version in review',
  deprecated: 'deprecated',
  suspended: 'suspended by the marketplace',
  archived: 'archived',
  rejected: 'not approved yet',
}

/** Whether an action is possible now, with the reason when not. */
export const agentAbility = (action: AgentAction, phase: AgentPhase): Ability =>
  NEXT_PHASE[action][phase] === undefined ? refusedAbility(`This agent is ${IS[phase]}.`) : allowed
