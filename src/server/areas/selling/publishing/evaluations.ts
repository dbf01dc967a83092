/** Test cases of an agent and their scores: run on the real engine with the workflow as it is now, in the seller's name. */

import { type AgentTests, type CaseResult, type Evaluation, Scorer, TestCase } from '#contract/agents/evaluations.ts'
import { EVALUATIONS } from '#contract/agents/publishing-limits.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { jsonAsWritten, readWhole } from '#contract/core/json-text.ts'
import type { AgentId, Json, UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { ModelPort } from '#nodes/model-port.ts'
import { isWaitingForPerson, resolveInput } from '#server/areas/runs/runs.ts'
import { type EditGrant, versionOfDraft } from '#server/areas/workflows/workflows.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { ownAgent } from './drafts.ts'
import * as store from './evaluations.store.ts'
import { drawn, readDraft } from './inspect-draft.ts'
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

export const presentEvaluation = ({ created_at, ...one }: store.EvaluationRow): Evaluation => ({
  ...one,
  created_at: created_at.toISOString(),
})

export const presentResult = ({ kept, output, large, position: _, ...row }: store.ResultRow): CaseResult => {
  const { name, scorer, input, expected } = readCase(kept)
  return { name, scorer: scorer.type, input, expected, output: jsonAsWritten(output), stored: large, ...row }
}

/** The cases of a workflow, its newest evaluations, and the newest one case by case. What has ended meanwhile is scored. */
export async function testsOf(
  db: Database,
  owner: UserId,
  workflow: WorkflowId,
  runner: CaseRunner,
): Promise<{ cases: TestCase[]; evaluations: Evaluation[]; results: CaseResult[] }> {
  const evaluations = await store.findEvaluations(db, workflow, EVALUATIONS.kept)
  const [newest] = evaluations
  for (const { id: one, status } of evaluations) if (status === 'running') scoreLater(db, owner, one, runner)
  const [cases, results] = await Promise.all([
    store.findCases(db, workflow),
    newest ? store.findResults(db, newest.id) : [],
  ])
  return {
    cases: cases.map(readCase),
    evaluations: evaluations.map(presentEvaluation),
    results: results.map(presentResult),
  }
}

/** @throws not_found */
export async function getAgentTests(
  db: Database,
  grant: SellGrant,
  id: AgentId,
  runner: CaseRunner,
): Promise<AgentTests> {
  const row = await ownAgent(db, grant, id)
  const now = await drawn(db, row)
  if (!now) throw new AppError('not_found')
  const [tests, sold] = await Promise.all([
    testsOf(db, grant.on, now.workflow_id, runner),
    store.findSoldVersion(db, id),
  ])
  return {
    agent: { id, name: row.name },
    workflow_id: now.workflow_id,
    ...tests,
    score: {
      draft: now.version ? await store.findScore(db, now.workflow_id, now.version) : null,
      sold: sold && (await store.findScore(db, now.workflow_id, sold)),
    },
  }
}

function refuseLarge(cases: readonly TestCase[]): void {
  const at = cases.findIndex((one) => JSON.stringify(one).length > EVALUATIONS.case_bytes)
  if (at >= 0) throw fieldError(`cases.${at}.input`, 'A test case can be up to 100 kB. Add documents as files')
}

/** @throws invalid_input with the field of a case, also for another user's file */
export async function refuseWrongCases(db: Database, by: Caller, cases: readonly TestCase[]): Promise<void> {
  refuseLarge(cases)
  for (const [index, { input, expected, scorer }] of cases.entries()) {
    await resolveInput(db, by, input).catch((error: unknown) => {
      throw error instanceof AppError ? fieldError(`cases.${index}.input`, error.problems[0]?.message ?? '') : error
    })
    if (scorer.type === 'number' && typeof expected !== 'number' && Number.isNaN(Number(expected)))
      throw fieldError(`cases.${index}.expected`, 'Enter a number')
  }
}

/** Replaces them all. @throws not_found, invalid_input with the field of a case */
export async function updateAgentTests(
  db: Database,
  grant: SellGrant,
  id: AgentId,
  cases: readonly TestCase[],
): Promise<void> {
  await refuseWrongCases(db, grant.by, cases)
  await db.transaction().execute(async (tx) => {
    await lockAgent(tx, id)
    const draft = await readDraft(tx, await ownAgent(tx, grant, id))
    if (!draft) throw new AppError('not_found')
    await store.lockCases(tx, draft.workflow_id)
    await store.replaceCases(tx, draft.workflow_id, cases)
  })
}

/** @throws not_found, illegal_transition, not_runnable, too_many_requests */
export async function evaluateAgent(
  db: Database,
  { sell, edit }: { edit: EditGrant; sell: SellGrant },
  id: AgentId,
  runner: CaseRunner,
): Promise<void> {
  const row = await ownAgent(db, sell, id)
  refuseIllegal('edit', row)
  const now = await drawn(db, row)
  if (!now) throw new AppError('not_found')
  await evaluate(db, sell, now.workflow_id, () => versionOfDraft(db, edit, now.workflow_id), runner)
}

/**
 * Runs all cases with a version, in the name of the person who asks, and scores them as they end.
 * @param choose gives the version, once nothing else is in the way
 * @throws not_runnable without cases, too_many_requests, and what `choose` throws
 */
export async function evaluate(
  db: Database,
  { on: owner, by }: Pick<SellGrant, 'on' | 'by'>,
  workflow: WorkflowId,
  choose: () => Promise<WorkflowVersionId>,
  runner: CaseRunner,
): Promise<string> {
  if ((await store.findCases(db, workflow)).length === 0)
    throw new AppError('not_runnable', { message: 'There are no test cases yet.' })
  const often = 'You’ve run your agents’ test cases many times'
  await enforceRateLimit(
    db,
    [rateLimitFor('agent evaluations', { key: owner, shared: false }, EVALUATIONS.per_hour)],
    often,
  )
  const version = await choose()
  const evaluation = await db
    .transaction()
    .execute((tx) => store.insertEvaluation(tx, { workflow, version, by: owner }))
  for (const { position, kept } of await store.findKept(db, evaluation)) {
    const input = await resolveInput(db, by, readCase(kept).input)
    const run = {
      workflow_version_id: version,
      input,
      trigger: 'manual',
      priority: 'normal',
      owner: { user_id: owner },
      mode: 'now',
    } as const
    const { execution_id } = await runner.start(run)
    await store.setExecution(db, evaluation, position, execution_id)
  }
  scoreLater(db, owner, evaluation, runner)
  return evaluation
}

/** Evaluations being scored in this process. If another process dies, the next reader takes over its evaluations. */
const underWay = new Set<string>()
/** One evaluation of an owner at a time: each reads one whole output after the other. */
const inTurn = createKeyedSemaphore(1)

/** Scores in the background what has ended. */
export function scoreLater(db: Database, owner: UserId, evaluation: string, runner: CaseRunner): void {
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
