/** The accounts that a run of an agent works with: asked before it costs anything, and again at every call. */
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { AgentAccount } from '#contract/agents/agents.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionCaller, ActionRequest } from '#nodes/ports.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { askedBeyond, nameOfSlot, readAccounts, readAgreed } from './compare-slots.ts'
import * as store from './lent-accounts.store.ts'

/** Why the agent may not work with what was lent; null when it may. */
function problemOf(asked: AgentAccount, lent: store.LentRow | undefined): string | null {
  const name = nameOfSlot(asked)
  if (!lent || lent.connector !== asked.app) return `Choose your account for ${name}`
  const more = askedBeyond(readAgreed(lent.agreed), asked)
  return more.length > 0 ? `This version asks for more of your account for ${name}: to ${more.join(', to ')}` : null
}

/** Before a run; one that is under way waits for an account that has to be connected again. */
const startProblemOf = (asked: AgentAccount, lent: store.LentRow | undefined): string | null =>
  problemOf(asked, lent) ?? (lent?.status === 'ready' ? null : `Connect your account for ${nameOfSlot(asked)} again`)

interface Asking {
  owner: { user_id: string } | { visitor_key: string }
  agent_id: AgentId
  seller_id: string
  accounts: readonly AgentAccount[]
}

/**
 * Sellers run their own agents with the accounts that their steps name.
 * @throws accounts_needed naming each slot that is empty or not covered
 */
export async function checkAccounts(db: Queryable, { owner, agent_id, seller_id, accounts }: Asking): Promise<void> {
  if (accounts.length === 0 || ('user_id' in owner && owner.user_id === seller_id)) return
  const lent = 'user_id' in owner ? await store.findLent(db, owner.user_id as UserId, agent_id) : []
  const problems = accounts.flatMap((asked) => {
    const message = startProblemOf(
      asked,
      lent.find(({ slot }) => slot === asked.slot),
    )
    return message === null ? [] : [{ message, field: `accounts.${asked.slot}`, code: 'accounts_needed' }]
  })
  const [first] = problems
  if (!first) return
  const where = 'user_id' in owner ? 'on the page of the agent' : 'after you sign in'
  throw new AppError('accounts_needed', { message: `${first.message} ${where}.`, problems })
}

/** An account that a call is made with, and whose it is. */
export interface SlotAccount {
  credential: CredentialId
  lender: UserId
  /** As people know the slot. */
  name: string
}

const refused = (message: string): NodeError =>
  new NodeError('account_not_lent', `${message}.`, { field: 'credential' })

/** The version of an agent whose run this is a part of. */
async function versionOf(db: Queryable, { who, execution_id }: ActionCaller): Promise<string | null> {
  if (who.agent_version) return who.agent_version
  if (who.version === null || execution_id === null) return null
  return (await store.findNearestAgent(db, execution_id))?.agent_version_id ?? null
}

/**
 * The account of the buyer for a call that names a slot.
 * @returns null where the author's own account is meant: no agent runs, or its seller runs it
 * @throws NodeError `account_not_lent` naming the slot
 */
export async function findSlotAccount(
  db: Queryable,
  { integration, action, slot }: Pick<ActionRequest, 'integration' | 'action' | 'slot'>,
  caller: ActionCaller,
): Promise<SlotAccount | null> {
  if (slot === undefined) return null
  const version = await versionOf(db, caller)
  if (version === null) return null
  const agent = await store.findSlotsOfVersion(db, version)
  const { owner } = caller.who
  if (agent && 'user_id' in owner && owner.user_id === agent.seller_id) return null
  const asked = readAccounts(agent?.accounts).find((one) => one.slot === slot)
  // A step that the version did not have when it was published.
  if (!agent || !asked || asked.app !== integration || !asked.actions.some(({ id }) => id === action))
    throw refused(`The agent does not say that it uses your account for “${integration}: ${action}”`)
  const lent = 'user_id' in owner ? await store.findLent(db, owner.user_id as UserId, agent.agent_id) : []
  const mine = lent.find((one) => one.slot === slot)
  const problem = problemOf(asked, mine)
  if (!mine || problem !== null || !('user_id' in owner)) throw refused(problem ?? 'Sign in to use your account')
  return { credential: mine.credential_id, lender: owner.user_id as UserId, name: nameOfSlot(asked) }
}
