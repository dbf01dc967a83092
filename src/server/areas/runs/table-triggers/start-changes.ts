/**
 * Starts workflows with the changes of data tables that were written down for them, in order. The id of a run follows from its first change,
 * and what else belongs to it is stored before it is started: a process that dies starts it again, and that changes nothing.
 */

import { AppError } from '#contract/core/errors.ts'
import type { Json, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import { say, translated } from '#contract/phrases/phrases.ts'
import { NodeError } from '#nodes/node.ts'
import { noticeFor, writeNotices } from '#server/areas/accounts/accounts.ts'
import { isRefusal } from '#server/areas/runs/executions/refusals.ts'
import type { RunRequest } from '#server/areas/runs/executions/start.ts'
import {
  ownerEdits,
  readTableChanges,
  type TableChange,
  type TableDb,
  versionOfDraft,
  type WaitingChanges,
} from '#server/areas/workflows/workflows.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import * as store from './table-triggers.store.ts'

/** Runs of one trigger that are under way: the import of a large file starts them one after the other. */
const MOST_UNDER_WAY = 10
/** Rows of one run that takes several. */
const ROWS_TOGETHER = 100
/** Changes that one turn looks at. */
const AT_ONCE = 200
/** Turns of one look. */
const TURNS = 50
/** A start that is refused is tried for about a day: credits may be added, a queue may empty. */
const MOST_ATTEMPTS = 30
const FIRST_PAUSE_S = 10
const LONGEST_PAUSE_S = 3600
const SOON_S = 1
const TIDY_EVERY = 60

type Start = (request: Omit<RunRequest, 'mode'> & { mode: 'later'; execution_id: string }) => Promise<unknown>

export interface ChangeParts extends TableDb {
  start: Start
  log: WarningLog
}

interface PlannedRun {
  first: string
  upto: string
  chain: WorkflowId[]
  input: Json
}

const together = ({ table }: WaitingChanges, changes: readonly TableChange[]): Json => ({
  table,
  changes: changes.map(({ value }) => value),
})

/** The runs of these changes, in order, and the last change that belongs to any of them or starts nothing. */
function planRuns(
  waiting: WaitingChanges,
  runs: 'each' | 'together',
  most: number,
): { planned: PlannedRun[]; passed: string | null } {
  const planned: PlannedRun[] = []
  let passed: string | null = null
  let batch: TableChange[] = []
  const size = runs === 'each' ? 1 : ROWS_TOGETHER
  const close = () => {
    const [first] = batch
    const last = batch.at(-1)
    if (!first || !last) return
    const chain = [...new Set(batch.flatMap((one) => one.chain))]
    const input: Json = runs === 'each' ? { table: waiting.table, ...first.value } : together(waiting, batch)
    planned.push({ first: first.id, upto: last.id, chain, input })
    batch = []
  }
  for (const change of waiting.changes) {
    if (change.matches) {
      if (planned.length >= most) return { planned, passed }
      batch.push(change)
      if (batch.length >= size) close()
    }
    passed = change.id
  }
  close()
  return { planned, passed }
}

const requestOf = (
  row: store.TurnRow,
  version: WorkflowVersionId,
  execution_id: string,
  input: Json,
): Parameters<Start>[0] => ({
  ...{ workflow_version_id: version, input, trigger: 'table', priority: 'normal', owner: { user_id: row.owner_id } },
  ...{ agent_id: null, agent_version_id: null, service_id: null, run_token_hash: null },
  ...{ mode: 'later', execution_id },
})

/** Why it cannot be started, in words; null for what should not happen. */
function reasonOf(error: unknown): string | null {
  if (error instanceof AppError) return error.problems[0]?.message ?? error.message
  return isRefusal(error) || error instanceof NodeError ? (error as Error).message : null
}

async function fail(parts: ChangeParts, row: store.TurnRow, error: unknown): Promise<void> {
  if (isOutage(error)) throw error
  const { trigger_id: trigger, attempts, owner_id, workflow_id, workflow_name } = row
  const known = reasonOf(error)
  if (known === null) parts.log.warn({ err: error, trigger }, 'a change of a data table could not start a run')
  const why = known ?? 'It could not be started because of a fault here.'
  if (attempts + 1 < MOST_ATTEMPTS) {
    const in_s = pauseAfter(attempts + 1, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S })
    return store.endTurn(parts.db, trigger, { in_s, error: why })
  }
  await parts.db.transaction().execute(async (tx) => {
    await store.removeChanges(tx, { trigger, test: false, upto: null })
    await store.endTurn(tx, trigger, { in_s: 0, error: null })
    const notice = noticeFor(owner_id, {
      kind: 'run_failed',
      title: say('“{workflow}” wasn’t started for changes of its data table', { workflow: workflow_name }),
      message: say(
        'It was tried for about a day: {reason} What changed until now starts nothing. Later changes are still tried.',
        { reason: translated(why) },
      ),
      href: `/workflows/${workflow_id}/triggers`,
      group: `table-changes:${workflow_id}`,
    })
    await writeNotices(tx, [notice])
  })
}

/** @throws what the engine refuses a start with */
async function startLive(parts: ChangeParts, row: store.TurnRow, version: WorkflowVersionId): Promise<number> {
  const { db, start } = parts
  const { trigger_id: trigger, owner_id, config } = row
  const most = MOST_UNDER_WAY - (await store.countUnderWay(db, trigger))
  if (most <= 0) return SOON_S
  const { settings, ...waiting } = await readTableChanges(parts, owner_id, { trigger, config, test: false }, AT_ONCE)
  const { planned, passed } = planRuns(waiting, settings.runs, most)
  for (const { first, upto, chain, input } of planned) {
    const execution_id = uuidOf(['table change', trigger, first])
    const kept = await store.keepRun(db, { execution_id, trigger_id: trigger, chain, upto })
    await start(requestOf(row, version, execution_id, input))
    await store.removeChanges(db, { trigger, test: false, upto: kept })
    // It was planned before, with other changes: what is left is looked at again.
    if (kept !== upto) return 0
  }
  if (passed !== null) await store.removeChanges(db, { trigger, test: false, upto: passed })
  return planned.length >= most ? SOON_S : 0
}

/** Tries the draft with the first change that it waits for. */
async function tryDraft(parts: ChangeParts, row: store.TurnRow): Promise<void> {
  const { db, start } = parts
  const { trigger_id: trigger, owner_id, workflow_id, draft_config: config } = row
  try {
    const { settings, ...waiting } = await readTableChanges(parts, owner_id, { trigger, config, test: true }, AT_ONCE)
    const found = waiting.changes.filter(({ matches }) => matches)
    const [first] = found
    const last = waiting.changes.at(-1)
    if (!first) return store.removeChanges(db, { trigger, test: true, upto: last?.id ?? null })
    const input: Json =
      settings.runs === 'each'
        ? { table: waiting.table, ...first.value }
        : together(waiting, found.slice(0, ROWS_TOGETHER))
    const version = await versionOfDraft(db, ownerEdits(owner_id), workflow_id)
    const run = uuidOf(['table test', trigger, first.id])
    await store.keepRun(db, { execution_id: run, trigger_id: trigger, chain: first.chain, upto: first.id })
    await start(requestOf(row, version, run, input))
    await db.transaction().execute((tx) => store.noteTest(tx, trigger, { run, code: null }))
  } catch (error) {
    if (reasonOf(error) === null) throw error
    await db.transaction().execute((tx) => store.noteTest(tx, trigger, { run: null, code: 'not_runnable' }))
  }
}

async function serve(parts: ChangeParts, row: store.TurnRow): Promise<void> {
  const { db } = parts
  const { trigger_id: trigger, version_id } = row
  try {
    if (row.listens) await tryDraft(parts, row)
    else await store.removeChanges(db, { trigger, test: true, upto: null })
    if (!row.starts || version_id === null) await store.removeChanges(db, { trigger, test: false, upto: null })
    const in_s = row.starts && version_id !== null ? await startLive(parts, row, version_id) : 0
    await store.endTurn(db, trigger, { in_s, error: null })
  } catch (error) {
    await fail(parts, row, error)
  }
}

/** Starts what waits, in turns of the owners and their triggers. */
export async function startOnChanges(parts: ChangeParts): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const row = await store.takeTurn(parts.db)
    if (row === null) return
    await serve(parts, row)
  }
}

/** @returns one turn of the job */
export function createTableTriggerJob(parts: ChangeParts): () => Promise<void> {
  let turn = 0
  return async () => {
    await startOnChanges(parts)
    if (turn++ % TIDY_EVERY === 0) await store.tidy(parts.db)
  }
}
