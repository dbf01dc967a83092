/**
 * How the server and a runner process talk: length-prefixed frames on one socket (fd 3). A frame is a JSON header and a blob:
 * `u32 length of the rest | u32 length of the header | header | blob`. Not Node's own IPC, because a reader must be able to
 * refuse a frame by its announced length before a byte of it is buffered.
 */
export interface Frame {
  header: unknown
  blob: Buffer
}

const PREFIX = 8

export const encodeFrame = (header: unknown, blob: Uint8Array = Buffer.alloc(0)): Buffer[] => {
  const head = Buffer.from(JSON.stringify(header))
  const prefix = Buffer.allocUnsafe(PREFIX)
  prefix.writeUInt32BE(4 + head.length + blob.length, 0)
  prefix.writeUInt32BE(head.length, 4)
  if (blob.length === 0) return [Buffer.concat([prefix, head])]
  if (blob.length < 65_536) return [Buffer.concat([prefix, head, blob])]
  return [prefix, head, Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength)]
}

/** Cuts a byte stream into frames. @throws RangeError when a frame announces more than `maxBytes`, SyntaxError on a bad header. */
export class FrameReader {
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    const frames: Frame[] = []
    for (let frame = this.#next(); frame !== null; frame = this.#next()) frames.push(frame)
    return frames
  }

  #next(): Frame | null {
    if (this.#size < PREFIX) return null
    const prefix = this.#peek(PREFIX)
    const length = prefix.readUInt32BE(0)
    const headLength = prefix.readUInt32BE(4)
    if (length > this.#maxBytes || headLength + 4 > length) throw new RangeError(`frame of ${length} bytes refused`)
    if (this.#size < 4 + length) return null
    const all = this.#peek(4 + length)
    const [first = all, ...others] = this.#chunks
    const left = first.subarray(4 + length)
    this.#chunks = left.length > 0 ? [left, ...others] : others
    this.#size -= 4 + length
    return {
      header: JSON.parse(all.toString('utf8', PREFIX, PREFIX + headLength)),
      blob: all.subarray(PREFIX + headLength, 4 + length),
    }
  }

  /** The first `length` buffered bytes; chunks are joined only when the frame is complete or the prefix is torn. */
  #peek(length: number): Buffer {
    const first = this.#chunks[0]
    if (first !== undefined && first.length >= length) return first.subarray(0, length)
    const joined = Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined.subarray(0, length)
  }
}
