/** Work on whole files in a process of the `paperwork` pool: text recognition, splitting, filling, redacting, converting. */
import type { MadeFile, Paperwork, PaperworkResult } from '#nodes/document/paperwork.ts'
import { NodeError } from '#nodes/node.ts'
import type { PaperworkInput } from '#nodes/ports.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import type { Pool } from '#server/runners/pool.ts'

/** Of all files of one order together. */
const MAX_BYTES = 50_000_000
const MAX_RESIDENT_MB = 1400
const DEADLINE_MS = 60_000
const OCR_DEADLINE_MS = 240_000
/** Recognising text is slow by nature: processor time for all pages of one order, at about 10 s a page. */
const OCR_CPU_MS = 200_000

/** What a process of the pool is told; the files follow, as {@link packed} puts them together. */
export interface PaperworkJob {
  work: Paperwork
}
export interface PaperworkReply {
  data: PaperworkResult['data']
  files: { mime: string; extension: string; size: number }[]
}

/** Files in one piece: how many, how long each is, and then one after the other; numbers are `u32`. */
function packed(files: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(4 * (files.length + 1))
  head.writeUInt32BE(files.length, 0)
  for (const [index, { length }] of files.entries()) head.writeUInt32BE(length, 4 * (index + 1))
  return Buffer.concat([head, ...files])
}

/** The files that {@link packed} put together. */
export function unpacked(blob: Buffer): Uint8Array[] {
  const count = blob.readUInt32BE(0)
  const sizes = Array.from({ length: count }, (_, index) => blob.readUInt32BE(4 * (index + 1)))
  return pieces(blob.subarray(4 * (count + 1)), sizes)
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
  (pool: Pool, documentCpuMs: number): DoPaperwork =>
  async (work, inputs, workFor) => {
    const header: PaperworkJob = { work }
    const reply = await pool.run({
      header,
      content: async () => packed(await read(inputs)),
      deadlineMs: work.do === 'ocr' ? OCR_DEADLINE_MS : DEADLINE_MS,
      cpuMs: work.do === 'ocr' ? OCR_CPU_MS : documentCpuMs,
      maxResidentMb: MAX_RESIDENT_MB,
      for: workFor,
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

/** @throws NodeError `file_too_large`, and what reading throws */
async function read(inputs: readonly PaperworkInput[]): Promise<Uint8Array[]> {
  const files: Uint8Array[] = []
  let total = 0
  for (const input of inputs) {
    const bytes = typeof input === 'function' ? await input() : input
    total += bytes.length
    if (total > MAX_BYTES)
      throw new NodeError('file_too_large', `Files of ${MAX_BYTES / 1_000_000} MB together can be worked on at once`)
    files.push(bytes)
  }
  return files
}
