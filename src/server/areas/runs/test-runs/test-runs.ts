/** From "try this part of the draft" to what the engine is given: what runs, what is left out, and where the rest comes from. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ExecutionId, Json, JsonObject, WorkflowId } from '#contract/core/primitives.ts'
import type { TestOf } from '#contract/runs/test-of.ts'
import type { TestRun } from '#contract/workflows/test-runs.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { editedSince } from '#graph/edited.ts'
import { type Plan, PlanError, planDocument } from '#graph/plan.ts'
import { type Earlier, type EarlierRow, planTest, type TestPlanned } from '#graph/test-plan.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { resolveInput } from '#server/areas/runs/inputs/input.ts'
import {
  type Draft,
  type EditGrant,
  findObstacles,
  keepVersion,
  lockToEdit,
  readDocument,
} from '#server/areas/workflows/workflows.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { findPins, type PinRow } from './pins.store.ts'
import { findNewestTest, findSource, type SourceRow } from './test-runs.store.ts'

/** How the engine's rows are read; the domain does not know their shape. */
export interface RowReader<Row extends EarlierRow> {
  read: (execution_id: string) => Promise<readonly Row[]>
  portOf: (row: Row) => string | undefined
  /** Says that a row did not run in this run. */
  from: (row: Row) => Row
  pinned: (node_id: string, pin: { output: Json; port: string }) => Row
  /** Whether the row held pinned data in its own run. */
  wasPinned: (row: Row) => boolean
}

export interface PreparedTest<Row> {
  workflow_version_id: string
  input: JsonObject
  source_id: ExecutionId | null
  seed: Row[]
  plan: { of: TestOf; skip: string[]; pins: Record<string, { output: Json; port: string }> }
}

function planOf(document: WorkflowDocument): Plan {
  try {
    return planDocument(document, (type) => catalogue.get(type)?.trigger === true)
  } catch (error) {
    if (!(error instanceof PlanError)) throw error
    throw new AppError('not_runnable', { message: `The workflow can’t be run: ${error.message}`, cause: error })
  }
}

async function sourceOf(tx: Queryable, grant: EditGrant, id: WorkflowId, body: TestRun): Promise<SourceRow | null> {
  if (body.source_id === undefined) return findNewestTest(tx, id, grant.on)
  const found = await findSource(tx, { workflow: id, owner: grant.on, id: body.source_id })
  if (!found) throw fieldError('source_id', 'This run of the workflow doesn’t exist.', 'not_found')
  return found
}

/** The base of a test run, and the draft with its pinned data in one snapshot. */
interface Base<Row> {
  source: SourceRow | null
  earlier: readonly Row[]
  draft: Draft
  pinned: readonly PinRow[]
}

async function baseOf<Row extends EarlierRow>(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  body: TestRun,
  rows: RowReader<Row>,
): Promise<Base<Row>> {
  const source = body.mode === 'all' && body.source_id === undefined ? null : await sourceOf(db, grant, id, body)
  const needsRows = source !== null && (body.mode === 'node' || body.mode === 'from')
  const earlier = needsRows ? await rows.read(source.id) : []
  return db.transaction().execute(async (tx) => {
    const draft = await lockToEdit(tx, grant, id)
    return { source, earlier, draft, pinned: await findPins(tx, id) }
  })
}

interface Found<Row> {
  document: WorkflowDocument
  planned: TestPlanned<Row>
  source: SourceRow | null
  pins: Map<string, PinRow>
}

function planned<Row extends EarlierRow>(
  body: TestRun,
  { rows, source, earlier, draft, pinned }: Base<Row> & { rows: RowReader<Row> },
): Found<Row> {
  if (body.revision !== undefined && body.revision !== draft.revision)
    throw fieldError('revision', `The workflow is at revision ${draft.revision}`, 'stale_revision')
  const document = readDocument(draft.document)
  const graph = planOf(document)
  const node = body.node_id === undefined ? null : (graph.byId.get(body.node_id) ?? null)
  if (body.node_id !== undefined && !node)
    throw fieldError('node_id', `The workflow has no node “${body.node_id}”.`, 'invalid_input')
  const pins = new Map(
    pinned.flatMap((pin) => (graph.byId.get(pin.node_id)?.disabled === false ? [[pin.node_id, pin]] : [])),
  )
  const edited = source ? editedSince(document, readDocument(source.document)) : new Set<string>()
  for (const row of earlier) {
    const pin = pins.get(row.node_id)
    // Newly pinned or unpinned data counts as an edit for the nodes after it.
    if (pin ? !source || pin.updated_at > source.created_at || !rows.wasPinned(row) : rows.wasPinned(row))
      edited.add(row.node_id)
  }
  const known: Earlier<Row> = {
    rows: earlier.map(rows.from),
    portOf: rows.portOf,
    edited,
    pinned: new Set(pins.keys()),
    pinRow: (node_id) => rows.pinned(node_id, pins.get(node_id) ?? { output: null, port: 'out' }),
  }
  return { document, planned: planTest(graph, { mode: body.mode, node }, known), source, pins }
}

/** Problems of nodes that are to run; what is left out may be unfinished. @throws not_runnable */
export async function refuseProblems(
  grant: EditGrant,
  document: WorkflowDocument,
  runs: readonly string[],
): Promise<void> {
  const inTheWay = (await findObstacles(grant.on, document)).filter(({ node }) => node === null || runs.includes(node))
  const [problem] = inTheWay
  if (!problem) return
  throw new AppError('not_runnable', {
    message: `This can’t be run: ${problem.message}`,
    problems: inTheWay.slice(0, 50).map(({ message, node, field }) => ({
      message,
      field: ['document', node, field].filter((part) => part !== null).join('.'),
      code: 'not_runnable',
    })),
  })
}

/**
 * @throws not_found (also for an earlier run that is not one's own), forbidden for who may only look, stale_revision, invalid_input
 * for an unknown node, not_runnable with the problems, or when a node has no data to run on
 */
export async function prepareTest<Row extends EarlierRow>(
  db: Database,
  caller: Caller,
  grant: EditGrant,
  id: WorkflowId,
  body: TestRun,
  rows: RowReader<Row>,
): Promise<PreparedTest<Row>> {
  const base = await baseOf(db, grant, id, body, rows)
  const { document, planned: run, source, pins } = planned(body, { rows, ...base })
  await refuseProblems(grant, document, run.runs)
  if (!run.reaches)
    throw fieldError(
      'node_id',
      'This node has no input data. Run the workflow up to here first, or pin the data before it.',
      'not_runnable',
    )
  const version = await db.transaction().execute(async (tx) => {
    await lockToEdit(tx, grant, id)
    return keepVersion(tx, { workflow: id, author: grant.on, document, trial: true })
  })
  const skip = new Set(run.skip)
  const used = [...pins.values()].filter(({ node_id }) => !skip.has(node_id))
  const before = source && typeof source.input === 'object' && !Array.isArray(source.input) ? source.input : null
  return {
    workflow_version_id: version,
    input: await resolveInput(db, caller, body.input ?? before ?? {}),
    source_id: run.reused.length > 0 ? (source?.id ?? null) : null,
    seed: run.seed,
    plan: {
      of: {
        mode: body.mode,
        node_id: body.node_id ?? null,
        source_id: run.reused.length > 0 ? (source?.id ?? null) : null,
        reused: run.reused,
        stale: run.stale,
        also: run.also,
        pinned: used.map(({ node_id }) => node_id),
        loop: run.loop,
      },
      skip: run.skip,
      pins: Object.fromEntries(used.map(({ node_id, output, port }) => [node_id, { output, port }])),
    },
  }
}
