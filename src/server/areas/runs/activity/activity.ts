/** The verbs of what people did in an account: pages of it, and exports of any size. */
import { Readable } from 'node:stream'
import { toCsv } from '#contract/core/csv.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { MASKED_LISTS } from '#contract/endpoint-lists/masked-lists.ts'
import type { Phrase } from '#contract/phrases/phrases.ts'
import type { ActivityEntry, ActivityFilter } from '#contract/runs/oversight/activity.ts'
import { ACTIVITY, type ACTIVITY_FORMATS } from '#contract/runs/oversight/activity-values.ts'
import type { RevealQuery } from '#contract/runs/oversight/masks.ts'
import { findLanguageOf } from '#server/areas/accounts/accounts.ts'
import { type MaskedExport, prepareExport } from '#server/areas/runs/masked-lists/masked-export.ts'
import { personIn, wayOf } from '#server/areas/runs/record-keeping/keep.ts'
import { nobodyOf } from '#server/areas/runs/run-records/record-words.ts'
import { personBehind } from '#server/platform/access/caller.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { Language } from '#shared/language.ts'
import type { SeeActivity } from './activity.policy.ts'
import { type ActivityRow, countActivity, type Found, findActivity, findObjects, kindOf } from './activity.store.ts'
import { wordsOf } from './activity-words.ts'

const LISTS_OF_RUNS = Object.entries(MASKED_LISTS)
  .filter(([, lists]) => lists.every((list) => 'run' in list))
  .map(([name]) => name)

/** Who it was, where it was nobody with an account. */
const nobody = ({ source, what, facts, gone }: ActivityRow): Phrase =>
  nobodyOf({ kind: source === 'record' ? (what as 'opened') : 'started', facts, content: null, withheld: null }, gone)

function present(row: ActivityRow, language: Language): ActivityEntry {
  const { id, at, person_id, person, execution_id, object } = row
  const by = person_id === null || person === null ? null : { id: person_id, name: person }
  return {
    ...{ id, at: at.toISOString(), kind: kindOf(row), by, execution_id, object },
    person: by?.name ?? nobody(row)[language],
    text: wordsOf(row).map((phrase) => phrase[language]),
  }
}

async function resolve(db: Queryable, { on }: SeeActivity, { object, ...rest }: ActivityFilter): Promise<Found> {
  const objects = object === undefined || object === '' ? null : await findObjects(db, on, object)
  return { ...rest, objects, lists_of_runs: LISTS_OF_RUNS }
}

const languageOf = async (db: Queryable, { by }: SeeActivity): Promise<Language> =>
  (by.type === 'user' && (await findLanguageOf(db, personBehind(by)))) || 'en'

/** Newest first. The total is counted up to 10,000. */
export async function listActivity(
  db: Queryable,
  grant: SeeActivity,
  { limit, offset, ...filter }: ActivityFilter & { limit: number; offset: number },
): Promise<{ items: ActivityEntry[]; total: number; limit: number; offset: number }> {
  const found = await resolve(db, grant, filter)
  const [rows, total, language] = await Promise.all([
    findActivity(db, grant.on, found, { limit, offset }),
    countActivity(db, grant.on, found),
    languageOf(db, grant),
  ])
  return { items: rows.map((row) => present(row, language)), total, limit, offset }
}

const SLICE = 1000

/** A few at a time: no connection is held while the reader takes them. */
async function* readSlices(
  db: Queryable,
  grant: SeeActivity,
  found: Found,
  language: Language,
  hide: MaskedExport['hide'],
) {
  for (let before: Found['before']; ; ) {
    const rows: ActivityRow[] = await findActivity(db, grant.on, { ...found, before }, { limit: SLICE, offset: 0 })
    const entries = rows.map((row) => present(row, language))
    if (entries.length > 0) yield entries.map((entry) => hidden(entry, hide))
    const last = rows.at(-1)
    if (rows.length < SLICE || last === undefined) return
    before = { id: last.id, at: last.at }
  }
}

/** As `masked-lists.ts` says of the list. */
const hidden = (entry: ActivityEntry, hide: MaskedExport['hide']): ActivityEntry => ({
  ...entry,
  ...(entry.execution_id !== null && {
    object: entry.object === null ? null : hide(entry.object),
    text: entry.text.map((sentence) => hide(sentence)),
  }),
})

const HEADER = ['time', 'person_id', 'person', 'kind', 'run', 'object', 'what']
const cellsOf = ({ at, by, person, kind, execution_id, object, text }: ActivityEntry) => [
  ...[at, by?.id ?? null, person, kind, execution_id, object],
  text.join(' '),
]

async function* writeCsv(slices: AsyncIterable<ActivityEntry[]>): AsyncGenerator<string> {
  // A byte order mark, without which spreadsheets take the text for Latin-1.
  yield `\uFEFF${toCsv([HEADER])}`
  for await (const entries of slices) yield toCsv(entries.map(cellsOf))
}

async function* writeJson(head: JsonObject, slices: AsyncIterable<ActivityEntry[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`
  let separator = '\n'
  for await (const entries of slices) {
    yield separator + entries.map((entry) => JSON.stringify(entry)).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Everything that the filter finds, as a file. The export is an entry itself; what is entered after it began is not in the file. */
export async function exportActivity(
  db: Database,
  grant: SeeActivity,
  { format, reveal, reason, ...filter }: ActivityFilter & RevealQuery & { format: (typeof ACTIVITY_FORMATS)[number] },
): Promise<{ name: string; mime: string; body: Readable }> {
  const { by, on } = grant
  const person = personIn(by) ?? on
  const limit = rateLimitFor('activity export', { key: person, shared: false }, ACTIVITY.exports_per_hour)
  await enforceRateLimit(db, [limit], 'You’ve exported the activity many times')
  const { hide } = await prepareExport(db, grant, { reveal, reason }, { list: 'exportActivity', id: on })
  const now = new Date()
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as JsonObject
  await insertAudit(db, {
    ...{ actor_id: person, action: 'activity.export', target_id: on, reason: null },
    details: { account: on, format, way: wayOf(by), filter: asked },
  })
  const found = await resolve(db, grant, filter)
  const language = await languageOf(db, grant)
  const to = found.to !== undefined && found.to < now.toISOString() ? found.to : now.toISOString()
  const slices = readSlices(db, grant, { ...found, to }, language, hide)
  const text =
    format === 'csv' ? writeCsv(slices) : writeJson({ exported_at: now.toISOString(), filter: asked }, slices)
  return {
    name: `activity-${now.toISOString().slice(0, 10)}.${format}`,
    mime: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    body: Readable.from(text, { objectMode: false }),
  }
}
