/** Recorded runs of samples, readable by all who may see the agent. */

import type { AgentSample } from '#contract/agents/agents.ts'
import type { AgentDraft, SampleCheck } from '#contract/agents/publishing.ts'
import type { SampleRun, SampleRunDetail, SampleRuns } from '#contract/agents/sample-runs.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentVersionId, FileId, Json } from '#contract/core/primitives.ts'
import { presentListing, presentPrice, presentSamples, type SeeGrant } from '#server/areas/agents/agents.ts'
import { findFilesInInput } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './sample-runs.store.ts'

/** Keeps, with a version that goes before the reviewers, what its samples gave. */
export async function recordSamples(
  tx: Queryable,
  version: AgentVersionId,
  { samples }: Pick<AgentDraft, 'samples'>,
  checks: readonly SampleCheck[],
): Promise<void> {
  for (const [position, { state, execution_id }] of checks.entries()) {
    if (state !== 'passed' || execution_id === null) continue
    const files = findFilesInInput(samples[position]?.input ?? {}).map(({ id }) => id)
    await store.recordRun(tx, { version, position, execution: execution_id, files })
  }
}

const nameOf = ({ file }: AgentSample): string | null =>
  file && decodeURIComponent(file.url.slice(file.url.lastIndexOf('/') + 1))

function present(samples: readonly AgentSample[], row: store.SampleRunRow): SampleRun | null {
  const sample = samples[row.position]
  if (!sample) return null
  const { position, ms, model_micros, ran_at } = row
  return {
    position,
    title: sample.title,
    input: sample.input,
    document: nameOf(sample),
    ms,
    model_micros,
    ran_at: ran_at.toISOString(),
  }
}

/** @throws not_found for an agent without a version */
function versionOf({ on: { version_id, number, ...agent } }: SeeGrant) {
  if (version_id === null || number === null) throw new AppError('not_found')
  return { ...agent, version_id, number }
}

/** Of the version that is shown, in the order of its samples. @throws not_found */
export async function listSampleRuns(db: Queryable, grant: SeeGrant): Promise<SampleRuns> {
  const agent = versionOf(grant)
  const samples = presentSamples(agent.samples)
  const [rows, tested] = await Promise.all([
    store.findRuns(db, agent.version_id),
    store.findTested(db, agent.version_id),
  ])
  return {
    version: agent.number,
    price: presentPrice(agent.version_price_type ?? agent.price_type, agent.version_price_paise ?? agent.price_paise),
    items: rows.map((row) => present(samples, row)).filter((run) => run !== null),
    tested: tested && { ...tested, at: tested.at.toISOString() },
  }
}

/** @throws not_found, also for a sample that was not run */
export async function getSampleRun(db: Queryable, grant: SeeGrant, position: number): Promise<SampleRunDetail> {
  const agent = versionOf(grant)
  const row = await store.findRun(db, agent.version_id, position)
  const run = row && present(presentSamples(agent.samples), row)
  if (!row || !run) throw new AppError('not_found')
  return {
    ...run,
    output: row.output as Json,
    view: agent.view ?? 'json',
    disclaimer: presentListing(agent.listing).disclaimer,
  }
}

/** @throws not_found for every document that did not go into a recorded run of the version that is shown */
export async function refuseOtherDocuments(db: Queryable, grant: SeeGrant, file: FileId): Promise<void> {
  if (!(await store.isDocumentOf(db, versionOf(grant).version_id, file))) throw new AppError('not_found')
}
