/** Accounts of their own that people let an agent work with: one for each slot that its version names. */
import { z } from 'zod'
import { CredentialId } from '#contract/accounts/credentials.ts'
import { AgentAccount, AgentRef } from '#contract/agents/agents.ts'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, AgentVersionId, ServiceId, Timestamp } from '#contract/core/primitives.ts'
import { LENT_STATES } from './lent-account-values.ts'

export const AccountSlot = AgentAccount.extend({
  state: z
    .enum(LENT_STATES)
    .describe(
      '`asks_more`: the version asks for more than was agreed to. `reconnect`: the app no longer accepts the account.',
    ),
  more: z.array(z.string()).describe('What the version asks for in addition to what was agreed to, in words.'),
  account: z
    .object({ id: CredentialId, name: z.string(), agreed_at: Timestamp })
    .nullable()
    .describe('The account that is used; null before one is chosen.'),
})
export type AccountSlot = z.infer<typeof AccountSlot>

export const AccountSlots = z.object({
  agent_id: AgentId,
  version_id: AgentVersionId.nullable().describe('The version that runs for the caller; null where none does.'),
  accounts: z.array(AccountSlot),
})
export type AccountSlots = z.infer<typeof AccountSlots>

const params = z.object({ id: AgentRef, slot: z.string().min(1).max(130) })

export const lentAccountEndpoints = {
  getAccountSlots: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/accounts',
    access: signedIn,
    params: params.pick({ id: true }),
    query: z.object({ service_id: ServiceId.optional() }),
    returns: AccountSlots,
    errors: ['not_found'],
  }),
  lendAccount: endpoint({
    method: 'PUT',
    path: '/api/v1/agents/{id}/accounts/{slot}',
    access: signedIn,
    params,
    body: z.strictObject({
      /** One of the caller's accounts at the app of the slot. */
      account: CredentialId,
      /** The version that was shown: what it asks for is what is agreed to. */
      version_id: AgentVersionId,
    }),
    returns: AccountSlots,
    errors: ['not_found', 'too_many_requests'],
  }),
  takeBackAccount: endpoint({
    method: 'DELETE',
    path: '/api/v1/agents/{id}/accounts/{slot}',
    access: signedIn,
    params,
    returns: AccountSlots,
    errors: ['not_found'],
  }),
}
