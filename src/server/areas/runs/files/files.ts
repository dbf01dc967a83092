/** The verbs of files: store one, give it back, read its text, draw its pages. */
import { AppError, ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import { JsonText } from '#contract/core/json-text.ts'
import { FileId, type UserId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { StoredFile } from '#contract/runs/files.ts'
import { NodeError } from '#nodes/node.ts'
import { type WorkFor, workForOwner } from '#nodes/work-for.ts'
import { checkStorage } from '#server/areas/billing/billing.ts'
import type { FileStore, StoredFile as Stored, WhileKept } from '#server/gateways/files.ts'
import { type Caller, ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockVisitor } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { queueRemoval } from '#server/platform/files/leftovers.store.ts'
import { largestFile, readLimits } from '#server/platform/settings/limits.ts'
import * as rows from './files.store.ts'

/** Parses and draws in processes of their own. */
export interface DocumentReader {
  /** The JSON of a `FileText`. */
  readText(path: string, work: WorkFor): Promise<Uint8Array>
  renderPage(path: string, page: number, width: number, work: WorkFor): Promise<Uint8Array>
}

export interface FileDeps {
  db: Database
  files: FileStore
  documents: DocumentReader
}

/** With whether addresses can be confirmed here, which sharing asks. */
export type ReadingDeps = FileDeps & { askProof: boolean }

/** A new name when documents are read in another order: positions in results refer to the text as it was read. */
const KEPT_TEXT = 'text-2.json'

type StoringDeps = Pick<FileDeps, 'db' | 'files'>
type Readable = Pick<FileDeps, 'files' | 'documents'>

/** A page (from 1) as a picture of so many pixels. */
export interface PageOf {
  id: FileId
  page: number
  width: number
}

const present = (row: rows.FileRow): StoredFile => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
})

/** Controls, and the marks that turn the direction of text: with them `exe.pdf` can be the end of a name that is none. */
const isControl = (character: string): boolean =>
  /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u.test(character)

/** What a person called the file, without folders and without what a screen cannot show; the storage never sees it. */
export function displayName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const clean = [...last]
    .filter((character) => !isControl(character))
    .join('')
    .trim()
  return [...clean].slice(0, 200).join('') || 'file'
}

async function checkRoom(db: Queryable, caller: rows.Holder): Promise<void> {
  if (caller.type === 'user') return checkStorage(db, caller.id)
  const { visitor_files } = await readLimits(db)
  if ((await rows.countVisitorFiles(db, caller.key)) >= visitor_files)
    throw new AppError('visitor_quota', { message: 'Too many files at once without an account. Sign in to continue.' })
}

/**
 * Stores an upload under a new id, owned by the caller; a visitor's goes after 24 hours, another's at `expires_at` or never.
 * @throws visitor_quota, plan_limit, file_empty, file_too_large, file_unsupported and what else the file storage refuses
 */
export async function storeFile(
  { db, files }: StoringDeps,
  caller: rows.Holder,
  upload: {
    name: string
    mime: string
    stream: Parameters<FileStore['put']>[1]
    expires_at?: Date
    uploaded_by?: UserId | null
  },
): Promise<StoredFile> {
  try {
    // Asked before the file is taken in, and again, for good, when it is written down.
    await checkRoom(db, caller)
  } catch (error) {
    upload.stream.resume()
    throw error
  }
  const id = FileId.parse(uuidv7())
  const name = displayName(upload.name)
  const maxBytes = largestFile(await readLimits(db))
  const {
    uploaded_by = null,
    expires_at = caller.type === 'visitor' ? new Date(Date.now() + SERVER_LIMITS.visitor_file_ttl_ms) : null,
  } = upload
  const row = await storeWithRow(
    { db, files },
    {
      id,
      put: (announce) =>
        files.put(id, upload.stream, { name, mime: upload.mime, maxBytes }, announce).catch((error: Error) => {
          // An upload that breaks off is the sender's affair; a full disk, which has a code, is ours.
          if ('code' in error || upload.stream.readableEnded) throw error
          throw new AppError('malformed_payload', { cause: error })
        }),
      insert: async (tx, { mime, size: bytes, sha256 }) => {
        if (caller.type === 'visitor') await lockVisitor(tx, caller.key)
        if (caller.type === 'visitor') await checkRoom(tx, caller)
        const inserted = await rows.insertFile(tx, caller, { id, name, mime, bytes, sha256, expires_at }, uploaded_by)
        // Counted by the database with the row: nobody else adds to it before this is decided.
        if (caller.type === 'user') await checkRoom(tx, caller)
        return inserted
      },
    },
  )
  return present(row)
}

/**
 * Holds a file's row while something made from the file is put in its place. A deletion waits for that, and then removes it with the
 * file: the text of a document does not come to be after the document has gone.
 */
export const createWhileKept =
  (db: Database): WhileKept =>
  (id, work) =>
    db.transaction().execute(async (tx) => {
      if (!(await rows.lockFile(tx, id))) return false
      await work()
      return true
    })

interface ToStore<Row> {
  id: FileId
  put: (announce: () => Promise<void>) => Promise<Stored>
  /** Adds the row of the file; null when the bytes are not needed. */
  insert: (tx: Queryable, stored: Stored) => Promise<Row>
}

/**
 * Stores bytes and adds their row. The file is announced before: bytes that get no row are removed, now or, when this process is
 * killed, once the announcement is an hour old.
 * @throws what `put` and `insert` throw
 */
export async function storeWithRow<Row>({ db, files }: StoringDeps, { id, put, insert }: ToStore<Row>): Promise<Row> {
  let isAnnounced = false
  const announce = async () => {
    await rows.insertIncoming(db, id)
    isAnnounced = true
  }
  try {
    const stored = await put(announce)
    const row = await db.transaction().execute(async (tx) => {
      const inserted = await insert(tx, stored)
      // Given up meanwhile, because it took too long: its bytes may be gone.
      if (inserted !== null && !(await rows.deleteIncoming(tx, id)))
        throw new AppError('unavailable', { retryAfter: 2 })
      return inserted
    })
    if (row === null) await discard({ db, files }, id)
    return row
  } catch (error) {
    // Not the error to tell. Without this the bytes go after an hour.
    if (isAnnounced) await discard({ db, files }, id).catch(() => {})
    throw error
  }
}

/** Queues bytes for removal that got no row. Those that did, although the answer of the database was lost, are not announced any more. */
const discard = ({ db, files }: StoringDeps, id: FileId): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (await rows.deleteIncoming(tx, id)) await queueRemoval(tx, files.placesOf(id))
  })

/** @throws not_found, also for a foreign file that nobody shares and for one that only a step of a closed workflow knows */
export async function getReadableFile(
  { db, askProof }: Pick<ReadingDeps, 'db' | 'askProof'>,
  caller: Caller,
  id: FileId,
): Promise<StoredFile> {
  const row = await rows.findReadableFile(db, caller, id, askProof)
  if (!row) throw new AppError('not_found')
  return present(row)
}

/** What a runner refused, as the caller is told. */
function refusal(error: unknown): unknown {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'runner_lost' || error.code === 'runner_busy')
    return new AppError('unavailable', { retryAfter: 2, cause: error })
  if (error.code === 'page_not_found' || error.code === 'file_not_found') return new AppError('not_found')
  return error.code in ERRORS ? new AppError(error.code as ErrorCode, { message: error.message }) : error
}

/** The text with the place of every run of words, read once and kept. @throws not_found, file_encrypted, file_broken, … */
export async function readText(deps: ReadingDeps, caller: Caller, id: FileId, signal: AbortSignal): Promise<JsonText> {
  await getReadableFile(deps, caller, id)
  return extractText(deps, id, workForOwner(ownerOfCaller(caller), signal))
}

/**
 * The same of a file whose reader has been asked for already. It may have many million characters, so this process only passes on the
 * bytes that another one has written and checked.
 * @throws file_encrypted, file_broken, …
 */
export async function extractText({ files, documents }: Readable, id: FileId, work: WorkFor): Promise<JsonText> {
  try {
    const kept = await files.openDerived(id, KEPT_TEXT)
    if (kept) return new JsonText(kept)
    const make = async () => {
      await using file = await files.borrow(id)
      return await documents.readText(file.path, work)
    }
    await files.derived(id, KEPT_TEXT, make, work)
  } catch (error) {
    throw refusal(error)
  }
  const made = await files.openDerived(id, KEPT_TEXT)
  if (!made) throw new AppError('not_found')
  return new JsonText(made)
}

/** The picture of a page (from 1) as PNG, drawn once per width and kept. @throws not_found, file_encrypted, … */
export async function readPage(deps: ReadingDeps, caller: Caller, which: PageOf, signal: AbortSignal): Promise<Buffer> {
  await getReadableFile(deps, caller, which.id)
  return renderPage(deps, which, workForOwner(ownerOfCaller(caller), signal))
}

/** The same of a file whose reader has been asked for already. @throws not_found without that page, file_encrypted, … */
export async function renderPage(deps: Readable, { id, page, width }: PageOf, work: WorkFor): Promise<Buffer> {
  // Few widths, so that a stranger cannot fill the storage by asking for each.
  const rounded = Math.ceil(width / 500) * 500
  const make = async () => {
    await using file = await deps.files.borrow(id)
    return await deps.documents.renderPage(file.path, page, rounded, work)
  }
  try {
    return await deps.files.derived(id, `page-${page}-${rounded}.png`, make, work)
  } catch (error) {
    throw refusal(error)
  }
}

/**
 * Deletes visitors' files whose 24 hours have passed, files of runs that are no more and bytes that never got a row. The rows go here;
 * the bytes are queued in the same transaction and go with the next removal of leftovers.
 * @returns how many
 */
export async function removeExpired({ db, files }: StoringDeps): Promise<number> {
  let removed = 0
  for (const remove of [rows.deleteExpired, rows.deleteWithoutRun, rows.deleteAbandoned])
    for (;;) {
      const ids = await db.transaction().execute(async (tx) => {
        const gone = await remove(tx, 100)
        await queueRemoval(tx, gone.flatMap(files.placesOf))
        return gone
      })
      removed += ids.length
      if (ids.length < 100) break
    }
  return removed
}
