/**
 * The platform looks again each day at what is sold: runs its first sample where a run costs nothing and reaches nobody, lets machines look
 * at its steps, and compares what runs with what was hashed. One that fails is run again each hour.
 */
import { ExecutionId, FileId, type JsonObject } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { presentSamples } from '#server/areas/agents/agents.ts'
import { scanForRisks } from '#server/areas/selling/publishing/risk-scan.ts'
import { findSampleFile, findSampleRuns, keepSampleRun } from '#server/areas/selling/publishing/samples.store.ts'
import { checkOf, hashCanonical } from '#server/areas/selling/publishing/samples.ts'
import { StoredPermissions } from '#server/areas/selling/publishing/stored.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import * as store from './agent-health.store.ts'
import { type HouseSamples, prepareHouseInput, waitForEnd } from './house-samples.ts'

/** Of the day, in a turn. */
const MOST = 20

/** The input of the first sample as a run takes it; null when its document is not there. */
async function inputOf(deps: HouseSamples, due: store.DueRow): Promise<JsonObject | null> {
  const [sample] = presentSamples(due.samples)
  if (!sample) return null
  const { input, file } = sample
  if (file === null) return input
  if (due.is_house) return prepareHouseInput(deps, due, sample)
  const id = FileId.safeParse(file.url.split('/').at(-2))
  const found = id.success ? await findSampleFile(deps.db, due.agent_id, id.data) : null
  return found && { ...input, [file.field]: { file_id: found.id, name: found.name, mime: found.mime } }
}

type Ran = Pick<store.Check, 'state' | 'reason' | 'ms' | 'run'>

/** Runs the first sample. Null while the run is under way: the next turn finds its end. */
async function runFirstSample(deps: HouseSamples, due: store.DueRow, signal: AbortSignal): Promise<Ran | null> {
  const { agent_id: agent, workflow_version_id: version, version_id } = due
  const input = await inputOf(deps, due)
  if (input === null)
    return { state: 'failed', reason: 'The document of its first sample is missing.', ms: null, run: null }
  const input_hash = hashCanonical({ check: input })
  const find = async () => (await findSampleRuns(deps.db, agent, version)).find((row) => row.input_hash === input_hash)
  const known = await find()
  // One that an earlier turn started may still wait for its time, or have ended since: no other is started before its end is stored.
  const isOpen = known && (!isFinal(known.status) || (due.looked_at && known.execution_id !== due.checked_run))
  // Two processes that start the next one after the same run start the same one.
  const execution_id = isOpen
    ? known.execution_id
    : uuidOf(['agent check', version_id, known?.execution_id ?? new Date().toISOString().slice(0, 13)])
  if (!isOpen) {
    const of = { workflow_version_id: version, input, owner: { user_id: due.seller_id } }
    await deps.engine.start({ ...of, trigger: 'sample', priority: 'low', mode: 'now', execution_id })
    await keepSampleRun(deps.db, { agent, version, input_hash, execution: ExecutionId.parse(execution_id) })
  }
  await waitForEnd(deps, execution_id, signal)
  const ran = await find()
  const { state, reason, ms } = checkOf('', ran)
  if (state === 'running' || state === 'not_run') return null
  return state === 'passed'
    ? { state, reason: null, ms, run: execution_id }
    : { state: 'failed', reason, ms, run: execution_id }
}

const NOT_RUN: Ran = { state: null, reason: null, ms: null, run: null }

async function checkListing(deps: HouseSamples, due: store.DueRow, signal: AbortSignal): Promise<void> {
  const { document } = parseDocument(due.document)
  const runs = due.harmless && presentSamples(due.samples).length > 0
  const ran = runs ? await runFirstSample(deps, due, signal) : NOT_RUN
  if (ran === null) return
  const now = StoredPermissions.parse(due.permissions ?? {})
  const found = document ? scanForRisks(document, { now, before: null, samples: [] }) : []
  const count = (severity: string) => found.filter((finding) => finding.severity === severity).length
  const intact = hashCanonical(due.document) === due.document_hash
  if (!intact) deps.log.warn({ agent: due.agent_id, version: due.version_id }, 'a workflow is not what was hashed')
  await deps.db.transaction().execute((tx) =>
    store.storeCheck(tx, {
      ...ran,
      agent: due.agent_id,
      version: due.version_id,
      high: count('high'),
      medium: count('medium'),
      low: count('low'),
      intact,
    }),
  )
}

/** Everything that is due, one after the other. One that cannot be checked is told of and keeps nobody else waiting. */
export async function checkListings(deps: HouseSamples, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  await store.recordFailedHours(db)
  await store.deleteOldHours(db)
  for (const due of await store.findDueListings(db, MOST)) {
    if (signal.aborted) return
    await store.noteLookedAt(db, due.agent_id)
    await checkListing(deps, due, signal).catch((err: unknown) =>
      log.warn({ err, agent: due.agent_id }, 'no check was possible'),
    )
  }
}

/** Notes that this installation is up in the present minute. */
export const recordUptime = (db: Database): Promise<void> => store.recordUptimeMinute(db)
