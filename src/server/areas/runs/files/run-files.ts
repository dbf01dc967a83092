/** `ctx.files` of the nodes: the files of the run's owner, and what the run makes of them. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { RuntimeLimits } from '#contract/admin/runtime-limit-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { ExecutionId, FileId, UserId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { NodeError } from '#nodes/node.ts'
import type { FileContent, FileHolder, FilesPort, Owner, WrittenFile } from '#nodes/ports.ts'
import { checkStorage } from '#server/areas/billing/billing.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidOf, uuidv7 } from '#server/platform/database/uuid.ts'
import { largestFile, readLimits } from '#server/platform/settings/limits.ts'
import * as rows from './files.store.ts'
import { displayName, type FileDeps, storeWithRow } from './files.ts'

type Deps = Pick<FileDeps, 'db' | 'files'>

/** Kinds of text that keep their name; a file is always served as an attachment, but never as a page or a script. */
const TEXTS = ['text/csv', 'text/markdown', 'application/json', 'application/xml', 'text/calendar']

const ownerOf = (who: FileHolder): Owner => ('owner' in who ? who.owner : who)
const absent = (cause?: unknown): NodeError =>
  new NodeError('file_not_found', 'The file doesn’t exist', { field: 'file', cause })

/** The files of the owner of a run. Throws as `FilesPort` says. */
export const createFilePort = (deps: Deps): FilesPort => ({
  async open(fileId, reader) {
    const id = FileId.safeParse(fileId)
    const row = id.success ? await rows.findFileFor(deps.db, reader, id.data) : null
    if (!row) throw absent()
    const read = async () => {
      const stream = await deps.files.stream(row.id).catch((cause) => {
        throw absent(cause)
      })
      return buffer(stream)
    }
    return { name: row.name, mime: row.mime, sha256: row.sha256, read }
  },
  async write(file, who, key) {
    const owner = ownerOf(who)
    const made_for = uuidOf([owner, key])
    const existing = await rows.findMadeFile(deps.db, owner, made_for)
    return present(existing ?? (await store(deps, file, owner, { made_for, run: executionOfKey(key) })))
  },
})

/** An idempotency key begins with its execution. */
export const executionOfKey = (key: string): ExecutionId | null => ExecutionId.safeParse(key.split(':')[0]).data ?? null

const present = ({ id, name, mime, bytes }: rows.FileRow): WrittenFile => ({
  file_id: id,
  name,
  mime,
  bytes: Number(bytes),
})

async function store(
  { db, files }: Deps,
  file: FileContent,
  owner: Owner,
  { made_for, run }: { made_for: string; run: ExecutionId | null },
): Promise<rows.FileRow> {
  const id = FileId.parse(uuidv7())
  const name = displayName(file.name)
  const limits = await readLimits(db)
  await checkRoom(db, { owner, run, bytes: file.bytes.length }, limits)
  const claims = { name, mime: file.mime, maxBytes: largestFile(limits) }
  try {
    const row = await storeWithRow(
      { db, files },
      {
        id,
        put: (announce) =>
          files.put(id, Readable.from([Buffer.from(file.bytes)], { objectMode: false }), claims, announce),
        insert: (tx, stored) =>
          insert(tx, owner, {
            id,
            name,
            mime: stored.type === 'text' && TEXTS.includes(file.mime) ? file.mime : stored.mime,
            bytes: stored.size,
            sha256: stored.sha256,
            expires_at: 'user_id' in owner ? null : new Date(Date.now() + SERVER_LIMITS.visitor_file_ttl_ms),
            execution_id: run,
            made_for,
          }),
      },
    )
    if (row !== null) return row
    // Another attempt at the step was first: its file is the one.
    const written = await rows.findMadeFile(db, owner, made_for)
    if (written === null) throw absent()
    return written
  } catch (cause) {
    if (cause instanceof AppError)
      throw new NodeError(cause.code, cause.message, { field: 'file', retryable: cause.status >= 500, cause })
    throw cause
  }
}

/** Written down together with the count of what its owner keeps. @throws plan_limit */
async function insert(
  tx: Queryable,
  owner: Owner,
  file: Parameters<typeof rows.insertRunFile>[2],
): Promise<rows.FileRow | null> {
  const row = await rows.insertRunFile(tx, owner, file)
  if (row !== null && 'user_id' in owner) await checkStorage(tx, UserId.parse(owner.user_id))
  return row
}

/** What one run may make. @throws NodeError `files_too_many` */
async function checkRoom(
  db: Queryable,
  { owner, run, bytes }: { owner: Owner; run: ExecutionId | null; bytes: number },
  { visitor_files }: RuntimeLimits,
): Promise<void> {
  if (run === null) return
  const most = 'user_id' in owner ? SERVER_LIMITS.run_files : visitor_files
  const made = await rows.sumFilesOfRun(db, run)
  if (made.files >= most) throw new NodeError('files_too_many', `A run can create up to ${most} files`)
  if (made.bytes + bytes > SERVER_LIMITS.run_file_bytes)
    throw new NodeError(
      'files_too_many',
      `A run’s files can be up to ${SERVER_LIMITS.run_file_bytes / 1_000_000} MB in total`,
    )
}
