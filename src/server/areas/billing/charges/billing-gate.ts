/**
 * The gate before every run of an agent: checks the agreement to its data flow, who may run it free, and holds the
 * price for all others. Runs started by a service, a schedule, the API, a retry or a recovery pass it like those
 * started on the agent's page.
 *
 * A retry, rerun or fork is a separate run: when it succeeds it costs what a first run would cost now, whichever
 * version its steps are of, and reused results of finished nodes cost nothing more. The hold of the first run was
 * released when it failed.
 */
import { AppError } from '#contract/core/errors.ts'
import { AgentVersionId, type UserId } from '#contract/core/primitives.ts'
import { acceptDaysFor } from '#server/areas/billing/acceptance/standing.ts'
import { checkAgreed } from '#server/areas/billing/agreements/agreements.ts'
import { checkCaps, checkRunCap } from '#server/areas/billing/credits/caps.ts'
import { notifyWhenLow } from '#server/areas/billing/credits/low-balance.ts'
import { balanceOf, postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { findActive } from '#server/areas/billing/purchases/purchases.store.ts'
import { divideSale } from '#server/areas/billing/tax/divide-sale.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { OWNERS_FRESH_MS } from '#server/platform/owners-fresh.ts'
import { type CallToHold, checkCall, checkInside, findPayer } from './agents-inside.ts'
import * as store from './charges.store.ts'
import { findTrials, type TrialRules } from './trials.ts'

export interface BillingGateDeps {
  db: Database
  trials: TrialRules
  /** The clock; real when absent. */
  now?: () => Date
}

/** What is asked of a run before it begins: a part of the engine's request. */
export interface RunRequest {
  agent_version_id?: string | null
  /** The version whose price and kind of price hold, where it is not the one that runs. */
  priced_version_id?: string | null
  service_id?: string | null
  owner: { user_id: string } | { visitor_key: string }
  /** The member of a workspace who starts it. */
  started_by?: string | null
  trigger: string
  /** The id that the run must have, where it is stored beforehand. */
  for_execution?: string
}

export interface HeldCharge {
  id: string
  execution_id: string
}

export interface BillingGate {
  mustAuthorise(request: RunRequest): boolean
  /** @throws accounts_needed, agreement_needed, unauthenticated, address_unproven, payment_required, insufficient_credits, cap_reached, sales_paused */
  hold(request: RunRequest): Promise<HeldCharge | null>
  /**
   * For runs that begin together or not at all, in the caller's transaction: the charge of each, null where it is free.
   * @throws what `hold` throws; then nothing may be kept of the transaction
   */
  holdAll(tx: Queryable, requests: readonly RunRequest[]): Promise<(HeldCharge | null)[]>
  /**
   * For a run inside another one, in the caller's transaction, which stores the run as well.
   * @returns null where nobody pays for it: a visitor's, and those of agents of one's own
   * @throws what `hold` throws, and cap_reached where it costs more than it may
   */
  holdCall(tx: Queryable, call: CallToHold): Promise<HeldCharge | null>
  release(charge: HeldCharge): Promise<void>
}

/** Versions never change; who sells the agent may, so what one costs is asked again after a moment. */
const MOST_REMEMBERED = 5_000

function createTerms() {
  const known = new Map<string, { terms: store.Terms; asked: number }>()
  return {
    /** Of a version that was asked for before; its seller may be an earlier one. */
    peek: (version: string): store.Terms | undefined => known.get(version)?.terms,
    async ask(db: Queryable, version: string): Promise<store.Terms> {
      const kept = known.get(version)
      if (kept && performance.now() - kept.asked <= OWNERS_FRESH_MS) return kept.terms
      const asked = performance.now()
      const terms = await store.findTerms(db, version)
      if (!terms) throw new AppError('not_runnable')
      if (known.size >= MOST_REMEMBERED) known.clear()
      known.set(version, { terms, asked })
      return terms
    },
  }
}

export function createBillingGate(deps: BillingGateDeps): BillingGate {
  const { peek, ask: termsOf } = createTerms()
  /** Null for what is free. */
  const authorise = async (db: Queryable, request: RunRequest): Promise<Wanted | null> => {
    const { agent_version_id } = request
    if (!agent_version_id) return null
    const priced = AgentVersionId.parse(request.priced_version_id ?? agent_version_id)
    const terms = await termsOf(db, priced)
    const isFree = terms.price_type === 'free' || request.trigger === 'sample'
    if (!isFree && !('user_id' in request.owner))
      throw new AppError('unauthenticated', {
        message: 'Sign in to run this agent with your own input. Its samples are free.',
      })
    const runs = await termsOf(db, agent_version_id)
    await checkAgreed(db, request, runs)
    await checkInside(db, request, runs, (id) => termsOf(db, id))
    if (isFree || !('user_id' in request.owner) || request.owner.user_id === terms.seller_id) return null
    const buyer = request.owner.user_id as UserId
    const version = AgentVersionId.parse(agent_version_id)
    const { service_id = null, for_execution: execution_id = uuidv7() } = request
    const now = deps.now?.() ?? new Date()
    const member = (request.started_by ?? null) as UserId | null
    const decidable = request.trigger !== 'bench'
    return { terms, buyer, member, version, priced, service_id, execution_id, now, call: null, decidable }
  }
  return {
    mustAuthorise({ agent_version_id, priced_version_id }) {
      if (agent_version_id === undefined || agent_version_id === null) return false
      const priced = peek(priced_version_id ?? agent_version_id)
      const runs = peek(agent_version_id)
      return (
        priced?.price_type !== 'free' ||
        runs?.sends_to.length !== 0 ||
        runs.accounts.length > 0 ||
        runs.agents.length > 0
      )
    },
    async hold(request) {
      const wanted = await authorise(deps.db, request)
      return wanted && deps.db.transaction().execute((tx) => holdCharge(tx, deps.trials, wanted))
    },
    async holdAll(tx, requests) {
      const held: (HeldCharge | null)[] = []
      for (const request of requests) {
        const wanted = await authorise(tx, request)
        held.push(wanted && (await holdCharge(tx, deps.trials, wanted)))
      }
      return held
    },
    async holdCall(tx, call) {
      const version = AgentVersionId.parse(call.agent_version_id)
      const terms = await termsOf(tx, version)
      const buyer = await findPayer(tx, call, terms)
      if (buyer === null) return null
      const { execution_id, root } = call
      const now = deps.now?.() ?? new Date()
      const { service_id, member } = root
      const paid = { terms, buyer, member, version, priced: version }
      const wanted = { ...paid, service_id, execution_id, now, call, decidable: false }
      if (terms.price_type !== 'free') return holdCharge(tx, deps.trials, wanted)
      return holdModels(tx, { id: uuidv7(), execution_id }, wanted)
    },
    release: async ({ id }) => void (await store.releaseOrphan(deps.db, id)),
  }
}

interface Wanted {
  terms: store.Terms
  buyer: UserId
  /** The member of a workspace whose run it is. */
  member: UserId | null
  version: AgentVersionId
  priced: AgentVersionId
  service_id: string | null
  execution_id: string
  now: Date
  /** Of a run that a step asks for. */
  call: CallToHold | null
  /** The buyer decides about its result where the seller lets them. Runs inside others and comparisons are charged when they succeed. */
  decidable: boolean
}

/** Its run is free, and its models are paid on this charge up to what the step may cost. */
async function holdModels(tx: Queryable, held: HeldCharge, wanted: Wanted): Promise<HeldCharge> {
  await store.insertCharge(tx, { ...freeCharge(held, wanted), kind: 'models' })
  return held
}

/** What was bought comes first, then trial runs, then credits. */
async function holdCharge(tx: Queryable, rules: TrialRules, wanted: Wanted): Promise<HeldCharge | null> {
  const { terms, buyer, priced, execution_id, now } = wanted
  const { agent_id, price_type } = terms
  const held = { id: uuidv7(), execution_id }
  if (await findActive(tx, buyer, agent_id, now)) {
    await store.insertCharge(tx, { ...freeCharge(held, wanted), kind: 'purchase' })
    return held
  }
  const parties = await store.findParties(tx, buyer, agent_id)
  if (!parties) throw new AppError('not_runnable')
  const trials = await findTrials(tx, rules, { buyer, agent: agent_id, parties })
  const trying = { buyer, person: trials.key, agent: agent_id, limit: parties.trial_runs }
  if (trials.left > 0 && !trials.wait && (await store.takeTrial(tx, trying))) {
    await store.insertCharge(tx, { ...freeCharge(held, wanted), kind: 'trial', trial_key: trials.key })
    return held
  }
  if (!parties.sells) throw new AppError('sales_paused')
  // Nobody who pays is kept waiting for a mail.
  if (trials.wait && !(price_type === 'per_run' && (await reaches(tx, buyer, priced, now))))
    throw new AppError('address_unproven', { message: unprovenText(trials.left) })
  if (price_type !== 'per_run')
    throw new AppError('payment_required', {
      message: price_type === 'monthly' ? 'Buy this agent for a month to run it.' : 'Buy this agent to run it.',
    })
  return holdCredits(tx, held, wanted, parties)
}

const unprovenText = (left: number): string =>
  `Confirm your email address to use ${left === 1 ? 'the free run' : `the ${left} free runs`} of this agent: open the link that we mailed to you.`

const reaches = async (tx: Queryable, buyer: UserId, version: AgentVersionId, now: Date): Promise<boolean> =>
  (await balanceOf(tx, 'credits', buyer)) >= (await store.findPrice(tx, version, now))

const freeCharge = (held: HeldCharge, { terms, buyer, member, version, service_id, now, call }: Wanted) => ({
  ...held,
  buyer_id: buyer,
  member_id: member,
  seller_id: terms.seller_id,
  agent_id: terms.agent_id,
  agent_version_id: version,
  service_id,
  created_at: now,
  price_paise: 0,
  cap_paise: call === null ? null : call.most_paise,
  split: null,
  trial_key: null,
  accept_days: null,
  root_execution_id: call === null ? null : call.root.id,
})

async function holdCredits(
  tx: Queryable,
  held: HeldCharge,
  wanted: Wanted,
  { seller_rate: rate, accept_days: offered }: store.BuyerRow,
): Promise<HeldCharge | null> {
  const { terms, buyer, member, priced, service_id, now, call } = wanted
  const price_paise = await store.findPrice(tx, priced, now)
  if (price_paise === 0) return call === null ? null : holdModels(tx, held, wanted)
  if (call !== null) await checkCall(tx, call, price_paise)
  const root = call === null ? null : call.root.id
  const run_cap_paise = await checkCaps(tx, { buyer, member, service_id, root, paise: price_paise, now })
  checkRunCap(run_cap_paise, price_paise)
  const cap_paise = call === null ? run_cap_paise : call.most_paise
  const accept_days = wanted.decidable ? await acceptDaysFor(tx, { buyer, seller: terms.seller_id, offered }) : null
  const split = await divideSale(tx, { seller: terms.seller_id, gross_paise: price_paise, rate, now })
  await postToLedger(tx, {
    key: `charge:${held.id}:hold`,
    kind: 'hold',
    cause: { type: 'charge', id: held.id },
    lines: [
      { account: 'credits', owner: buyer, paise: -price_paise },
      { account: 'credits_held', owner: buyer, paise: price_paise },
    ],
  })
  await store.insertCharge(tx, {
    ...freeCharge(held, wanted),
    kind: 'credits',
    price_paise,
    cap_paise,
    split,
    accept_days,
  })
  await notifyWhenLow(tx, buyer, now)
  return held
}
