/** A response body: inflated while it arrives, never more than the limit of either form in memory. */
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { NodeError } from '#nodes/node.ts'

export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** More layers than this no honest server uses; each would cost a buffer. */
const MAX_ENCODINGS = 2

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

const tooLarge = (max: number) => new NodeError('response_too_large', `The response is larger than ${max} bytes`)

const decodersOf = (encoding: string): Transform[] => {
  const names = encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > MAX_ENCODINGS) throw new NodeError('http_failed', 'The response is encoded too many times')
  return names.toReversed().map((name) => {
    const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
    if (decoder === undefined) throw new NodeError('http_failed', 'The response is encoded in an unknown way')
    return decoder()
  })
}

/** @throws NodeError `response_too_large`, `http_failed` */
export const readBody = (response: Readable, headers: Record<string, string>, maxBytes: number): Promise<Buffer> => {
  if (Number(headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes))
  const decoders = decodersOf(headers['content-encoding'] ?? '')
  return new Promise((resolve, reject) => {
    const streams: Readable[] = [response, ...decoders]
    const fail = (cause: unknown) => {
      // First the reason: destroying makes the streams report reasons of their own.
      reject(
        cause instanceof NodeError
          ? cause
          : new NodeError('http_failed', 'The response broke off', { retryable: true, cause }),
      )
      for (const stream of streams) stream.destroy()
    }
    for (const stream of streams) stream.on('error', fail)
    response.on('aborted', () => fail(new Error('aborted')))
    if (decoders.length > 0) {
      let arrived = 0
      response.on('data', (chunk: Buffer) => {
        arrived += chunk.length
        if (arrived > maxBytes) fail(tooLarge(maxBytes))
      })
    }
    let last: Readable = response
    for (const decoder of decoders) last = last.pipe(decoder)
    const chunks: Buffer[] = []
    let size = 0
    last.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) fail(tooLarge(maxBytes))
      else chunks.push(chunk)
    })
    last.on('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)))
  })
}

/**
 * A body as it comes, inflated; destroying it ends the connection. It breaks with what `readBody` throws.
 * @throws NodeError `http_failed` for an encoding nobody knows
 */
export const bodyStream = (response: Readable, headers: Record<string, string>, maxBytes: number): Readable => {
  const out = new PassThrough()
  const streams: Readable[] = [response, ...decodersOf(headers['content-encoding'] ?? '')]
  const broken = (cause: unknown) =>
    out.destroy(
      cause instanceof NodeError
        ? cause
        : new NodeError('http_failed', 'The response broke off', { retryable: true, cause }),
    )
  response.on('aborted', () => broken(new Error('aborted')))
  for (const stream of streams) stream.on('error', broken)
  out.once('close', () => {
    for (const stream of streams) stream.destroy()
  })
  let size = 0
  let last: Readable = response
  for (const decoder of streams.slice(1)) last = last.pipe(decoder as Transform)
  last.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) broken(tooLarge(maxBytes))
  })
  return last.pipe(out)
}

/** As the content type says, else UTF-8. */
export const decodeBody = (bytes: Buffer, contentType: string): string => {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  if (/^utf-?8$/i.test(charset)) return bytes.toString('utf8')
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}
