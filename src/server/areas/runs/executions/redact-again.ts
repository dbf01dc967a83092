/** Makes the redacted file of a run again with a person's decisions, from the original document and by the code that the node uses. */

import { AppError, ERRORS, type ErrorCode, fieldError } from '#contract/core/errors.ts'
import type { ExecutionId, Json, JsonObject } from '#contract/core/primitives.ts'
import type { RedactionChanges } from '#contract/runs/redactions.ts'
import { redactFile, type Span, spansFrom, spansOfWords } from '#nodes/lib/document/redaction.ts'
import { findDocument } from '#nodes/lib/document/source.ts'
import { NodeError } from '#nodes/node.ts'
import type { FileContent, Owner, ParsedDocument } from '#nodes/ports.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { workForOwner } from '#nodes/work-for.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import type { FileStore } from '#server/gateways/files.ts'
import { type Caller, ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { isObject } from '#shared/json.ts'
import type * as store from './executions.store.ts'
import { findOutputs } from './outputs.store.ts'
import { findInAndOut, findSteps } from './visible-steps.store.ts'

/** Files an hour: each is drawn anew, page by page. */
const MAX_AN_HOUR = 120

interface Deps {
  db: Database
  files: FileStore
  paperwork: DoPaperwork
  withOutputs: (rows: readonly { output?: unknown; stored?: string | null }[]) => Promise<{ output?: unknown }[]>
}

interface Redaction {
  /** The redacted file, as the step names it. */
  made: string
  document: ParsedDocument
  /** The file that was read; null when it was a text. */
  source: string | null
  places: Span[]
  mark: 'block' | 'kind'
  name: string
}

/**
 * The file with the changed removals. Nothing is stored.
 * @throws AppError not_found when the run made no redacted file or its data is gone, invalid_input, too_many_requests, and what the runner refuses
 */
export async function redactAgain(
  deps: Deps,
  { on: row, by }: Grant<'execution.see', store.OwnerRow>,
  { changes, sender, signal }: { changes: RedactionChanges; sender: Sender; signal: AbortSignal },
): Promise<FileContent> {
  await enforceRateLimit(
    deps.db,
    [rateLimitFor('redaction', sender, MAX_AN_HOUR)],
    'You’ve created many redacted files',
  )
  const outputs = (await deps.withOutputs(await findOutputs(deps.db, row.id))).map(
    ({ output }) => (output ?? null) as Json,
  )
  const redaction = redactionIn(outputs)
  if (redaction === null) throw new AppError('not_found')
  await refuseInside(deps.db, by, row.id, redaction)
  const { document, source, mark, name } = redaction
  try {
    const spans = changedSpans(redaction, changes)
    const owner: Owner = row.owner_id === null ? { visitor_key: row.visitor_key ?? '' } : { user_id: row.owner_id }
    const content = source === null ? null : await createFilePort(deps).open(source, { owner, execution_id: row.id })
    const { file } = await redactFile({ document, spans, mark, content }, (work, inputs) =>
      deps.paperwork(work, inputs, workForOwner(ownerOfCaller(by), signal)),
    )
    return { name, mime: file.mime, bytes: file.bytes }
  } catch (error) {
    throw refusal(error)
  }
}

/** What the nodes of the run gave: the removals of the last redaction, and the document they are places in. */
function redactionIn(outputs: readonly Json[]): Redaction | null {
  const made = outputs.findLast((one): one is JsonObject => isObject(one) && isRedaction(one))
  const places = made?.places
  if (made === undefined || !isObject(made.file) || !Array.isArray(places)) return null
  const last = Math.max(0, ...places.map((place) => (isObject(place) ? Number(place.end) : 0)))
  for (const output of outputs) {
    if (output === made || !isObject(output) || !isObject(output.document)) continue
    const document = findDocument(output.document, null)
    if (document === null || document.text.length < last || document.text.length !== made.text_length) continue
    const source = fileIdIn(output.file)
    const mark = made.mark === 'kind' ? 'kind' : 'block'
    const name = typeof made.file.name === 'string' ? made.file.name : 'redacted'
    return {
      made: fileIdIn(made.file) ?? '',
      document,
      source,
      places: spansFrom(places, document.text.length),
      mark,
      name,
    }
  }
  return null
}

const fileIdIn = (file: Json | undefined): string | null =>
  isObject(file) && typeof file.file_id === 'string' ? file.file_id : null

const textsIn = (value: Json): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((one) => textsIn(one as Json)) : []
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * In a closed workflow a removal is undone only in what the person gave to the run, and only where the run answers with the redacted
 * file: a document between the steps stays the workflow's.
 * @throws not_found
 */
async function refuseInside(db: Database, by: Caller, id: ExecutionId, redaction: Redaction): Promise<void> {
  if ((await findSteps(db, id, viewerOf(by)))?.open) return
  const run = await findInAndOut(db, id)
  const given = textsIn((run?.input ?? null) as Json)
  const { source, document, made } = redaction
  const isGiven = given.some((text) => (source === null ? plain(text) === plain(document.text) : text === source))
  if (!isGiven || !textsIn((run?.output ?? null) as Json).includes(made)) throw new AppError('not_found')
}

const isRedaction = (output: JsonObject): boolean =>
  Array.isArray(output.places) && isObject(output.by_kind) && Array.isArray(output.not_removed)

function changedSpans({ document, places }: Redaction, { keep, remove }: RedactionChanges): Span[] {
  const key = ({ start, end }: { start: number; end: number }) => `${start}-${end}`
  const known = new Set(places.map(key))
  const kept = new Set(keep.map(key))
  for (const [i, place] of keep.entries())
    if (!known.has(key(place))) throw fieldError(`keep.${i}`, 'Nothing was removed at this place.')
  const overlaps = (span: Span) => keep.some((place) => place.start < span.end && place.end > span.start)
  // Another finding may cover words of an undone one: what a person wants to read stays readable.
  const rest = places.filter((place) => !kept.has(key(place)) && !overlaps(place))
  return [...rest, ...spansOfWords(document.text, remove)]
}

function refusal(error: unknown): unknown {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'runner_lost' || error.code === 'runner_busy')
    return new AppError('unavailable', { retryAfter: 2, cause: error })
  if (error.code === 'file_not_found') return new AppError('not_found')
  return error.code in ERRORS ? new AppError(error.code as ErrorCode, { message: error.message }) : error
}
