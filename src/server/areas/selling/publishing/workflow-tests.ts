/** Test cases of a workflow for its owner: made by hand or of runs, run with the draft or any version, and compared (decision 0327). */
import {
  type AddTestCase,
  type CaseResult,
  type Evaluation,
  TestCase,
  type WorkflowTests,
} from '#contract/agents/evaluations.ts'
import { EVALUATIONS } from '#contract/agents/publishing-limits.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { type Json, JsonObject, type WorkflowId, type WorkflowVersionId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { type OpenOutput, readOwnRun } from '#server/areas/runs/runs.ts'
import { type EditGrant, inputSchema, refuseBroken, versionOfDraft } from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isObject } from '#shared/json.ts'
import * as drafts from './drafts.store.ts'
import * as store from './evaluations.store.ts'
import {
  type CaseRunner,
  evaluate,
  presentEvaluation,
  presentResult,
  refuseWrongCases,
  scoreLater,
  testsOf,
} from './evaluations.ts'
import { hashCanonical } from './samples.ts'
import { isLower, refuseFallen } from './scores.ts'

/** @throws not_found, also for a workflow that others share with the caller: its cases run in the name of its owner */
async function ownWorkflow(db: Queryable, { on }: EditGrant, id: WorkflowId): Promise<string> {
  const name = await store.findOwnWorkflow(db, on, id)
  if (name === null) throw new AppError('not_found')
  return name
}

const ANY: JsonObject = { type: 'object' }

function schemaOf(document: WorkflowDocument | null): JsonObject {
  try {
    return document === null ? ANY : inputSchema(document)
  } catch {
    // Settings of a form that is being drawn may not be a form yet.
    return ANY
  }
}

/** @throws not_found */
export async function getWorkflowTests(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  runner: CaseRunner,
): Promise<WorkflowTests> {
  const name = await ownWorkflow(db, grant, id)
  const [tests, raw, live] = await Promise.all([
    testsOf(db, grant.on, id, runner),
    drafts.findWorkflowNow(db, grant.on, id),
    store.findLiveVersion(db, id),
  ])
  const { document } = raw === null ? { document: null } : parseDocument(raw)
  const draft = document && (await drafts.findVersionWith(db, id, hashCanonical(document)))
  return {
    workflow: { id, name },
    input_schema: schemaOf(document),
    ...tests,
    score: {
      draft: draft && (await store.findScore(db, id, draft)),
      published: live && (await store.findScore(db, id, live)),
    },
  }
}

/** Replaces them all. @throws not_found, invalid_input with the field of a case */
export async function updateWorkflowTests(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  cases: readonly TestCase[],
): Promise<void> {
  await refuseWrongCases(db, grant.by, cases)
  await db.transaction().execute(async (tx) => {
    await store.lockCases(tx, id)
    await ownWorkflow(tx, grant, id)
    await store.replaceCases(tx, id, cases)
  })
}

/** The input of a run as a case keeps it: files by their ids alone. */
function inputOf(input: Json): JsonObject {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(strip)
    if (!isObject(value)) return value
    if (typeof value.file_id === 'string') return { file_id: value.file_id }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, strip(part as Json)]))
  }
  const read = strip(input)
  return isObject(read) ? (read as JsonObject) : {}
}

/**
 * Adds a run of one's own as a case. The same case is not added twice.
 * @throws not_found for a run of another person or workflow, and one whose content is deleted; limit_reached
 */
export async function addTestCase(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  { execution_id, name, expected, scorer }: AddTestCase,
  open: OpenOutput,
): Promise<{ case: TestCase; cases: number }> {
  await ownWorkflow(db, grant, id)
  const run = await readOwnRun(db, grant.on, { execution_id, workflow_id: id }, open)
  const made = TestCase.parse({
    name: (name || run.title || 'From a run').slice(0, EVALUATIONS.name),
    input: inputOf(run.input),
    expected: expected ?? answerIn(run.output),
    scorer,
  })
  await refuseWrongCases(db, grant.by, [made])
  return db.transaction().execute(async (tx) => {
    await store.lockCases(tx, id)
    await ownWorkflow(tx, grant, id)
    const cases = (await store.findCases(tx, id)).map((one) => TestCase.parse(one))
    const same = cases.find((one) => contentOf(one) === contentOf(made))
    if (same) return { case: same, cases: cases.length }
    if (cases.length >= EVALUATIONS.cases)
      throw new AppError('limit_reached', {
        message: `A workflow can have up to ${EVALUATIONS.cases} test cases. Delete some of them.`,
      })
    await store.replaceCases(tx, id, [...cases, made], { execution_id, revision: null })
    return { case: made, cases: cases.length + 1 }
  })
}

const contentOf = ({ input, expected, scorer }: TestCase): string => canonicalJson([input, expected, scorer] as Json)

/** The words of an answer, where it has some: what else a run gives differs each time. */
const answerIn = (output: Json): Json =>
  isObject(output) && typeof output.text === 'string' ? output.text : (output ?? null)

/** @throws not_found, not_runnable with the problems, too_many_requests */
export async function evaluateWorkflow(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  version: number | undefined,
  runner: CaseRunner,
): Promise<void> {
  await ownWorkflow(db, grant, id)
  const choose = () => (version === undefined ? versionOfDraft(db, grant, id) : versionNumbered(db, grant, id, version))
  await evaluate(db, grant, id, choose, runner)
}

/** An old version is asked the same as a new one. */
async function versionNumbered(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  number: number,
): Promise<WorkflowVersionId> {
  const found = await store.findVersionNumbered(db, id, number)
  if (!found) throw fieldError('version', 'This version doesn’t exist')
  const { document } = parseDocument(JsonObject.parse(found.document))
  if (!document) throw new AppError('not_runnable')
  await refuseBroken(grant.on, document)
  return found.id
}

/** @throws not_found, also for one of another workflow */
export async function getEvaluation(
  db: Database,
  grant: EditGrant,
  { id, evaluation }: { id: WorkflowId; evaluation: string },
  runner: CaseRunner,
): Promise<Evaluation & { results: CaseResult[] }> {
  await ownWorkflow(db, grant, id)
  const row = await store.findEvaluation(db, id, evaluation)
  if (!row) throw new AppError('not_found')
  if (row.status === 'running') scoreLater(db, grant.on, evaluation, runner)
  return { ...presentEvaluation(row), results: (await store.findResults(db, evaluation)).map(presentResult) }
}

/**
 * Whether a version does worse on the cases of its workflow than the published one. One that was not run with them is not refused.
 * @throws score_fell with both scores
 */
export async function refuseWorse(
  db: Queryable,
  workflow: WorkflowId,
  document: WorkflowDocument,
  acknowledged: boolean,
): Promise<void> {
  const live = await store.findLiveVersion(db, workflow)
  const version = await drafts.findVersionWith(db, workflow, hashCanonical(document))
  if (!live || !version || live === version || acknowledged) return
  const [before, now] = [await store.findScore(db, workflow, live), await store.findScore(db, workflow, version)]
  if (before !== null && now !== null) refuseFallen({ before, now, fell: isLower(now, before) }, acknowledged)
}
