/** Agents that run inside others: what is asked before the run around them, and when a step runs one. */
import type { AgentInside } from '#contract/agents/agents.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { checkAgreed } from '#server/areas/billing/agreements/agreements.ts'
import { checkWidgetBudget } from '#server/areas/billing/credits/widget-budget.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './charges.store.ts'

/** A run of an agent that a step of another run asks for. */
export interface CallToHold {
  agent_version_id: string
  /** Whose run it is inside: they pay. */
  owner: { user_id: string } | { visitor_key: string }
  /** The id that the run will have. */
  execution_id: string
  /** The run that the person started, around it. */
  root: { id: string; service_id: string | null; member: UserId | null }
  /** What it may cost at most, with its AI models. */
  most_paise: number
  /** Whether it has to be free, because what is around it is, such as a sample. */
  must_be_free: boolean
}

/**
 * Asks before a run what the agents that its steps run will ask: refused later, other steps would have acted.
 * @throws unauthenticated, not_runnable, agreement_needed, accounts_needed; the last two name the agent inside in the field
 */
export async function checkInside(
  db: Queryable,
  { owner, trigger }: { owner: CallToHold['owner']; trigger: string },
  { agents, seller_id }: Pick<store.Terms, 'agents' | 'seller_id'>,
  termsOf: (version: string) => Promise<store.Terms>,
): Promise<void> {
  if (isFreeInside(trigger, owner, seller_id)) {
    const paid = agents.find(({ most_paise }) => most_paise > 0)
    if (paid) throw new AppError('not_runnable', { message: `${ONLY_FREE} This agent runs “${paid.name}”.` })
  }
  if (trigger === 'sample') return
  for (const inside of agents) {
    const { id, name, most_paise } = inside
    if (most_paise > 0 && !('user_id' in owner))
      throw new AppError('unauthenticated', {
        message: `Sign in to run this agent: it runs “${name}”, which may cost money.`,
      })
    const version = await store.findListedVersion(db, id)
    if (version === null)
      throw new AppError('not_runnable', { message: `This agent runs “${name}”, which is no longer available.` })
    await checkAgreed(db, { owner, trigger }, await termsOf(version)).catch((error: unknown) => {
      throw ofInside(error, inside)
    })
  }
}

const ONLY_FREE = 'Samples and comparisons can’t run agents that cost money.'

/** Whether a run costs the person nothing, so that no run of an agent inside it may: a sample that is not their own, and a comparison. */
export const isFreeInside = (trigger: string, owner: CallToHold['owner'], seller: string | null): boolean =>
  trigger === 'bench' || (trigger === 'sample' && !('user_id' in owner && owner.user_id === seller))

/**
 * Asks of the person whose run it is inside what running the agent directly would ask.
 * @returns who pays; null where nobody does: a visitor runs it, or its seller
 * @throws unauthenticated, accounts_needed, agreement_needed
 */
export async function findPayer(tx: Queryable, { owner }: CallToHold, terms: store.Terms): Promise<UserId | null> {
  if (terms.price_type !== 'free' && !('user_id' in owner))
    throw new AppError('unauthenticated', { message: 'Sign in to run this agent: a step of it runs a paid agent.' })
  await checkAgreed(tx, { owner, trigger: 'workflow' }, terms)
  return 'user_id' in owner && owner.user_id !== terms.seller_id ? (owner.user_id as UserId) : null
}

/** @throws cap_reached when the step may not cost that, not_runnable when everything around it is free */
export async function checkCall(
  tx: Queryable,
  { most_paise, must_be_free, root }: CallToHold,
  paise: number,
): Promise<void> {
  if (must_be_free) throw new AppError('not_runnable', { message: ONLY_FREE })
  if (paise > most_paise)
    throw new AppError('cap_reached', {
      message: `A run of this agent costs ${rupees(paise)}, and this step may cost ${rupees(most_paise)} at most.`,
    })
  await checkWidgetBudget(tx, { execution: root.id }, paise)
}

/** What the agent `id` inside asks for, as a run of the agent around it is refused. */
function ofInside(error: unknown, { id, name }: AgentInside): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'agreement_needed')
    return new AppError('agreement_needed', {
      message: `This agent runs “${name}”. ${error.message}`,
      problems: error.problems.map((problem) => ({ ...problem, field: `agreement.${id}` })),
      cause: error,
    })
  if (error.code !== 'accounts_needed') return error
  const asked = error.problems.map(({ message, field, code }) => ({
    message,
    ...(code !== undefined && { code }),
    field: field?.replace('accounts.', `accounts.${id}.`) ?? `accounts.${id}`,
  }))
  const message = `This agent runs “${name}”, which works with an account of yours. ${asked[0]?.message}.`
  return new AppError('accounts_needed', { message, problems: asked, cause: error })
}
