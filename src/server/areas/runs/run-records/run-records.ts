/** The verbs of reading a record: as a page, as a PDF, and as a file whose chain anybody can check. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { RecordFormat } from '#contract/runs/run-record-values.ts'
import type { RecordEntry, RunRecord } from '#contract/runs/run-records.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { workForOwner } from '#nodes/work-for.ts'
import { findLanguageOf } from '#server/areas/accounts/accounts.ts'
import { findChanged, type RecordSigner, textOf } from '#server/areas/runs/record-keeping/chain.ts'
import * as store from '#server/areas/runs/record-keeping/entries.store.ts'
import { personIn, type RunRecords, wayOf } from '#server/areas/runs/record-keeping/keep.ts'
import { ownerOfCaller, personBehind } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { Language } from '#shared/language.ts'
import { nameOf, type ReadEntry, readEntry } from './read-entry.ts'
import { recordPages } from './record-pages.ts'
import { sentencesOf } from './record-words.ts'
import type { SeeRecord } from './run-records.policy.ts'

/** Files per hour: a PDF is drawn page by page. */
const FILES_AN_HOUR = 120

const present = (one: ReadEntry, language: Language): RecordEntry => ({
  number: one.entry.number,
  kind: one.kind,
  at: one.entry.at.toISOString(),
  noted_at: one.entry.noted_at.toISOString(),
  by: one.by,
  person: nameOf(one, language),
  facts: one.facts,
  content: one.content,
  withheld: one.withheld,
  text: sentencesOf(one).map((phrase) => phrase[language]),
  hash: one.entry.hash.toString('hex'),
})

interface Whole {
  title: string | null
  entries: ReadEntry[]
  changed_at: number | null
  head: store.HeadRow
}

async function readWhole(db: Queryable, id: ExecutionId, signer: RecordSigner): Promise<Whole> {
  const [about, head, entries] = await Promise.all([
    store.findAbout(db, id),
    store.findHead(db, id),
    store.findEntries(db, id),
  ])
  if (about === null) throw new AppError('not_found')
  const changed_at = findChanged(entries, head, signer)
  return { title: about.title, entries: entries.map((one) => readEntry(one, about.second_reading)), changed_at, head }
}

const languageOf = async (db: Queryable, { by }: SeeRecord): Promise<Language> =>
  (by.type === 'user' && (await findLanguageOf(db, personBehind(by)))) || 'en'

/** Enters first what happened since the last entry. @throws not_found */
export async function getRunRecord(
  db: Database,
  grant: SeeRecord,
  { limit, offset }: { limit: number; offset: number },
  { catchUp, signer }: RunRecords,
): Promise<RunRecord> {
  const { id } = grant.on
  await db.transaction().execute((tx) => catchUp(tx, id))
  const [whole, language] = await Promise.all([
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => readWhole(tx, id, signer)),
    languageOf(db, grant),
  ])
  const { title, entries, changed_at, head } = whole
  return {
    items: entries.slice(offset, offset + limit).map((one) => present(one, language)),
    ...{ total: entries.length, limit, offset, title, changed_at },
    state: changed_at === null ? 'intact' : 'changed',
    head: head.head?.toString('hex') ?? null,
  }
}

const hex = (bytes: Buffer | null): string | null => bytes?.toString('hex') ?? null

/** Everything that checking the chain takes: the hashed text of each entry, its signature, and the public keys. */
function jsonFile(id: ExecutionId, { title, entries, changed_at }: Whole, signer: RecordSigner): Buffer {
  const keys = [...new Set(entries.map(({ entry }) => entry.key_id))]
  const file = {
    about: 'The record of a run. How to check it is in the documentation, under “Runs and recovery”.',
    ...{ run: id, document: title, state: changed_at === null ? 'intact' : 'changed', changed_at },
    public_keys: Object.fromEntries(keys.map((key) => [key, signer.publicKey(key)])),
    entries: entries.map((one) => {
      const { entry, withheld } = one
      return {
        ...present(one, 'en'),
        text_hashed: textOf(entry),
        ...{ who_text: entry.who, who_salt: hex(entry.who_salt) },
        // What isn't shown is not in the file either; its hash is in the text.
        content_text: withheld === null ? entry.content : null,
        content_salt: withheld === null ? hex(entry.content_salt) : null,
        ...{ key_id: entry.key_id, signature: entry.signature.toString('base64') },
      }
    }),
  }
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
}

interface FileDeps {
  db: Database
  paperwork: DoPaperwork
  records: RunRecords
}

/** The download is the last entry of what is downloaded. @throws not_found, too_many_requests */
export async function downloadRecord(
  { db, paperwork, records }: FileDeps,
  grant: SeeRecord,
  format: RecordFormat,
  signal: AbortSignal,
): Promise<{ name: string; mime: string; bytes: Uint8Array }> {
  const { id } = grant.on
  const by = personIn(grant.by)
  const limit = rateLimitFor('run record', { key: by ?? id, shared: false }, FILES_AN_HOUR)
  await enforceRateLimit(db, [limit], 'You’ve downloaded many records')
  const source = `record:${randomUUID()}`
  await records.note(db, id, { kind: 'record_downloaded', source, by, facts: { format, way: wayOf(grant.by) } })
  const whole = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => readWhole(tx, id, records.signer))
  const name = `record-${id.slice(-12)}.${format}`
  if (format === 'json') return { name, mime: 'application/json', bytes: jsonFile(id, whole, records.signer) }
  const { entries, ...about } = whole
  const pages = recordPages({ ...about, id, entries }, await languageOf(db, grant))
  const work = workForOwner(ownerOfCaller(grant.by), signal)
  const { files } = await paperwork({ do: 'write_pdf', ...pages }, [], work)
  const [file] = files
  if (!file) throw new Error('The PDF of a record is missing after it was written')
  return { name, mime: 'application/pdf', bytes: file.bytes }
}
