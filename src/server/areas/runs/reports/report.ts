/** The verb of exporting a result: the findings of a run with decisions about them, as a file. Nothing is stored. */
import { CODE_SYSTEMS, type CodeSystem } from '#contract/agents/code-values.ts'
import type { MedicalCode } from '#contract/agents/codes.ts'
import { AppError, ERRORS, type ErrorCode, fieldError } from '#contract/core/errors.ts'
import { JsonText } from '#contract/core/json-text.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { ReportFormat } from '#contract/runs/report-values.ts'
import type { ReportDecision } from '#contract/runs/reports.ts'
import type { Decision } from '#findings/decision.ts'
import { momentText } from '#findings/report.ts'
import { NodeError } from '#nodes/node.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import type { WorkFor } from '#nodes/work-for.ts'
import { lookUpCodes } from '#server/areas/agents/agents.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { isObject } from '#shared/json.ts'

/** Reports per hour: each is drawn page by page. */
const MAX_AN_HOUR = 240
/** Bytes of a result that is exported. */
const MOST_BYTES = 20_000_000
/** Characters of the longest code with its dot, and some. */
const CODE_CHARS = 12

interface Deps {
  db: Database
  paperwork: DoPaperwork
}

interface Asked {
  format: ReportFormat
  decisions: readonly (ReportDecision & Pick<Decision, 'by' | 'at' | 'reason'>)[]
  /** Whether the decisions are those that the server keeps. */
  stored: boolean
  /** Who signed it off, one line each. */
  signatures: readonly string[]
  sender: Sender
  work: WorkFor
}

export interface ReportFile {
  name: string
  mime: string
  bytes: Uint8Array
}

/**
 * @param run as its reader sees it
 * @throws AppError illegal_transition for a run without a result, not_found when its data was deleted, invalid_input for a decision that
 * names no finding or a code that the table hasn't, too_many_requests, and what the runner refuses
 */
export async function exportResult({ db, paperwork }: Deps, run: Execution, asked: Asked): Promise<ReportFile> {
  if (run.status !== 'succeeded')
    throw new AppError('illegal_transition', { message: 'Only a run that succeeded has a result to export.' })
  if (run.payload_removed_at !== null) throw new AppError('not_found')
  const { format, decisions, stored, signatures, sender, work } = asked
  await enforceRateLimit(db, [rateLimitFor('report', sender, MAX_AN_HOUR)], 'You’ve exported many results')
  refuseTwice(decisions)
  const output = await bytesOf(run.output)
  const codes = await knownCodes(db, decisions, sender)
  const about = aboutRun(run)
  const order = {
    ...{ format, decisions, stored, codes, ...about },
    do: 'write_report',
    facts: [...about.facts, ...signatures],
  } as const
  const { data, files } = await paperwork(order, [output], work).catch((error: unknown) => {
    throw refusal(error)
  })
  refuseProblem(data.problem ?? null)
  const [file] = files
  if (file === undefined) throw new Error('A report without a file')
  return { name: `findings-${run.id.slice(-12)}.${file.extension}`, mime: file.mime, bytes: file.bytes }
}

/** The agent, its version, the document and the time, as a report says them. */
function aboutRun({ agent, workflow, version, title, view, disclaimer, finished_at, id }: Execution) {
  const when = finished_at === null ? null : momentText(finished_at)
  const maker = [agent?.name ?? workflow.name, version === null ? null : `version ${version}`]
  return {
    title: agent?.name ?? workflow.name,
    view,
    disclaimer,
    facts: [
      ...(title === null ? [] : [`Document: ${title}`]),
      `Made by: ${maker.filter((part) => part !== null).join(', ')}`,
      ...(when === null ? [] : [`Date: ${when}`]),
      `Run: ${id}`,
    ],
  }
}

/** @throws invalid_input when a finding is decided more than once */
function refuseTwice(decisions: readonly ReportDecision[]): void {
  const seen = new Set<string>()
  for (const [at, { id }] of decisions.entries()) {
    if (seen.has(id)) throw fieldError(`decisions.${at}.id`, 'This finding is decided more than once.')
    seen.add(id)
  }
}

/** The output as it is kept: another process reads it. @throws file_too_large */
async function bytesOf(output: Json): Promise<Buffer> {
  if (!((output as unknown) instanceof JsonText)) return Buffer.from(JSON.stringify(output))
  const { written } = output as unknown as JsonText
  if (typeof written === 'string') return Buffer.from(written)
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of written()) {
    total += piece.length
    if (total > MOST_BYTES)
      throw new AppError('file_too_large', { message: `Results up to ${MOST_BYTES / 1_000_000} MB can be exported.` })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Which of the corrections are codes; whether one has to be, its finding says. */
async function knownCodes(
  db: Database,
  decisions: readonly ReportDecision[],
  sender: Sender,
): Promise<Record<CodeSystem, MedicalCode[]>> {
  const values = decisions.flatMap(({ value }) => (value !== null && value.length <= CODE_CHARS ? [value] : []))
  const codes = [...new Set(values)]
  const known: Record<CodeSystem, MedicalCode[]> = { icd10cm: [], hcpcs: [] }
  if (codes.length === 0) return known
  for (const system of CODE_SYSTEMS) known[system] = await lookUpCodes(db, { system, sender, codes })
  return known
}

/** @throws invalid_input with the decision that cannot be */
function refuseProblem(problem: Json): void {
  if (!isObject(problem)) return
  throw fieldError(`decisions.${String(problem.at)}.${String(problem.field)}`, String(problem.message))
}

function refusal(error: unknown): unknown {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'runner_lost' || error.code === 'runner_busy')
    return new AppError('unavailable', { retryAfter: 2, cause: error })
  return error.code in ERRORS ? new AppError(error.code as ErrorCode, { message: error.message }) : error
}
