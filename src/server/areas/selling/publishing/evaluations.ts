/** Test cases of an agent and their scores: run on the real engine with the workflow as it is now, in the seller's name. */

import { type AgentTests, EVALUATIONS, Scorer, TestCase } from '#contract/agents/evaluations.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { jsonAsWritten, readWhole } from '#contract/core/json-text.ts'
import type { AgentId, Json, UserId } from '#contract/core/primitives.ts'
import type { ModelPort } from '#nodes/ports.ts'
import { isWaitingForPerson, nameFiles } from '#server/areas/runs/runs.ts'
import { type EditGrant, versionOfDraft } from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { ownAgent } from './drafts.ts'
import * as store from './evaluations.store.ts'
import { drawn } from './inspect-draft.ts'
import { lockAgent } from './own.store.ts'
import { refuseIllegal, type SellGrant } from './publishing.policy.ts'
import type { StartSample } from './samples.ts'
import { scoreAnswer } from './score-answer.ts'
import { type Scored, scoreOf } from './scorers.ts'

/** What runs cases and tells how they ended; the engine's, which the domain does not know. */
export interface CaseRunner {
  start: StartSample
  /** The end of a run, or its status after a while. */
  result: (execution_id: string) => Promise<{ status: string; output: Json; error: { message: string } | null }>
  model: ModelPort
}

const readCase = (kept: unknown): TestCase => TestCase.parse(kept)

/** @throws not_found */
export async function getAgentTests(
  db: Database,
  grant: SellGrant,
  id: AgentId,
  runner: CaseRunner,
): Promise<AgentTests> {
  const row = await ownAgent(db, grant, id)
  const now = await drawn(db, row)
  const evaluations = await store.findEvaluations(db, id, EVALUATIONS.kept)
  const [newest] = evaluations
  for (const { id: one, status } of evaluations) if (status === 'running') scoreLater(db, grant.on, one, runner)
  const [cases, results, sold] = await Promise.all([
    store.findCases(db, id),
    newest ? store.findResults(db, newest.id) : [],
    store.findSoldVersion(db, id),
  ])
  return {
    agent: { id, name: row.name },
    cases: cases.map(readCase),
    evaluations: evaluations.map((one) => ({ ...one, created_at: one.created_at.toISOString() })),
    results: results.map(({ kept, execution_id, score, note, output, large }) => {
      const { name, scorer, input, expected } = readCase(kept)
      const given = { output: jsonAsWritten(output), stored: large }
      return { name, scorer: scorer.type, input, expected, ...given, execution_id, score, note }
    }),
    score: {
      draft: now?.version ? await store.findScore(db, id, now.version) : null,
      sold: sold && (await store.findScore(db, id, sold)),
    },
  }
}

function refuseLarge(cases: readonly TestCase[]): void {
  const at = cases.findIndex((one) => JSON.stringify(one).length > EVALUATIONS.case_bytes)
  if (at >= 0) throw fieldError(`cases.${at}.input`, 'A test case can be up to 100 kB. Add documents as files')
}

/** Replaces them all. @throws not_found, invalid_input with the field of a case, also for another user's file */
export async function updateAgentTests(
  db: Database,
  grant: SellGrant,
  id: AgentId,
  cases: readonly TestCase[],
): Promise<void> {
  refuseLarge(cases)
  for (const [index, { input, expected, scorer }] of cases.entries()) {
    await nameFiles(db, grant.by, input).catch((error: unknown) => {
      throw error instanceof AppError ? fieldError(`cases.${index}.input`, error.problems[0]?.message ?? '') : error
    })
    if (scorer.type === 'number' && typeof expected !== 'number' && Number.isNaN(Number(expected)))
      throw fieldError(`cases.${index}.expected`, 'Enter a number')
  }
  await db.transaction().execute(async (tx) => {
    await lockAgent(tx, id)
    await ownAgent(tx, grant, id)
    await store.replaceCases(tx, id, cases)
  })
}

/** @throws not_found, illegal_transition, not_runnable, too_many_requests */
export async function evaluateAgent(
  db: Database,
  grants: { edit: EditGrant; sell: SellGrant },
  id: AgentId,
  runner: CaseRunner,
): Promise<void> {
  const { sell, edit } = grants
  const row = await ownAgent(db, sell, id)
  refuseIllegal('edit', row)
  const now = await drawn(db, row)
  if (!now) throw new AppError('not_found')
  if ((await store.findCases(db, id)).length === 0)
    throw new AppError('not_runnable', { message: 'There are no test cases yet.' })
  const often = 'You’ve run your agents’ test cases many times'
  await enforceRateLimit(
    db,
    [rateLimitFor('agent evaluations', { key: sell.on, shared: false }, EVALUATIONS.per_hour)],
    often,
  )
  const version = await versionOfDraft(db, edit, now.workflow_id)
  const evaluation = await db
    .transaction()
    .execute((tx) => store.insertEvaluation(tx, { agent: id, version, by: sell.on }))
  for (const { position, kept } of await store.findKept(db, evaluation)) {
    const input = await nameFiles(db, sell.by, readCase(kept).input)
    const run = {
      workflow_version_id: version,
      input,
      trigger: 'manual',
      priority: 'normal',
      owner: { user_id: sell.on },
      mode: 'now',
    } as const
    const { execution_id } = await runner.start(run)
    await store.setExecution(db, evaluation, position, execution_id)
  }
  scoreLater(db, sell.on, evaluation, runner)
}

/** Evaluations being scored in this process. If another process dies, the next reader takes over its evaluations. */
const underWay = new Set<string>()
/** One evaluation of an owner at a time: each reads one whole output after the other. */
const inTurn = createKeyedSemaphore(1)

function scoreLater(db: Database, owner: UserId, evaluation: string, runner: CaseRunner): void {
  if (underWay.has(evaluation)) return
  underWay.add(evaluation)
  // What fails now is tried again with the next look.
  void inTurn(owner, () => scoreAll(db, owner, evaluation, runner))
    .catch(() => {})
    .finally(() => underWay.delete(evaluation))
}

/** Scores what has ended, and is done when everything has. */
async function scoreAll(db: Queryable, owner: UserId, evaluation: string, runner: CaseRunner): Promise<void> {
  for (const row of await store.findKept(db, evaluation)) {
    if (row.score !== null) continue
    const scored = await scoredOf(db, row, { owner, runner })
    if (scored) await store.setScore(db, evaluation, { position: row.position, ...scored })
  }
  await store.finishEvaluation(db, evaluation)
}

/** @returns null while it is being started or runs */
async function scoredOf(
  db: Queryable,
  { kept, execution_id, never_started }: store.KeptRow,
  { owner, runner }: { owner: UserId; runner: CaseRunner },
): Promise<Scored | null> {
  if (execution_id === null) return never_started ? { score: 0, note: 'It was never started' } : null
  const { scorer, expected } = readCase(kept)
  const { status, output, error } = await runner.result(execution_id)
  if (status === 'failed' || status === 'cancelled')
    return { score: 0, note: error?.message ?? 'The run was cancelled' }
  if (status !== 'succeeded')
    return (await isWaitingForPerson(db, execution_id)) ? { score: 0, note: 'The run is waiting for a person' } : null
  const read = Scorer.parse(scorer)
  const given = (await readWhole(output)) as Json
  const found = scoreOf(read, given, expected)
  if (found) return found
  return scoreAnswer(runner.model, owner, {
    instruction: read.type === 'judge' ? read.instruction : '',
    expected,
    output: given,
  })
}
