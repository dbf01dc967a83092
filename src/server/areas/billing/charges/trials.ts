/** Trial runs of an agent: as many as it gives each person, and as many more as codes gave. A person is a mailbox (see 0147). */
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { isUnproven, type PersonRules, personOf } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './charges.store.ts'

/** They are for proven addresses alone, wherever one can be proven. */
export type TrialRules = PersonRules

export interface Trials {
  /** Whose they are. */
  key: string
  left: number
  /** They are there, and wait until the address is proven. */
  wait: boolean
}

export async function findTrials(
  db: Queryable,
  rules: TrialRules,
  { buyer, agent, parties }: { buyer: UserId; agent: AgentId; parties: store.BuyerRow | null },
): Promise<Trials> {
  const account = { id: buyer, email: parties?.email ?? '', is_verified: parties?.is_verified === true }
  const key = personOf(rules, account)
  const left = await store.countTrialsLeft(db, { buyer, person: key, agent, limit: parties?.trial_runs ?? 0 })
  return { key, left, wait: left > 0 && isUnproven(rules, account) }
}
