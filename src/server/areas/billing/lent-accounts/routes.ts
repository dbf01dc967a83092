import { findAgent } from '#server/areas/agents/agents.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayLend } from './lent-accounts.policy.ts'
import { holdsOrLends } from './lent-accounts.store.ts'
import { type LendingParts, lendAccount, listSlots, takeBackAccount } from './lent-accounts.ts'

type Names = 'getAccountSlots' | 'lendAccount' | 'takeBackAccount'

async function grantFor(db: Queryable, caller: Caller, ref: string) {
  const agent = await findAgent(db, ref)
  const holds = agent !== null && caller.type === 'user' && (await holdsOrLends(db, caller.id, agent.id))
  return mayLend(caller, agent, holds)
}

export const lentAccountHandlers = (parts: LendingParts): Pick<Handlers, Names> => ({
  getAccountSlots: async ({ params, query }, { caller }) =>
    listSlots(parts.db, await grantFor(parts.db, caller, params.id), query.service_id),
  lendAccount: async ({ params, body }, { caller }) =>
    lendAccount(parts, await grantFor(parts.db, caller, params.id), { slot: params.slot, ...body }),
  takeBackAccount: async ({ params }, { caller }) =>
    takeBackAccount(parts.db, await grantFor(parts.db, caller, params.id), params.slot),
})
