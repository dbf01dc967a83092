/** A bench as its owner is shown it. */
import { z } from 'zod'
import { type Bench, type BenchAgent, BenchCase, type BenchRun, type BenchSummary } from '#contract/agents/benches.ts'
import { type Json, JsonObject } from '#contract/core/primitives.ts'
import { presentPrice, runAbility } from '#server/areas/agents/agents.ts'
import { withoutFileNames } from '#server/areas/runs/runs.ts'
import { splitAnswer, summariseAnswer } from './answer-parts.ts'
import { buildForm, collectFields, type SameAs } from './bench-form.ts'
import type { BenchAgentRow, BenchRow, CaseRow, RunRow, SummaryRow } from './benches.store.ts'
import { computeFigures } from './figures.ts'

const Mapping = z.record(z.string(), z.string())
export const parseMapping = (kept: unknown): SameAs => Mapping.parse(kept)
export const parseInputSchema = (row: Pick<BenchAgentRow, 'input_schema'>): JsonObject =>
  JsonObject.parse(row.input_schema ?? {})

/** Why an agent cannot be run; null when it can. */
export function problemOf(row: BenchAgentRow): string | null {
  if (row.agent_id === null || row.agent_version_id === null || row.status === null)
    return 'This agent no longer exists.'
  return runAbility({ status: row.status, version_id: row.agent_version_id }).reason
}

const presentAgent = (row: BenchAgentRow): BenchAgent => ({
  id: row.agent_id,
  slug: row.slug,
  icon: row.icon ?? 'bot',
  name: row.name,
  version: row.number,
  newest: row.newest,
  price: row.price_type === null ? null : presentPrice(row.price_type, row.price_paise ?? 0),
  problem: problemOf(row),
})

export const readCase = ({ name, input, expected, scorer }: CaseRow): BenchCase =>
  BenchCase.parse({ name, input: withoutFileNames(JsonObject.parse(input)), expected: expected ?? null, scorer })

const LONG = 'The answer is too long to show here. Open the run to see it.'

function presentRun(row: RunRow): BenchRun {
  const output = (row.output ?? null) as Json
  const parts = output === null ? [] : splitAnswer(output)
  const answer = row.is_long ? LONG : output === null ? null : summariseAnswer(output, parts)
  return {
    agent: row.agent,
    case: row.position,
    outcome: row.outcome,
    execution_id: row.execution_id,
    answer,
    parts,
    score: row.score,
    note: row.note,
    right: row.ruled ?? row.is_right,
    ruled: row.ruled !== null,
    ms: row.ms,
    cost_paise: row.cost_paise,
    paid_with: row.paid_with,
  }
}

interface Parts {
  agents: readonly BenchAgentRow[]
  cases: readonly CaseRow[]
  runs: readonly RunRow[]
}

export function presentBench(row: BenchRow, { agents, cases, runs }: Parts): Bench {
  const schemas = agents.map(parseInputSchema)
  const same_as = parseMapping(row.same_as)
  const shown = runs.map(presentRun)
  return {
    id: row.id,
    status: row.status,
    agents: agents.map(presentAgent),
    fields: collectFields(schemas),
    input_schema: buildForm(schemas, same_as),
    same_as,
    keep_days: row.keep_days,
    cases: cases.map(readCase),
    runs: shown,
    figures: runs.length === 0 ? [] : agents.map(({ position }) => computeFigures(position, shown)),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    delete_at: row.delete_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

export const presentSummary = (row: SummaryRow): BenchSummary => ({
  ...row,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  delete_at: row.delete_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
})
