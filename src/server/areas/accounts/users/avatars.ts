/** The verbs of pictures of people. What is uploaded is never kept: only what a runner draws from it is. */
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AVATAR } from '#contract/accounts/avatar-limits.ts'
import type { User } from '#contract/accounts/users.ts'
import { AppError, ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { type WorkFor, workForOwner } from '#nodes/work-for.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './avatars.store.ts'
import { getOwnUser } from './users.ts'

type Own = Grant<'user.own', UserId>

/** A picture of any size as a square of 256 pixels without metadata (WebP); done where it may fail. */
export type DrawPortrait = (bytes: Buffer, work: WorkFor) => Promise<Buffer>

const refuse = (code: ErrorCode, message: string = ERRORS[code].text): AppError =>
  new AppError(code, { message, problems: [{ message, field: 'file', code }] })

async function received(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > AVATAR.max_bytes)
      throw refuse('file_too_large', `Pictures can be up to ${AVATAR.max_bytes / 1_000_000} MB.`)
    chunks.push(chunk)
  }
  if (bytes === 0) throw refuse('file_empty')
  return Buffer.concat(chunks)
}

/** What the runner refused, as the sender is told. */
function refusal(error: unknown): unknown {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'runner_lost' || error.code === 'runner_busy')
    return new AppError('unavailable', { retryAfter: 2, cause: error })
  return error.code in ERRORS ? refuse(error.code as ErrorCode, error.message) : error
}

/**
 * Makes the picture the only one of its owner; the address of the one before stops working.
 * @throws file_empty, file_too_large (bytes or pixels), file_unsupported, file_broken, file_timeout, unavailable
 */
export async function setAvatar(
  { db, portrait }: { db: Database; portrait: DrawPortrait },
  grant: Own,
  stream: Readable,
  signal: AbortSignal,
): Promise<User> {
  const bytes = await received(stream).catch((error: Error) => {
    // An upload that breaks off is the sender's affair.
    throw 'code' in error ? error : new AppError('malformed_payload', { cause: error })
  })
  const image = await portrait(bytes, workForOwner({ user_id: grant.on }, signal)).catch((error: unknown) => {
    throw refusal(error)
  })
  const key = randomBytes(16).toString('base64url')
  return db.transaction().execute(async (tx) => {
    await store.replaceAvatar(tx, grant.on, { key, image })
    return getOwnUser(tx, grant)
  })
}

/** No error when there is none. */
export const removeAvatar = (db: Database, grant: Own): Promise<User> =>
  db.transaction().execute(async (tx) => {
    await store.deleteAvatar(tx, grant.on)
    return getOwnUser(tx, grant)
  })

/** @throws not_found, also for a picture that was replaced */
export async function getAvatar(db: Database, key: string): Promise<Buffer> {
  const image = await store.findAvatar(db, key)
  if (!image) throw new AppError('not_found')
  return image
}
