/** What a bench costs at most and what is in its way, before anything is held or started. */

import { BENCH } from '#contract/agents/bench-limits.ts'
import type { BenchCase, BenchPlan } from '#contract/agents/benches.ts'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import type { AgentVersionId, JsonObject, UserId } from '#contract/core/primitives.ts'
import { findAgent } from '#server/areas/agents/agents.ts'
import {
  balanceOf,
  findActive,
  findMissingAgreements,
  findParties,
  findPrice,
  findSettings,
  findTerms,
  findTrials,
  modelTerms,
  rupees,
  sumSpentToday,
  type TrialRules,
} from '#server/areas/billing/billing.ts'
import { checkInput, findVersionToRun, resolveInput } from '#server/areas/runs/runs.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { pickInput, type SameAs } from './bench-form.ts'
import type { OwnBenches } from './benches.policy.ts'
import * as store from './benches.store.ts'
import { expectedProblem, ownBench, refuseStarted } from './benches.ts'
import { parseInputSchema, parseMapping, problemOf, readCase } from './present.ts'

type Cost = BenchPlan['agents'][number]
type PlanProblem = BenchPlan['problems'][number] & { code: ErrorCode }
type Problems = AppError['problems']

type Models = BenchPlan['models']

export interface Plan {
  row: store.BenchRow
  agents: store.BenchAgentRow[]
  cases: BenchCase[]
  costs: Cost[]
  /** The version of each agent that a first run would take now. */
  priced: (AgentVersionId | null)[]
  most_paise: number
  models: Models
  balance_paise: number
  to_agree: BenchPlan['to_agree']
  problems: PlanProblem[]
}

interface Asking {
  db: Queryable
  trials: TrialRules
  buyer: UserId
  now: Date
}

/**
 * The version whose price and kind of price hold: the one that a first run would take now, whichever version the draft chose. Null where
 * there is none, which is a problem of the agent.
 */
async function findPricedVersion(
  db: Database,
  { by }: OwnBenches,
  { agent_id }: store.BenchAgentRow,
): Promise<AgentVersionId | null> {
  const agent = agent_id && (await findAgent(db, agent_id))
  return agent ? findVersionToRun(db, by, agent) : null
}

async function costOf(
  { db, trials: rules, buyer, now }: Asking,
  { agent, priced }: { agent: store.BenchAgentRow; priced: AgentVersionId | null },
  cases: number,
): Promise<Cost> {
  const nothing = { agent: agent.position, trials: 0, price_paise: 0, most_paise: 0 }
  const { agent_id } = agent
  if (agent.seller_id === buyer) return { ...nothing, how: 'own' }
  const terms = priced && (await findTerms(db, priced))
  if (agent_id === null || !priced || !terms || terms.price_type === 'free') return { ...nothing, how: 'free' }
  if (await findActive(db, buyer, agent_id, now)) return { ...nothing, how: 'purchase' }
  const parties = await findParties(db, buyer, agent_id)
  const { left, wait } = await findTrials(db, rules, { buyer, agent: agent_id, parties })
  const trials = wait ? 0 : Math.min(cases, left)
  if (terms.price_type !== 'per_run')
    return { ...nothing, trials, how: trials >= cases && cases > 0 ? 'credits' : 'buy' }
  const price_paise = await findPrice(db, priced, now)
  return {
    agent: agent.position,
    how: price_paise === 0 ? 'free' : 'credits',
    trials,
    price_paise,
    most_paise: price_paise * (cases - trials),
  }
}

/**
 * What models of the platform take on top of the price. Own agents stop where the free ones of the day end. It is no limit: each call is
 * held for before it is made, inside the caps, and a run that cannot pay for one fails and is free.
 */
async function modelsOf(
  db: Queryable,
  agents: readonly store.BenchAgentRow[],
  { costs, cases }: { costs: readonly Cost[]; cases: number },
): Promise<Models> {
  const others = agents.filter((agent, at) => agent.agent_id !== null && costs[at]?.how !== 'own')
  const terms = await Promise.all(others.map(({ agent_id }) => agent_id && modelTerms(db, agent_id)))
  const asking = terms.filter((one) => one !== null)
  const free = asking[0]?.free_daily_paise ?? null
  if (free === null) return null
  const known = asking.flatMap(({ typical }) => (typical ? [typical.p90_paise * cases] : []))
  const sum = known.reduce((total, paise) => total + paise, 0)
  return { about_paise: known.length < asking.length ? null : Math.max(0, sum - free), free_daily_paise: free }
}

async function inputProblems(
  db: Queryable,
  grant: OwnBenches,
  { agents, cases, same_as }: { agents: readonly store.BenchAgentRow[]; cases: readonly BenchCase[]; same_as: SameAs },
): Promise<PlanProblem[]> {
  const found: PlanProblem[] = []
  for (const [index, one] of cases.entries()) {
    const expected = expectedProblem(one)
    if (expected !== null) found.push({ message: expected, field: `cases.${index}.expected`, code: 'invalid_input' })
    const checks = [
      ...agents.map((agent) => checked(agent, one.input, same_as)),
      asked(() => resolveInput(db, grant.by, one.input)),
    ]
    const said = new Set<string>()
    for (const problem of (await Promise.all(checks)).flat()) {
      const field = `cases.${index}.${problem.field ?? 'input'}`
      if (said.has(field)) continue
      said.add(field)
      found.push({ message: problem.message, field, code: 'invalid_input' })
    }
  }
  return found
}

/** What is wrong with the input of one agent, at the fields that are filled in. */
async function checked(agent: store.BenchAgentRow, input: JsonObject, same_as: SameAs): Promise<Problems> {
  const schema = parseInputSchema(agent)
  const problems = await asked(() => checkInput(schema, pickInput(schema, input, same_as)))
  return problems.map((problem) => {
    const [, name = ''] = problem.field?.split('.') ?? []
    const shown = same_as[name]
    return shown === undefined ? problem : { ...problem, field: `input.${shown}` }
  })
}

async function asked(work: () => Promise<unknown>): Promise<Problems> {
  try {
    await work()
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.problems.length > 0 ? error.problems : [{ message: error.message, field: 'input', code: error.code }]
  }
}

const few = (cases: number): PlanProblem[] =>
  cases >= BENCH.least_cases
    ? []
    : [
        {
          message: `Add at least ${BENCH.least_cases} cases for a meaningful result.`,
          field: 'cases',
          code: 'invalid_input',
        },
      ]

function agentProblems(agents: readonly store.BenchAgentRow[], costs: readonly Cost[]): PlanProblem[] {
  return agents.flatMap((agent, at): PlanProblem[] => {
    const field = `agents.${agent.position}`
    const problem = problemOf(agent)
    if (problem !== null) return [{ message: `${agent.name}: ${problem}`, field, code: 'not_runnable' }]
    if (costs[at]?.how !== 'buy') return []
    const message = `${agent.name} is ${agent.price_type === 'monthly' ? 'sold monthly' : 'bought once'}, and you don’t have enough trial runs. Buy it first, or remove it.`
    return [{ message, field, code: 'payment_required' }]
  })
}

/** Whatever is not agreed to yet, agent by agent. */
async function toAgree({ db, buyer }: Asking, agents: readonly store.BenchAgentRow[]): Promise<Plan['to_agree']> {
  const found = agents.map(async ({ position, agent_id, seller_id, sends_to }) => {
    if (agent_id === null || seller_id === null) return []
    const run = { owner: { user_id: buyer }, trigger: 'bench' }
    const destinations = await findMissingAgreements(db, run, { agent_id, seller_id, sends_to })
    return destinations.length === 0 ? [] : [{ agent: position, agent_id, destinations }]
  })
  return (await Promise.all(found)).flat()
}

/** Caps hold for a bench as for any runs: what would stop half of it stops it before it begins. */
async function capProblems({ db, buyer, now }: Asking, costs: readonly Cost[], most: number): Promise<PlanProblem[]> {
  if (most === 0) return []
  const settings = await findSettings(db, buyer)
  const dearest = Math.max(...costs.filter(({ most_paise }) => most_paise > 0).map(({ price_paise }) => price_paise))
  const { run_cap_paise: run = null, day_cap_paise: day = null } = settings ?? {}
  if (run !== null && dearest > run)
    return [
      {
        message: `Your limit per run is ${rupees(run)}, and one of these costs ${rupees(dearest)}.`,
        field: 'caps',
        code: 'cap_reached',
      },
    ]
  const spent = day === null ? 0 : await sumSpentToday(db, buyer, now)
  if (day === null || spent + most <= day) return []
  const message = `Your daily limit is ${rupees(day)}. You’ve spent or reserved ${rupees(spent)}, and this may cost ${rupees(most)}.`
  return [{ message, field: 'caps', code: 'cap_reached' }]
}

/** @throws not_found, illegal_transition when it has started */
export async function planBench(db: Database, trials: TrialRules, grant: OwnBenches, id: string): Promise<Plan> {
  const row = await ownBench(db, grant, id)
  refuseStarted(row)
  const asking = { db, trials, buyer: grant.on, now: new Date() }
  const [agents, kept, balance_paise] = await Promise.all([
    store.findAgents(db, id),
    store.findCases(db, id),
    balanceOf(db, 'credits', grant.on),
  ])
  const cases = kept.map(readCase)
  const priced = await Promise.all(agents.map((agent) => findPricedVersion(db, grant, agent)))
  const costs = await Promise.all(
    agents.map((agent, at) => costOf(asking, { agent, priced: priced[at] ?? null }, cases.length)),
  )
  const most_paise = costs.reduce((sum, one) => sum + one.most_paise, 0)
  const to_agree = await toAgree(asking, agents)
  const models = await modelsOf(db, agents, { costs, cases: cases.length })
  const problems = [
    ...few(cases.length),
    ...agentProblems(agents, costs),
    ...(await inputProblems(db, grant, { agents, cases, same_as: parseMapping(row.same_as) })),
    ...(await capProblems(asking, costs, most_paise)),
  ]
  return { row, agents, cases, costs, priced, most_paise, models, balance_paise, to_agree, problems }
}

export function presentPlan({
  agents,
  cases,
  costs,
  most_paise,
  models,
  balance_paise,
  to_agree,
  problems,
}: Plan): BenchPlan {
  const judged = cases.filter(({ scorer, expected }) => scorer.type === 'judge' && expected !== null).length
  return {
    agents: costs,
    runs: agents.length * cases.length,
    most_paise,
    models,
    balance_paise,
    missing_paise: Math.max(0, most_paise - balance_paise),
    judged: judged * agents.length,
    to_agree,
    problems: problems.map(({ message, field }) => ({ message, field })),
  }
}
