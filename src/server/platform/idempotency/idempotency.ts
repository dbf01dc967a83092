/** A request with an Idempotency-Key takes effect once: repeated within a day it gets the first answer again. */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Problem } from '#contract/core/envelope.ts'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import { isRetryable } from '#contract/core/status-texts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import * as store from './requests.store.ts'

const RETRY_AFTER_S = 1

type Refusal = { code: ErrorCode; message: string; problems: Problem[] }
/** What is kept of an answer: what was sent, or why the request was refused. */
export type KeptAnswer = { status: number; body: string } | { refusal: Refusal }

export interface IdempotentRequest {
  /** The caller; nobody else gets the answer by the same key. */
  scope: string
  /** As the header says it. */
  key: string
  /** SHA-256 of what is asked for; null when it is only known once the body has been read (an upload). */
  fingerprint: Buffer | null
  /** The fingerprint of a body that `work` has read. */
  readFingerprint(): Buffer
  /** Reads the body of a repeated request, which no `work` reads. */
  fingerprintOfRepeat(): Promise<Buffer>
}

export interface Answer {
  status: number
  body: string
  /** The run that it tells of, with whose data it goes. */
  execution_id: string | null
}

export interface Idempotency {
  /**
   * Runs `work`, or returns the answer of the first request with the same key.
   * @throws AppError idempotency_mismatch, idempotency_in_progress, idempotency_unknown, and what `work` throws
   */
  once(
    request: IdempotentRequest,
    work: () => Promise<Answer>,
  ): Promise<{ status: number; body: string; replayed: boolean }>
}

const idOf = (secret: string, { scope, key }: IdempotentRequest): Buffer =>
  createHmac('sha256', secret).update(`idempotency\0${scope}\0${key}`).digest()

/** Nobody without the caller's key can read the answer again, not even with the database and the secret of the installation. */
const encryptionKey = (secret: string, id: Buffer, key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', `${secret}\0${key}`, id, 'idempotent answer', 32))

function seal(key: Buffer, answer: KeptAnswer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function open(key: Buffer, sealed: Buffer): KeptAnswer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString()) as KeptAnswer
}

const INTERRUPTED = new AppError('idempotency_unknown')

/**
 * What a repeated request gets after the first one failed. Refusals stay as they are, except failures we name ourselves and busy
 * moments: they are thrown before anything happens, so another try is safe. Any other error may have come after the effect, such as
 * a connection lost once a run had begun. The body of an upload may stop half-way, and then nothing is kept of it.
 * @returns null when the request may be made again
 */
function refusalToKeep(error: unknown, { fingerprint }: IdempotentRequest): AppError | null {
  if (!(error instanceof AppError)) return fingerprint === null ? null : INTERRUPTED
  return error.status < 500 && !isRetryable(error.status) ? error : null
}

function answered(kept: KeptAnswer): { status: number; body: string; replayed: boolean } {
  if ('status' in kept) return { ...kept, replayed: true }
  const { code, message, problems } = kept.refusal
  throw new AppError(code, { message, problems })
}

export function createIdempotency(db: Database, secret: string, log: WarningLog): Idempotency {
  return {
    async once(request, work) {
      const id = idOf(secret, request)
      const key = encryptionKey(secret, id, request.key)
      const first = await store.claimKey(db, id, request.fingerprint)
      if (first !== null) {
        if (first.abandoned) throw new AppError('idempotency_unknown')
        if (first.answer === null) throw new AppError('idempotency_in_progress', { retryAfter: RETRY_AFTER_S })
        const fingerprint = request.fingerprint ?? (await request.fingerprintOfRepeat())
        if (!first.fingerprint?.equals(fingerprint)) throw new AppError('idempotency_mismatch')
        if (first.answer.length === 0) throw new AppError('not_found', { message: 'The run of this request is gone.' })
        return answered(open(key, first.answer))
      }
      // Without its answer the key stays claimed, so that nothing happens twice: this caller is answered all the same.
      const keep = (answer: KeptAnswer, execution_id: string | null) =>
        store
          .storeAnswer(db, id, {
            fingerprint: request.fingerprint ?? request.readFingerprint(),
            answer: seal(key, answer),
            execution_id,
          })
          .catch((error: unknown) => log.warn({ err: error }, 'the answer of an idempotent request could not be kept'))
      let answer: Answer
      try {
        answer = await work()
      } catch (error) {
        const refusal = refusalToKeep(error, request)
        if (refusal === null) await store.releaseKey(db, id)
        else {
          const { code, message, problems } = refusal
          await keep({ refusal: { code, message, problems: [...problems] } }, null)
        }
        throw error
      }
      const { status, body, execution_id } = answer
      await keep({ status, body }, execution_id)
      return { status, body, replayed: false }
    },
  }
}

/** Deletes answers that no repeated request may ask for any more. */
export const deleteOldIdempotencyKeys = (db: Database): Promise<void> => store.removeOldRequests(db)
