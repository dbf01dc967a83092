/** Work on whole files in a process of the `paperwork` pool: text recognition, splitting, filling, redacting, converting. */
import type { MadeFile, Paperwork, PaperworkResult } from '#nodes/document/paperwork.ts'
import { NodeError } from '#nodes/node.ts'
import type { PaperworkPort } from '#nodes/ports.ts'
import type { Pool } from '#server/runners/pool.ts'

/** Of all files of one order together. */
const MAX_BYTES = 50_000_000
const MAX_RESIDENT_MB = 1400
const DEADLINE_MS = 60_000
const OCR_DEADLINE_MS = 240_000
/** Recognising text is slow by nature: processor time for all pages of one order, at about 10 s a page. */
const OCR_CPU_MS = 200_000

/** What a process of the pool is told; the files follow one after the other. */
export interface PaperworkJob {
  work: Paperwork
  sizes: number[]
}
export interface PaperworkReply {
  data: PaperworkResult['data']
  files: { mime: string; extension: string; size: number }[]
}

/** Cuts what came in one piece. */
export function pieces(blob: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  let at = 0
  return sizes.map((size) => {
    const from = at
    at += size
    return blob.subarray(from, at)
  })
}

export const createPaperworkPort =
  (pool: Pool, documentCpuMs: number): PaperworkPort =>
  async (work, inputs, signal) => {
    const total = inputs.reduce((sum, { length }) => sum + length, 0)
    if (total > MAX_BYTES)
      throw new NodeError('file_too_large', `Files of ${MAX_BYTES / 1_000_000} MB together can be worked on at once`)
    const header: PaperworkJob = { work, sizes: inputs.map(({ length }) => length) }
    const deadlineMs = work.do === 'ocr' ? OCR_DEADLINE_MS : DEADLINE_MS
    const reply = await pool.run({
      header,
      blob: Buffer.concat(inputs),
      deadlineMs,
      cpuMs: work.do === 'ocr' ? OCR_CPU_MS : documentCpuMs,
      maxResidentMb: MAX_RESIDENT_MB,
      signal,
    })
    const { data, files } = reply.header as PaperworkReply
    const bytes = pieces(
      reply.blob,
      files.map(({ size }) => size),
    )
    const made = files.map(
      ({ mime, extension }, index): MadeFile => ({ mime, extension, bytes: bytes[index] ?? new Uint8Array() }),
    )
    return { data, files: made }
  }
