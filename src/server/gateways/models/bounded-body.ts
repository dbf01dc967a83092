/**
 * The body of a model's answer, as far as it is one. The SDK parses each event of its stream with schemas that tell every problem, and
 * keeps all of them: a server of an account's own could send ten megabytes that take seconds to read.
 */
import { Transform, type TransformCallback } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { NodeError } from '#nodes/node.ts'

/** Of one event: its text, and the values of its JSON. A whole call of a tool may come in one. */
const EVENT = { bytes: 1_000_000, values: 2000 }
/** An answer of ten megabytes, the most that is taken of any, in the smallest events that say something. */
const MOST_EVENTS = 60_000
/** Passed on in one turn of this thread: the SDK reads all that there is before anything else gets its turn. */
const TURN_BYTES = 8_192
/** What is read of a refusal, which is told in a line. */
const REFUSAL_BYTES = 64_000

const LINE_END = 10
const RETURN = 13
const QUOTE = 34
const COMMA = 44
const LIST = 91
const BACKSLASH = 92
const OBJECT = 123

/** Passes a stream of events on, and breaks with NodeError `response_too_large`. */
export class BoundedEvents extends Transform {
  #events = 0
  #bytes = 0
  #values = 0
  #inText = false
  #isEscaped = false
  #isLineEmpty = true
  #inTurn = 0
  /** What there is more of than is read. */
  #excess: string | null = null

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pass(chunk).then(() => done(), done)
  }

  /** @throws NodeError `response_too_large` */
  async #pass(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length; from += TURN_BYTES) {
      const piece = chunk.subarray(from, from + TURN_BYTES)
      if (this.#inTurn + piece.length > TURN_BYTES) {
        await nextTurn()
        this.#inTurn = 0
      }
      this.#inTurn += piece.length
      for (let at = 0; at < piece.length && this.#excess === null; at++) this.#read(piece[at] as number)
      if (this.#excess !== null) throw new NodeError('response_too_large', `The answer has more than ${this.#excess}`)
      this.push(piece)
    }
  }

  #read(byte: number): void {
    this.#bytes++
    // JSON has no line break in a text: whatever was open has ended.
    if (byte === LINE_END) this.#endLine()
    else if (byte !== RETURN) this.#isLineEmpty = false
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === QUOTE) this.#inText = !this.#inText
    else if (this.#inText) this.#isEscaped = byte === BACKSLASH
    else if (byte === COMMA || byte === LIST || byte === OBJECT) this.#values++
    if (this.#values > EVENT.values) this.#excess = `${EVENT.values} values in an event`
    else if (this.#bytes > EVENT.bytes) this.#excess = `${EVENT.bytes} bytes in an event`
    else if (this.#events > MOST_EVENTS) this.#excess = `${MOST_EVENTS} events`
  }

  #endLine(): void {
    this.#inText = false
    this.#isEscaped = false
    if (this.#isLineEmpty) {
      this.#events++
      this.#bytes = 0
      this.#values = 0
    }
    this.#isLineEmpty = true
  }
}

/** Passes the beginning of a refusal on, and reads the rest for nobody. */
export class BeginningOfRefusal extends Transform {
  #left = REFUSAL_BYTES

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const taken = chunk.subarray(0, this.#left)
    this.#left -= taken.length
    done(null, taken.length === 0 ? undefined : taken)
  }
}
