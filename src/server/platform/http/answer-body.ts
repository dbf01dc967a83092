/** Answers whose JSON is written already, and may be large: sent piece by piece, a few to one caller at a time. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { AppError } from '#contract/core/errors.ts'
import { type Written, writeJson } from '#contract/core/json-text.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'

/** Characters that are sent as one text; the bytes of a longer one are made while it is sent. */
const AT_ONCE = 256 * 1024
/** Large answers that one caller is sent at a time: each may hold its values in memory three times, as bytes and as text. */
const AT_A_TIME = 2

/** The JSON of a value as the body of an answer. */
export function bodyOf(value: unknown): string | Readable {
  const pieces = writeJson(value, randomUUID())
  const isShort = pieces.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : AT_ONCE), 0) < AT_ONCE
  return isShort || pieces.length === 1 ? pieces.join('') : Readable.from(bytesOf(pieces), { objectMode: false })
}

async function* bytesOf(pieces: readonly Written[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (typeof piece === 'string') for (const slice of sliceText(piece)) yield Buffer.from(slice)
    else yield* piece()
  }
}

/** A long text is written little by little, so that others go on meanwhile. */
export function* sliceText(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + AT_ONCE)
    // The two halves of a character stay together.
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to = Math.min(text.length, to + 1)
    yield text.slice(from, to)
    from = to
  }
}

/** The next begins when an answer has been sent: what waits in memory for a caller who reads slowly stays bounded. */
export class LargeAnswers {
  readonly #inTurn = createKeyedSemaphore(AT_A_TIME)

  /**
   * @param scope tells callers apart
   * @throws what `work` throws; AppError malformed_payload when the client left while it waited
   */
  send<T>(scope: string, { raw }: FastifyReply, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#inTurn(scope, async () => {
        // It left, or was told that it takes too long.
        if (raw.destroyed || raw.writableEnded) throw new AppError('malformed_payload')
        const sent = new Promise<void>((done) => {
          raw.once('finish', done).once('close', done)
        })
        const answer = await work()
        raw.setTimeout(SERVER_LIMITS.stalled_ms, () => raw.destroy())
        resolve(answer)
        await sent
      }).catch(reject)
    })
  }
}
