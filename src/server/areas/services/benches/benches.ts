/** The verbs of benches: create, fill in, read, override. Starting is in `start.ts`, background work in `work.ts`. */

import { BENCH } from '#contract/agents/bench-limits.ts'
import type { Bench, BenchCase, BenchSummary, SaveBench } from '#contract/agents/benches.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { findAgent, mayRunAgent } from '#server/areas/agents/agents.ts'
import { findFilesInInput, findVersionToRun } from '#server/areas/runs/runs.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { collectFields, findFieldClashes, keepUsableMapping } from './bench-form.ts'
import type { OwnBenches } from './benches.policy.ts'
import * as store from './benches.store.ts'
import { parseInputSchema, presentBench, presentSummary } from './present.ts'
import * as runs from './runs.store.ts'

export async function listBenches(
  db: Queryable,
  { on }: OwnBenches,
  page: { limit: number; offset: number },
): Promise<{ items: BenchSummary[]; total: number; limit: number; offset: number }> {
  const { rows, total } = await store.findBenches(db, on, page)
  return { items: rows.map(presentSummary), total, ...page }
}

/** @throws not_found, also for a foreign one */
export async function ownBench(db: Queryable, { on }: OwnBenches, id: string): Promise<store.BenchRow> {
  const row = await store.findBench(db, on, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws not_found, also for a foreign one */
export async function getBench(db: Queryable, grant: OwnBenches, id: string): Promise<Bench> {
  const row = await ownBench(db, grant, id)
  const [agents, cases, lines] = await Promise.all([
    store.findAgents(db, id),
    store.findCases(db, id),
    store.findRuns(db, id),
  ])
  return presentBench(row, { agents, cases, runs: lines })
}

/**
 * The versions that are benched: of those that stay the one that was chosen with them.
 * @throws not_found, not_runnable, invalid_input when they cannot be asked the same
 */
async function choose(
  db: Database,
  { by }: OwnBenches,
  ids: readonly AgentId[],
  before: readonly store.BenchAgentRow[],
): Promise<store.Chosen[]> {
  const chosen: store.Chosen[] = []
  for (const id of ids) {
    const known = before.find(({ agent_id }) => agent_id === id)
    if (known?.agent_version_id) {
      chosen.push({ agent_id: id, agent_version_id: known.agent_version_id })
      continue
    }
    const { on: agent } = mayRunAgent(by, await findAgent(db, id))
    const version = await findVersionToRun(db, by, agent)
    if (!version) throw new AppError('not_runnable')
    chosen.push({ agent_id: id, agent_version_id: version })
  }
  return chosen
}

/** Stored, and looked at together: what does not go together is not kept. */
async function keepAgents(
  tx: Queryable,
  bench: string,
  chosen: readonly store.Chosen[],
): Promise<readonly store.BenchAgentRow[]> {
  await store.replaceAgents(tx, bench, chosen)
  const rows = await store.findAgents(tx, bench)
  const [clash] = findFieldClashes(rows.map(parseInputSchema))
  if (clash !== undefined)
    throw fieldError('agent_ids', `These agents mean different things by “${clash}”: bench them one after the other.`)
  return rows
}

/** A draft with no case yet. @throws not_found, not_runnable, invalid_input, illegal_transition when too many are open */
export async function createBench(db: Database, grant: OwnBenches, agent_ids: readonly AgentId[]): Promise<Bench> {
  const chosen = await choose(db, grant, agent_ids, [])
  const id = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    if ((await store.countOpen(tx, grant.on)) >= BENCH.open)
      throw new AppError('illegal_transition', {
        message: `You have ${BENCH.open} unfinished benches. Delete one to start another.`,
      })
    const made = await store.insertBench(tx, grant.on, BENCH.default_days)
    await keepAgents(tx, made, chosen)
    return made
  })
  return getBench(db, grant, id)
}

const isLarge = (part: Partial<BenchCase>): boolean => JSON.stringify(part).length > BENCH.case_bytes

function refuseLarge(cases: readonly BenchCase[]): void {
  const at = cases.findIndex(isLarge)
  if (at >= 0) throw fieldError(`cases.${at}.input`, 'A case can be up to 100 kB. Add documents as files')
}

export const refuseStarted = ({ status }: Pick<store.BenchRow, 'status'>): void => {
  if (status !== 'draft') throw new AppError('illegal_transition', { message: 'This bench has already started.' })
}

/**
 * Everything of a draft at once. What goes in is checked when it is started, so that nothing typed is lost before.
 * @throws not_found, not_runnable, illegal_transition, invalid_input
 */
export async function saveBench(db: Database, grant: OwnBenches, id: string, draft: SaveBench): Promise<Bench> {
  refuseStarted(await ownBench(db, grant, id))
  refuseLarge(draft.cases)
  const chosen = await choose(db, grant, draft.agent_ids, await store.findAgents(db, id))
  await db.transaction().execute(async (tx) => {
    const row = await store.lockBench(tx, id)
    if (!row) throw new AppError('not_found')
    refuseStarted(row)
    const agents = await keepAgents(tx, id, chosen)
    const same_as = keepUsableMapping(draft.same_as, collectFields(agents.map(parseInputSchema)))
    await store.replaceCases(tx, id, draft.cases)
    const named = draft.cases.flatMap(({ input }) => findFilesInInput(input).map((file) => file.id))
    await store.noteFiles(tx, id, grant.on, [...new Set(named)].filter(isUuid))
    await store.updateDraft(tx, id, { keep_days: draft.keep_days, same_as })
  })
  return getBench(db, grant, id)
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)

const refuseGone = ({ status, deleted_at }: store.BenchRow): void => {
  if (status === 'draft') throw new AppError('illegal_transition', { message: 'This bench has not started yet.' })
  if (deleted_at) throw new AppError('illegal_transition', { message: 'Its answers were deleted.' })
}

/** Its answers are judged by it, in a moment. @throws not_found, illegal_transition, invalid_input */
export async function setExpected(
  db: Database,
  grant: OwnBenches,
  { id, case: position }: { id: string; case: number },
  said: Pick<BenchCase, 'expected' | 'scorer'>,
): Promise<Bench> {
  await ownBench(db, grant, id)
  const problem = isLarge(said) ? 'A case can be up to 100 kB' : expectedProblem(said)
  if (problem !== null) throw fieldError('expected', problem)
  await db.transaction().execute(async (tx) => {
    const row = await store.lockBench(tx, id)
    if (!row) throw new AppError('not_found')
    refuseGone(row)
    if (!(await runs.storeExpected(tx, id, position, said))) throw new AppError('not_found')
  })
  return getBench(db, grant, id)
}

/** What a scorer cannot compare with. */
export function expectedProblem({ expected, scorer }: Pick<BenchCase, 'expected' | 'scorer'>): string | null {
  if (expected === null) return null
  if (scorer.type === 'number')
    return String(expected).trim() === '' || Number.isNaN(Number(expected)) ? 'Enter a number' : null
  if (scorer.type === 'json_fields') return typeof expected === 'object' ? null : 'Enter a JSON object'
  return null
}

/** @throws not_found, illegal_transition */
export async function ruleOnRun(
  db: Database,
  grant: OwnBenches,
  { id, agent, case: position }: { id: string; agent: number; case: number },
  right: boolean | null,
): Promise<Bench> {
  await ownBench(db, grant, id)
  await db.transaction().execute(async (tx) => {
    const row = await store.lockBench(tx, id)
    if (!row) throw new AppError('not_found')
    refuseGone(row)
    if (!(await runs.storeRuling(tx, id, { agent, position }, right))) throw new AppError('not_found')
  })
  return getBench(db, grant, id)
}
