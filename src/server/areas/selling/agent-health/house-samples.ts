/**
 * Runs the samples of the house's agents, which nobody submits, on the real engine, and records what they gave: once for each version.
 * What waits and what was begun stand in the database, so nothing is lost with a process and nothing is recorded twice.
 */

import { createHash } from 'node:crypto'
import type { AgentSample } from '#contract/agents/agents.ts'
import { ExecutionId, type JsonObject } from '#contract/core/primitives.ts'
import { type ExecutionStatus, isFinal } from '#contract/runs/execution-states.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { presentSamples } from '#server/areas/agents/agents.ts'
import { findFilesInInput } from '#server/areas/runs/runs.ts'
import { findSampleRuns, keepSampleRun } from '#server/areas/selling/publishing/samples.store.ts'
import { checkOf, hashCanonical, type StartSample } from '#server/areas/selling/publishing/samples.ts'
import * as store from '#server/areas/selling/sample-runs/sample-runs.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { DAY_MS } from '#shared/time.ts'

/** A sample that takes longer is looked at with the next turn. */
const WAIT_MS = 50_000
/** A server that stops does not wait longer than this. */
const LOOK_MS = 1000
/** One that failed is tried again after this long. */
const AGAIN_MS = DAY_MS

export interface HouseSamples {
  db: Database
  engine: { start: StartSample; result(execution_id: string, wait_ms: number): Promise<{ status: ExecutionStatus }> }
  files: FilesPort
  /** The bytes of a document that the pages serve, by its path; null when there is none. */
  readPublic(path: string): Promise<Buffer | null>
  log: WarningLog
}

/** The input with its document as a file of the house: the same bytes are the same file. Null when the document is not there. */
export async function prepareHouseInput(
  { files, readPublic }: Pick<HouseSamples, 'files' | 'readPublic'>,
  { seller_id }: Pick<store.WaitingRow, 'seller_id'>,
  { input, file }: AgentSample,
): Promise<JsonObject | null> {
  if (file === null) return input
  const bytes = await readPublic(file.url)
  if (bytes === null) return null
  const name = file.url.slice(file.url.lastIndexOf('/') + 1)
  const key = `house sample ${createHash('sha256').update(bytes).digest('hex')} ${name}`
  const { file_id, mime } = await files.write({ name, mime: 'application/pdf', bytes }, { user_id: seller_id }, key)
  return { ...input, [file.field]: { file_id, name, mime } }
}

type Known = Awaited<ReturnType<typeof findSampleRuns>>[number]
const BAD = ['failed', 'empty', 'waiting']
const isBad = (known: Known): boolean => BAD.includes(checkOf('', known).state)
const isOld = ({ begun_at }: Known): boolean => Date.now() - begun_at.getTime() > AGAIN_MS

/** Until it has ended, a while has passed or the server stops. */
export async function waitForEnd(
  { engine }: Pick<HouseSamples, 'engine'>,
  execution: string,
  signal: AbortSignal,
): Promise<void> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until && !signal.aborted; )
    if (isFinal((await engine.result(execution, LOOK_MS)).status)) return
}

/** Runs one sample, or continues the run that was started, and records it. */
async function runSample(
  deps: HouseSamples,
  waiting: store.WaitingRow,
  { sample, position }: { sample: AgentSample; position: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, engine, log } = deps
  const { agent_id: agent, workflow_version_id: version, version_id } = waiting
  const input = await prepareHouseInput(deps, waiting, sample)
  if (input === null) return log.warn({ sample: sample.title, agent }, 'the document of a sample is not there')
  const input_hash = hashCanonical(input)
  const find = async () => (await findSampleRuns(db, agent, version)).find((row) => row.input_hash === input_hash)
  const known = await find()
  if (known && isBad(known) && !isOld(known)) return
  if (!known || isBad(known)) {
    // Two processes that begin it at the same time begin the same run, which is stored once.
    const execution_id = uuidOf(['house sample', version_id, position, known?.execution_id ?? ''])
    const of = { workflow_version_id: version, input, owner: { user_id: waiting.seller_id } }
    await engine.start({ ...of, trigger: 'sample', priority: 'low', mode: 'now', execution_id })
    await keepSampleRun(db, { agent, version, input_hash, execution: ExecutionId.parse(execution_id) })
  }
  const begun = await find()
  if (begun) await waitForEnd(deps, begun.execution_id, signal)
  const ran = await find()
  if (!ran) return
  const { state, reason, execution_id: execution } = checkOf(sample.title, ran)
  const files = findFilesInInput(input).map(({ id }) => id)
  if (state === 'passed' && execution) await store.recordRun(db, { version: version_id, position, execution, files })
  else if (state !== 'running') log.warn({ sample: sample.title, agent, state, reason }, 'a sample of the house failed')
}

/** Every sample that waits, one after the other. */
export async function runHouseSamples(deps: HouseSamples, signal: AbortSignal): Promise<void> {
  for (const waiting of await store.findWaiting(deps.db))
    for (const [position, sample] of presentSamples(waiting.samples).entries()) {
      if (signal.aborted) return
      if (!waiting.recorded.includes(position)) await runSample(deps, waiting, { sample, position }, signal)
    }
}
