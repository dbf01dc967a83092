/** The results table as a file, without what was found in rejected results. Read and written piece by piece, so that ten thousand documents take no more memory than ten. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { toCsv } from '#contract/core/csv.ts'
import { AppError } from '#contract/core/errors.ts'
import type { ReviewState } from '#contract/runs/decision-values.ts'
import type { RevealQuery } from '#contract/runs/oversight/masks.ts'
import { BATCH, type BatchFormat } from '#contract/services/batch-values.ts'
import type { BatchId } from '#contract/services/batches.ts'
import type { Block } from '#nodes/paperwork.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { workForOwner } from '#nodes/work-for.ts'
import { rupees } from '#server/areas/billing/billing.ts'
import { type MaskedExport, personIn, prepareExport, wayOf } from '#server/areas/runs/runs.ts'
import type { UseServices } from '#server/areas/services/services/services.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { countDecided } from './acceptance.store.ts'
import { type BatchRow, insertExport } from './batches.store.ts'
import { findOwnBatch } from './batches.ts'
import { type ShownRow, withDecisions } from './decided-rows.ts'
import { findItemsFrom, hasDecisions } from './items.store.ts'
import { presentItem, totalOf } from './present.ts'
import { writeXlsx } from './xlsx.ts'

interface Deps {
  db: Database
  paperwork: DoPaperwork
}

/** Where rows come from, and what is hidden in them. */
type Source = { db: Database } & Pick<MaskedExport, 'hide'>

interface ExportFile {
  type: 'file'
  name: string
  mime: string
  disposition: 'attachment'
  /** Null for what is written while it is sent. */
  bytes: number | null
  body: Readable | Buffer
}

const REJECTED = 'Rejected, not charged'
const AT_ONCE = 500
const MASKED_AT_ONCE = 20
const REPORTS_AN_HOUR = 60
/** Columns of single values that fit on a page. */
const REPORT_COLUMNS = 3

const MIMES: Record<BatchFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  pdf: 'application/pdf',
}

/** Who rejects a result may not use it (decision 0365). */
const withoutRejectedResult = (row: ShownRow): ShownRow =>
  row.acceptance === 'rejected'
    ? { ...row, fields: null, top: null, findings: null, confidence: null, pages: null, message: REJECTED }
    : row

/** As the table shows them: `masked-lists.ts` names the same values. */
const hidden = (row: ShownRow, hide: MaskedExport['hide']): ShownRow => ({
  ...row,
  name: hide(row.name),
  message: row.message === null ? null : hide(row.message),
  top: row.top === null ? null : hide(row.top),
  fields: row.fields && Object.fromEntries(Object.entries(row.fields).map(([name, text]) => [name, hide(text, name)])),
})

/** All documents in their order, a part of them in memory. */
export async function* rowsOf(db: Database, id: BatchId): AsyncGenerator<ShownRow> {
  for (let from = 0; ; ) {
    const rows = await findItemsFrom(db, id, from, AT_ONCE)
    yield* (await withDecisions(db, rows)).map(withoutRejectedResult)
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    from = last.position + 1
  }
}

async function* shownRows({ db, hide }: Source, id: BatchId): AsyncGenerator<ShownRow> {
  let read = 0
  for await (const row of rowsOf(db, id)) {
    // Looking for personal data takes time that others wait for.
    if (read++ % MASKED_AT_ONCE === 0) await setImmediate()
    yield hidden(row, hide)
  }
}

interface Shape {
  columns: readonly string[]
  /** Whether any of its results is charged when it is accepted. */
  isDecided: boolean
  /** Whether people decided about any finding. */
  isReviewed: boolean
}

const headOf = ({ columns, isDecided, isReviewed }: Shape): string[] => [
  ...['number', 'document', 'state', 'reason', ...columns],
  ...['top_findings', 'findings', 'lowest_confidence', 'review'],
  ...(isReviewed ? ['accepted', 'edited', 'rejected'] : []),
  ...(isDecided ? ['acceptance'] : []),
  ...['pages', 'cost_inr', 'seconds', 'run'],
]

type Cell = string | number | null
const cellsOf = (row: ShownRow, { columns, isDecided, isReviewed }: Shape): Cell[] => [
  row.position + 1,
  row.name,
  row.state,
  row.message,
  ...columns.map((name) => row.fields?.[name] ?? null),
  row.top,
  row.findings,
  row.confidence === null ? null : Number(row.confidence.toFixed(3)),
  row.review,
  ...(isReviewed ? [row.decided?.accepted ?? null, row.decided?.edited ?? null, row.decided?.rejected ?? null] : []),
  ...(isDecided ? [row.acceptance] : []),
  row.pages,
  row.cost_paise / 100,
  row.ms === null ? null : row.ms / 1000,
  row.execution_id,
]

async function* tableOf(source: Source, { id, columns }: BatchRow): AsyncGenerator<Cell[]> {
  const [{ waiting, accepted, rejected }, isReviewed] = await Promise.all([
    countDecided(source.db, id),
    hasDecisions(source.db, id),
  ])
  const shape = { columns, isDecided: waiting + accepted + rejected > 0, isReviewed }
  yield headOf(shape)
  for await (const row of shownRows(source, id)) yield cellsOf(row, shape)
}

/** With a mark by which spreadsheets know UTF-8. */
async function* csvOf(source: Source, batch: BatchRow): AsyncGenerator<string> {
  yield '\ufeff'
  for await (const cells of tableOf(source, batch)) yield toCsv([cells])
}

async function* jsonOf(source: Source, { id }: BatchRow): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of shownRows(source, id)) {
    yield `${before}${JSON.stringify(presentItem(row))}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

const INDIAN = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

const REVIEWED: Record<ReviewState, string> = { open: 'to review', started: 'in review', signed_off: 'signed off' }

async function blocksOf(source: Source, batch: BatchRow): Promise<Block[]> {
  const { columns, counts, service_name, created_at, spent_paise, name } = batch
  const shown = columns.slice(0, REPORT_COLUMNS)
  const rows: string[][] = [['Document', 'State', ...shown, 'First findings', 'Confidence']]
  let signed = 0
  for await (const { name: document, state, message, fields, top, confidence, review } of shownRows(source, batch.id)) {
    const said = state === 'failed' ? (message ?? '') : (top ?? message ?? '')
    const sure = confidence === null ? '' : `${Math.round(confidence * 100)}%`
    if (review === 'signed_off') signed += 1
    rows.push([
      document,
      review === null ? state : REVIEWED[review],
      ...shown.map((column) => fields?.[column] ?? ''),
      said,
      sure,
    ])
  }
  return [
    { kind: 'heading', level: 1, text: source.hide(name) },
    { kind: 'paragraph', text: `Service: ${service_name ?? 'deleted'}` },
    { kind: 'paragraph', text: `Created: ${INDIAN.format(created_at)} IST` },
    {
      kind: 'paragraph',
      text: `${totalOf(batch)} documents: ${counts.succeeded} succeeded, ${counts.failed} failed, ${counts.cancelled} cancelled. Cost: ${rupees(spent_paise)}.`,
    },
    { kind: 'paragraph', text: `Signed off: ${signed} of ${counts.succeeded}.` },
    { kind: 'table', rows },
  ]
}

/** @throws limit_reached for more documents than a report has room for, too_many_requests */
async function pdfOf(
  { paperwork, ...source }: Source & Pick<Deps, 'paperwork'>,
  { on }: UseServices,
  batch: BatchRow,
  signal: AbortSignal,
): Promise<Buffer> {
  if (totalOf(batch) > BATCH.report_items)
    throw new AppError('limit_reached', {
      message: `A PDF report has room for ${BATCH.report_items.toLocaleString('en')} documents. Export CSV or XLSX instead.`,
    })
  await enforceRateLimit(
    source.db,
    [rateLimitFor('batch_report', { key: on, shared: false }, REPORTS_AN_HOUR)],
    'You’ve exported many reports',
  )
  const order = { do: 'write_pdf', title: source.hide(batch.name), blocks: await blocksOf(source, batch) } as const
  const { files } = await paperwork(order, [], workForOwner({ user_id: on }, signal))
  const [file] = files
  if (file === undefined) throw new Error('A report without a file')
  return Buffer.from(file.bytes)
}

/** @throws not_found, limit_reached, too_many_requests, invalid_input, forbidden */
export async function exportBatch(
  deps: Deps,
  grant: UseServices,
  id: BatchId,
  { format, ...asked }: RevealQuery & { format: BatchFormat },
  signal: AbortSignal,
): Promise<ExportFile> {
  const { db } = deps
  const batch = await findOwnBatch(db, grant, id)
  // Before anything of it is sent.
  const { hide, reason } = await prepareExport(db, grant, asked, { list: 'exportBatch', id })
  await insertExport(db, id, { person: personIn(grant.by), format, way: wayOf(grant.by), reason })
  const source = { db, hide }
  const file = {
    type: 'file',
    name: `batch-${id.slice(-12)}.${format}`,
    mime: MIMES[format],
    disposition: 'attachment',
  } as const
  if (format === 'pdf') {
    const bytes = await pdfOf({ ...deps, ...source }, grant, batch, signal)
    return { ...file, bytes: bytes.length, body: bytes }
  }
  const pieces = {
    csv: () => csvOf(source, batch),
    json: () => jsonOf(source, batch),
    xlsx: () => writeXlsx('Results', tableOf(source, batch)),
  }[format]
  return { ...file, bytes: null, body: Readable.from(pieces(), { objectMode: false }) }
}
