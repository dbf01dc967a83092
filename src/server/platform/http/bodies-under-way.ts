/** Bodies that this process is taking in at a time: files that are uploaded, and forms that webhooks are sent. */
import { AppError } from '#contract/core/errors.ts'
import { type Caller, personBehind } from '#server/platform/access/caller.ts'

interface Share {
  /** Bodies at a time. */
  count: number
  /** Their bytes together. */
  bytes: number
}

export interface BodyBounds {
  visitor: Share
  account: Share
  /** Bytes of all uploads together, and of visitors, so that room is left for accounts. */
  bytes: { all: number; visitors: number }
  /** The most that one may have; it counts where a sender does not say how many bytes it sends. */
  largest: number
}

export interface Sender {
  caller: Caller
  /** Nobody knows who it is, because all visitors come from the same address: no share can be theirs. */
  unknown: boolean
}

/** Seconds after which one of them may have ended. */
const RETRY_AFTER = 5

export class BodiesUnderWay {
  readonly #bounds: BodyBounds
  readonly #of = new Map<string, Share>()
  readonly #bytes = { all: 0, visitors: 0 }

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds
  }

  /**
   * Counts a body before it is read.
   * @param length the header Content-Length
   * @returns ends its count; more than once is as good as once
   * @throws AppError too_many_uploads, unavailable
   */
  enter({ caller, unknown }: Sender, length: string | undefined): () => void {
    const bytes = Math.min(this.#bounds.largest, /^\d{1,15}$/.test(length ?? '') ? Number(length) : Infinity)
    const isVisitor = caller.type === 'visitor'
    const key = isVisitor ? caller.key : personBehind(caller)
    const own = this.#of.get(key) ?? { count: 0, bytes: 0 }
    const share = this.#bounds[isVisitor ? 'visitor' : 'account']
    if (!unknown && (own.count >= share.count || own.bytes + bytes > share.bytes))
      throw new AppError('too_many_uploads', { retryAfter: RETRY_AFTER })
    const { all, visitors } = this.#bounds.bytes
    if (this.#bytes.all + bytes > all || (isVisitor && this.#bytes.visitors + bytes > visitors))
      throw new AppError('unavailable', { retryAfter: RETRY_AFTER })
    const add = (count: 1 | -1) => {
      own.count += count
      own.bytes += count * bytes
      this.#bytes.all += count * bytes
      if (isVisitor) this.#bytes.visitors += count * bytes
      if (own.count === 0) this.#of.delete(key)
      else this.#of.set(key, own)
    }
    add(1)
    let isOver = false
    return () => {
      if (!isOver) add(-1)
      isOver = true
    }
  }
}
