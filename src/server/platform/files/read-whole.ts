import type { Readable } from 'node:stream'
import { ERRORS, fieldError } from '#contract/core/errors.ts'

/** The bytes of an upload. What is too large is read to its end, so that its sender hears why. @throws AppError `file_too_large` */
export async function readWhole(stream: Readable, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size <= most) parts.push(part)
    else parts.length = 0
  }
  if (size > most) throw fieldError('file', ERRORS.file_too_large.text, 'file_too_large')
  return Buffer.concat(parts)
}
