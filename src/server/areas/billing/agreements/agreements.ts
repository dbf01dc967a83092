/** Agreements that people give before an agent sends their input to third parties. */

import type { AgentAccount } from '#contract/agents/agents.ts'
import type { Agreement } from '#contract/billing/agreements.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { checkAccounts } from '#server/areas/connectors/connectors.ts'
import { ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { AgreeGrant, OwnAgreements } from './agreements.policy.ts'
import * as store from './agreements.store.ts'

const TURNS_PER_HOUR = 120

/** A version, as far as it matters here. */
export interface Sending {
  agent_id: AgentId
  seller_id: string
  sends_to: readonly string[]
  accounts: readonly AgentAccount[]
}

/**
 * Destinations that a version would send input to without an agreement. Sellers know what their own agents do, and
 * samples contain nothing of the person who runs them.
 */
export async function findMissingAgreements(
  db: Queryable,
  { owner, trigger }: { owner: store.Agreeing; trigger: string },
  { agent_id, seller_id, sends_to }: Omit<Sending, 'accounts'>,
): Promise<string[]> {
  if (sends_to.length === 0 || trigger === 'sample') return []
  if ('user_id' in owner && owner.user_id === seller_id) return []
  const agreed = new Set(await store.findAgreed(db, owner, agent_id))
  return sends_to.filter((name) => !agreed.has(name))
}

/**
 * What a person who runs a version has to have agreed to: the accounts of theirs that it works with, and where it sends their input.
 * @throws accounts_needed, agreement_needed; the problems name the accounts and the places, one each
 */
export async function checkAgreed(
  db: Queryable,
  run: Parameters<typeof findMissingAgreements>[1],
  version: Sending,
): Promise<void> {
  await checkAccounts(db, { ...version, owner: run.owner })
  const missing = await findMissingAgreements(db, run, version)
  if (missing.length === 0) return
  throw new AppError('agreement_needed', {
    message: `This agent sends your input to ${missing.join(', ')}. Agree to that first.`,
    problems: missing.map((name) => ({ message: name, field: 'agreement', code: 'agreement_needed' })),
  })
}

/**
 * Agrees to these places and to no others: what a later version sends elsewhere is asked for again.
 * @throws invalid_input for a place that the agent does not name, too_many_requests
 */
export async function recordAgreement(
  db: Database,
  { by, on: agent }: AgreeGrant,
  destinations: readonly string[],
): Promise<{ destinations: string[] }> {
  const known = await store.findDestinations(db, agent.id)
  const problems = destinations.flatMap((name, at) =>
    known.has(name)
      ? []
      : [{ message: 'The agent doesn’t send data there.', field: `destinations.${at}`, code: 'invalid_input' }],
  )
  if (problems.length > 0) throw new AppError('invalid_input', { problems })
  const who = ownerOfCaller(by)
  const sender = { key: by.type === 'user' ? by.id : by.key, shared: false }
  await enforceRateLimit(db, [rateLimitFor('agreements', sender, TURNS_PER_HOUR)], 'You’ve agreed many times')
  await store.upsertAgreements(db, who, { agent: agent.id, destinations: [...new Set(destinations)] })
  return { destinations: await store.findAgreed(db, who, agent.id) }
}

/** @throws not_found when there is nothing to take back */
export async function withdrawAgreement(
  db: Queryable,
  own: OwnAgreements,
  agent: AgentId | undefined,
): Promise<{ destinations: string[] }> {
  if (agent === undefined || !(await store.withdrawAgreement(db, own, agent))) throw new AppError('not_found')
  return { destinations: [] }
}

export async function listAgreements(
  db: Queryable,
  own: OwnAgreements,
  page: { limit: number; offset: number },
): Promise<{ items: Agreement[]; total: number; limit: number; offset: number }> {
  const [rows, total] = await Promise.all([store.findAgreements(db, own, page), store.countAgreements(db, own)])
  return { items: rows.map(presentAgreement), total, ...page }
}

const presentAgreement = ({ destinations, ...agent }: store.AgreementRow): Agreement => ({
  agent,
  destinations: destinations.map(({ name, agreed_at }) => ({ name, agreed_at: new Date(agreed_at).toISOString() })),
})
