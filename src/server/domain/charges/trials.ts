/** Trial runs of an agent: as many as it gives each person, and as many more as codes gave. A person is a mailbox (see 0147). */
import type { AgentId, UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import * as store from './charges.store.ts'
import { personKey } from './person-key.ts'

export interface TrialRules {
  /** Keys the hashes of persons. */
  secret: string
  /** Whether they are for proven addresses alone: where no address can be proven, nobody is asked to. */
  askProof: boolean
}

export interface Trials {
  /** Whose they are. */
  key: string
  left: number
  /** They are there, and wait until the address is proven. */
  wait: boolean
}

export async function trialsOf(
  db: Queryable,
  { secret, askProof }: TrialRules,
  { buyer, agent, parties }: { buyer: UserId; agent: AgentId; parties: store.BuyerRow | null },
): Promise<Trials> {
  const key = personKey(secret, parties?.email ?? '')
  const left = await store.countTrialsLeft(db, { buyer, person: key, agent, limit: parties?.trial_runs ?? 0 })
  return { key, left, wait: left > 0 && askProof && parties?.is_verified !== true }
}
