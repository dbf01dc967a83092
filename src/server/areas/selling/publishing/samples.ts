/** Samples of a draft, run by the platform on the real engine: what is shown of an agent has been seen to work. */
import { createHash } from 'node:crypto'
import type { AgentDraft, SampleCheck } from '#contract/agents/publishing.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { AppError } from '#contract/core/errors.ts'
import {
  type AgentId,
  ExecutionId,
  type Json,
  type JsonObject,
  type WorkflowVersionId,
} from '#contract/core/primitives.ts'
import { type ExecutionStatus, isFinal } from '#contract/runs/execution-states.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { checkInput, findFilesInInput, refuseAnyKnowledge, resolveInput } from '#server/areas/runs/runs.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { SellGrant } from './publishing.policy.ts'
import * as store from './samples.store.ts'

/** What starts a run; the engine's, which the domain does not know. */
export type StartSample = (run: {
  workflow_version_id: string
  input: Json
  trigger: 'sample' | 'manual'
  priority: 'normal' | 'low'
  owner: { user_id: string }
  mode: 'now'
  execution_id?: string
}) => Promise<{ execution_id: string }>

export const hashCanonical = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** What every shown result has, whatever was found. */
const FRAME = ['view', 'notice', 'document', 'text']

/** Nothing a buyer could look at. */
export function isEmpty(output: unknown): boolean {
  if (output === null || output === undefined) return true
  if (typeof output === 'string') return output.trim() === ''
  if (Array.isArray(output)) return output.every(isEmpty)
  if (typeof output !== 'object') return false
  const framed = 'view' in output && 'document' in output
  return Object.entries(output).every(([key, value]) => (framed && FRAME.includes(key)) || isEmpty(value))
}

/** A run of a sample; `begun_at` is when it was asked for. */
export interface RunRow {
  input_hash: string
  execution_id: string
  status: ExecutionStatus
  /** It waits for a person, itself or in a run that its steps started. */
  asks: boolean
  /** Any text instead of a large one. */
  output: unknown
  error: { message?: unknown } | null
  ms: number | null
  begun_at: Date
}

export function checkOf(title: string, row: RunRow | undefined): SampleCheck {
  if (!row) return { title, state: 'not_run', execution_id: null, reason: null, ms: null }
  const base = {
    title,
    execution_id: ExecutionId.parse(row.execution_id),
    ms: row.ms === null ? null : Math.round(row.ms),
  }
  if (row.status === 'succeeded')
    return isEmpty(row.output)
      ? { ...base, state: 'empty', reason: 'The result was empty.' }
      : { ...base, state: 'passed', reason: null }
  if (isFinal(row.status)) {
    const said = typeof row.error?.message === 'string' ? row.error.message : 'The run was cancelled.'
    return { ...base, state: 'failed', reason: said }
  }
  if (row.asks)
    return { ...base, state: 'waiting', reason: 'The run is waiting for a person. Samples must finish without one.' }
  return { ...base, state: 'running', reason: null }
}

/** How each sample of the draft did with this version of the workflow; null when it has never been run. */
export async function findSampleChecks(
  db: Queryable,
  agent: AgentId,
  version: WorkflowVersionId | null,
  { samples }: Pick<AgentDraft, 'samples'>,
): Promise<SampleCheck[]> {
  const rows = version === null ? [] : await store.findSampleRuns(db, agent, version)
  const byHash = new Map(rows.map((row) => [row.input_hash, row]))
  return samples.map(({ title, input }) => checkOf(title, byHash.get(hashCanonical(input))))
}

/** @throws invalid_input with `samples.N.input…` for a value that does not match the form, or another user's file */
async function fits(
  db: Queryable,
  grant: SellGrant,
  schema: JsonObject,
  samples: AgentDraft['samples'],
): Promise<JsonObject[]> {
  const inputs: JsonObject[] = []
  for (const [index, { input }] of samples.entries()) {
    try {
      await checkInput(schema, input)
      refuseAnyKnowledge(
        input,
        'Samples can’t choose a knowledge base: everyone who tries them would need access to it.',
      )
      inputs.push(await resolveInput(db, grant.by, input))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const problems = error.problems.map((problem) => ({
        ...problem,
        field: `samples.${index}.${problem.field ?? 'input'}`,
      }))
      throw new AppError(error.code, {
        message: `Sample ${index + 1}: ${error.problems[0]?.message ?? error.message}`,
        problems,
      })
    }
  }
  return inputs
}

/**
 * Starts every sample that has not passed with this version of the workflow.
 * @throws invalid_input with the sample's field, too_many_requests
 */
export async function runSamples(
  db: Database,
  grant: SellGrant,
  {
    agent,
    version,
    schema,
    draft,
  }: { agent: AgentId; version: WorkflowVersionId; schema: JsonObject; draft: AgentDraft },
  start: StartSample,
): Promise<void> {
  const inputs = await fits(db, grant, schema, draft.samples)
  const checks = await findSampleChecks(db, agent, version, draft)
  for (const [index, { state }] of checks.entries()) {
    if (state === 'passed' || state === 'running') continue
    const who = { key: grant.on, shared: false }
    const often = 'You’ve run your agents’ samples many times'
    await enforceRateLimit(db, [rateLimitFor('agent samples', who, PUBLISHING.sample_runs_per_hour)], often)
    const { execution_id } = await start({
      workflow_version_id: version,
      input: inputs[index] ?? {},
      trigger: 'sample',
      priority: 'normal',
      owner: { user_id: grant.on },
      mode: 'now',
    })
    const input_hash = hashCanonical(draft.samples[index]?.input ?? {})
    await store.keepSampleRun(db, { agent, version, input_hash, execution: ExecutionId.parse(execution_id) })
  }
}

/** Ids of the documents that samples name. */
export const sampleFileIds = ({ samples }: Pick<AgentDraft, 'samples'>): string[] => [
  ...new Set(samples.flatMap(({ input }) => findFilesInInput(input).map(({ id }) => id))),
]
