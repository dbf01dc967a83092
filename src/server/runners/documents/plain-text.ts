/** Which encoding the bytes of a text file are in. */
import { JobError } from '#server/runners/serve.ts'

const MAX_CONTROL_SHARE = 0.02

/** @throws JobError `file_unsupported` when the bytes are not text. */
export const decodeText = (bytes: Uint8Array): string => {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0
  if (controls > text.length * MAX_CONTROL_SHARE) throw new JobError('file_unsupported', 'This file is not text')
  return text
}

const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Every other byte of UTF-16 is zero in Latin scripts.
  if (odd > sample.length * 0.3 && even < odd / 10) return 'utf-16le'
  if (even > sample.length * 0.3 && odd < even / 10) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
