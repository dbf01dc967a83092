/** The verbs of lending accounts to agents. */
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { AgentAccount } from '#contract/agents/agents.ts'
import type { AccountSlot, AccountSlots } from '#contract/billing/lent-accounts.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { AgentVersionId, ServiceId } from '#contract/core/primitives.ts'
import { type CredentialParts, findScopesOfAccount } from '#server/areas/accounts/accounts.ts'
import { upsertAgreements } from '#server/areas/billing/agreements/agreements.store.ts'
import { findActive } from '#server/areas/billing/purchases/purchases.store.ts'
import {
  askedBeyond,
  deleteLent,
  destinationOf,
  findLent,
  type LentRow,
  readAccounts,
  readAgreed,
  storeLent,
} from '#server/areas/connectors/connectors.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { LendGrant } from './lent-accounts.policy.ts'
import * as store from './lent-accounts.store.ts'

export interface LendingParts {
  db: Database
  credentials: Pick<CredentialParts, 'vault'>
}

const TURNS_PER_HOUR = 120

function present(asked: AgentAccount, lent: LentRow | undefined): AccountSlot {
  const mine = lent?.connector === asked.app ? lent : undefined
  if (!mine) return { ...asked, state: 'empty', more: [], account: null }
  const more = askedBeyond(readAgreed(mine.agreed), asked)
  const state = more.length > 0 ? 'asks_more' : mine.status === 'ready' ? 'ready' : 'reconnect'
  const account = { id: mine.credential_id, name: mine.name, agreed_at: mine.agreed_at.toISOString() }
  return { ...asked, state, more, account }
}

/** Buyers run the version they bought, services the one they were added with. @throws not_found for a foreign service */
async function versionFor(db: Queryable, { on: { agent, owner } }: LendGrant, service: ServiceId | undefined) {
  if (service !== undefined) {
    const id = await store.findVersionOfService(db, owner, agent.id, service)
    if (id === null) throw new AppError('not_found')
    return id
  }
  return (await findActive(db, owner, agent.id, new Date()))?.agent_version_id ?? agent.version_id
}

async function slotsOf(db: Queryable, grant: LendGrant, id: AgentVersionId | null): Promise<AccountSlots> {
  const { agent, owner } = grant.on
  const version = id && (await store.findVersion(db, agent.id, id))
  const lent = await findLent(db, owner, agent.id)
  const accounts = readAccounts(version?.accounts).map((asked) =>
    present(
      asked,
      lent.find(({ slot }) => slot === asked.slot),
    ),
  )
  return { agent_id: agent.id, version_id: version?.id ?? null, accounts }
}

/** @throws not_found for a foreign service */
export const listSlots = async (
  db: Queryable,
  grant: LendGrant,
  service: ServiceId | undefined,
): Promise<AccountSlots> => slotsOf(db, grant, await versionFor(db, grant, service))

/**
 * Lends an account for one slot, for what the version asks of it and nothing more, and agrees to its input being sent to that app. Another
 * account takes the place of the one before.
 * @throws not_found for another slot or version, invalid_input for an account that is not the caller's, is at another app, is not connected
 * or allows too little, too_many_requests
 */
export async function lendAccount(
  { db, credentials }: LendingParts,
  grant: LendGrant,
  { slot, account, version_id }: { slot: string; account: CredentialId; version_id: AgentVersionId },
): Promise<AccountSlots> {
  const { agent, owner } = grant.on
  await enforceRateLimit(db, [rateLimitFor('lend', { key: owner, shared: false }, TURNS_PER_HOUR)])
  const version = await store.findVersion(db, agent.id, version_id)
  const asked = readAccounts(version?.accounts).find((one) => one.slot === slot)
  if (!asked) throw new AppError('not_found')
  const own = await findScopesOfAccount(db, credentials.vault, owner, account)
  if (!own || own.connector !== asked.app)
    throw fieldError('account', `Choose one of your accounts at ${asked.app_name}`)
  if (own.status !== 'ready') throw fieldError('account', `Connect “${own.name}” first`)
  const lacking = own.scopes === null ? [] : asked.scopes.filter((scope) => !own.scopes?.includes(scope))
  if (lacking.length > 0)
    throw fieldError('account', `“${own.name}” doesn’t allow ${lacking.join(', ')}. Connect it again to allow it.`)
  await db.transaction().execute(async (tx) => {
    const lending = { user: owner, agent: agent.id, slot, credential: account, agreed: asked }
    // Deleted meanwhile.
    if (!(await storeLent(tx, lending))) throw fieldError('account', `Choose one of your accounts at ${asked.app_name}`)
    await upsertAgreements(tx, { user_id: owner }, { agent: agent.id, destinations: [destinationOf(asked.app_name)] })
  })
  return slotsOf(db, grant, version_id)
}

/** The next run, and the next call of a run under way, is refused. @throws not_found when there is nothing to take back */
export async function takeBackAccount(db: Queryable, grant: LendGrant, slot: string): Promise<AccountSlots> {
  const { agent, owner } = grant.on
  if (!(await deleteLent(db, owner, agent.id, slot))) throw new AppError('not_found')
  return listSlots(db, grant, undefined)
}
