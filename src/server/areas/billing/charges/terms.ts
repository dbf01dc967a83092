/** The price of a person's next run of an agent, as its page shows it. The billing gate decides when they run it. */

import type { AgentTerms, ModelTerms, Purchase } from '#contract/billing/purchases.ts'
import type { AgentId, AgentVersionId, UserId } from '#contract/core/primitives.ts'
import { type DetailRow, presentPrice } from '#server/areas/agents/agents.ts'
import { findStanding } from '#server/areas/billing/acceptance/standing.ts'
import { findSettings, sumSpentToday } from '#server/areas/billing/credits/caps.store.ts'
import { leftInMonth } from '#server/areas/billing/credits/caps.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import * as store from '#server/areas/billing/purchases/purchases.store.ts'
import { presentPurchase } from '#server/areas/billing/purchases/purchases.ts'
import { findSettings as findModelSettings, isRunnersModelUsed } from '#server/areas/workflows/workflows.ts'
import { memberOf } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as charges from './charges.store.ts'
import { findModelCost, findTypicalCost, usesModels } from './terms.store.ts'
import { findTrials, type TrialRules } from './trials.ts'

const NOBODYS = { trial_runs_left: null, balance_paise: null, run_cap_paise: null, day_cap_paise: null, purchase: null }

export async function getTerms(
  db: Queryable,
  trials: TrialRules,
  { by, on: agent }: Grant<'agent.see', DetailRow>,
): Promise<AgentTerms> {
  const now = new Date()
  const [typical, models] = await Promise.all([
    agent.price_type === 'free' ? null : findTypicalCost(db, agent.id),
    modelTerms(db, agent.id),
  ])
  const price = presentPrice(
    agent.version_price_type ?? agent.price_type,
    agent.version_price_paise ?? agent.price_paise,
  )
  const viewer = by.type === 'user' ? by.id : null
  const modelsOf = async (version: AgentVersionId | null): Promise<ModelTerms | null> =>
    models && { ...models, own_model_used: version !== null && (await isRunnersModelUsed(db, version, viewer)) }
  const offered = price.type === 'per_run' ? agent.accept_days : null
  const standing =
    offered === null || viewer === null ? null : await findStanding(db, { buyer: viewer, seller: agent.seller_id })
  const { accepted = 0, rejected = 0, over = false } = standing ?? {}
  const acceptance = offered === null ? null : { days: offered, applies: !over, accepted, rejected }
  const listed = { price, version: agent.number, typical, models: await modelsOf(agent.version_id), acceptance }
  if (price.type === 'free' || agent.version_id === null) return { ...listed, ...NOBODYS, next: 'free' }
  if (by.type !== 'user') return { ...listed, ...NOBODYS, next: 'sign_in' }
  if (by.id === agent.seller_id) return { ...listed, ...NOBODYS, next: 'own' }
  const mine = await termsOf(db, {
    buyer: by.id,
    member: memberOf(by),
    trials,
    agent: agent.id,
    version: agent.version_id,
    now,
  })
  return {
    ...listed,
    ...mine.shown,
    ...(mine.version !== agent.version_id && { models: await modelsOf(mine.version) }),
    price: { ...price, paise: mine.paise },
    version: mine.number ?? agent.number,
    next: nextOf(price.type, mine),
  }
}

/** Null where its steps ask no models of the platform. */
export async function modelTerms(db: Queryable, agent: AgentId): Promise<Omit<ModelTerms, 'own_model_used'> | null> {
  if (!(await usesModels(db, agent))) return null
  const [{ daily_paise }, typical] = await Promise.all([findModelSettings(db, null), findModelCost(db, agent)])
  return { free_daily_paise: daily_paise, typical }
}

interface Asking {
  buyer: UserId
  /** The member of a workspace who asks. */
  member: UserId | null
  trials: TrialRules
  agent: AgentId
  version: AgentVersionId
  now: Date
}

interface Mine {
  /** What runs for them. */
  version: AgentVersionId
  /** Of the version that runs for them. */
  paise: number
  number: number | null
  today: number
  /** What the member of a workspace may still spend this month; null without a limit. */
  left_in_month: number | null
  /** The trial runs that are left wait for the address to be proven. */
  wait: boolean
  /** The seller has the legal particulars that selling needs. */
  sells: boolean
  shown: Pick<AgentTerms, 'run_cap_paise' | 'day_cap_paise'> & {
    trial_runs_left: number
    balance_paise: number
    purchase: Purchase | null
  }
}

async function termsOf(db: Queryable, { buyer, member, trials: rules, agent, version, now }: Asking): Promise<Mine> {
  const parties = await charges.findParties(db, buyer, agent)
  const [bought, trials, settings, balance_paise, today, left_in_month] = await Promise.all([
    store.findActive(db, buyer, agent, now),
    findTrials(db, rules, { buyer, agent, parties }),
    findSettings(db, buyer),
    balanceOf(db, 'credits', buyer),
    sumSpentToday(db, buyer, now),
    member === null ? null : leftInMonth(db, { buyer, member, now }),
  ])
  const runs = bought?.agent_version_id ?? version
  return {
    version: runs,
    paise: await charges.findPrice(db, runs, now),
    number: bought?.number ?? null,
    today,
    left_in_month,
    wait: trials.wait,
    sells: parties?.sells ?? false,
    shown: {
      run_cap_paise: settings?.run_cap_paise ?? null,
      day_cap_paise: settings?.day_cap_paise ?? null,
      trial_runs_left: trials.left,
      balance_paise,
      purchase: bought && presentPurchase(bought, now),
    },
  }
}

function nextOf(
  type: AgentTerms['price']['type'],
  { paise, today, left_in_month, wait, sells, shown }: Mine,
): AgentTerms['next'] {
  if (shown.purchase) return 'purchase'
  if (shown.trial_runs_left > 0 && !wait) return 'trial'
  if (!sells) return 'paused'
  if (wait && !(type === 'per_run' && shown.balance_paise >= paise)) return 'prove'
  if (type !== 'per_run') return 'buy'
  if (shown.run_cap_paise !== null && paise > shown.run_cap_paise) return 'cap'
  if (shown.day_cap_paise !== null && today + paise > shown.day_cap_paise) return 'cap'
  if (left_in_month !== null && paise > left_in_month) return 'cap'
  return shown.balance_paise < paise ? 'top_up' : 'credits'
}
