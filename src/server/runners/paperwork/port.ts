/** Work on whole files in a process of the `paperwork` pool: text recognition, splitting, filling, redacting, converting. */
import { createHash } from 'node:crypto'
import { charactersLeft } from '#graph/values/value-size.ts'
import { NodeError } from '#nodes/node.ts'
import type { MadeFile, Paperwork, PaperworkResult } from '#nodes/paperwork.ts'
import type { PaperworkInput } from '#nodes/ports.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import type { CpuLimits } from '#server/runners/cpu-meter.ts'
import { PROCESSES } from '#server/runners/policies.ts'
import type { Pool } from '#server/runners/pool.ts'
import { Refusals } from '#server/runners/refusals.ts'

/** Of one order with all its files. */
const MAX_BYTES = 50_000_000
/** Of one order without its files: the server writes it in one go, which takes some 20 ms for so many. */
const MAX_ORDER_CHARACTERS = 4_000_000
const OCR_DEADLINE_MS = 240_000
/** Processor time for recognising one page: a full page of small print takes 20 s, a page of a newspaper three times as much. */
const PAGE_CPU_MS = 60_000
/** Processor time for drawing and recognising all pages of one order. */
const OCR_CPU_MS = 200_000

const cpuLimits = ({ do: kind }: Paperwork, documentCpuMs: number): CpuLimits =>
  kind === 'ocr'
    ? {
        cpuMs: documentCpuMs,
        parts: {
          kinds: {
            draw: { title: 'Drawing a page', eachMs: documentCpuMs },
            recognise: { title: 'Recognising the text of a page', eachMs: PAGE_CPU_MS },
          },
          totalMs: OCR_CPU_MS,
        },
      }
    : { cpuMs: documentCpuMs }

export interface PaperworkReply {
  data: PaperworkResult['data']
  files: { mime: string; extension: string; size: number }[]
}

/**
 * What a process of the pool is told, the order as JSON and its files, in one piece: how many parts, how long each is, and then one after the
 * other; numbers are `u32`.
 */
function packed(files: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(4 * (files.length + 1))
  head.writeUInt32BE(files.length, 0)
  for (const [index, { length }] of files.entries()) head.writeUInt32BE(length, 4 * (index + 1))
  return Buffer.concat([head, ...files])
}

/** The files that {@link packed} put together. */
export function unpackFiles(blob: Buffer): Uint8Array[] {
  const count = blob.readUInt32BE(0)
  const sizes = Array.from({ length: count }, (_, index) => blob.readUInt32BE(4 * (index + 1)))
  return splitBytes(blob.subarray(4 * (count + 1)), sizes)
}

/** Cuts what came in one piece. */
export function splitBytes(blob: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  let at = 0
  return sizes.map((size) => {
    const from = at
    at += size
    return blob.subarray(from, at)
  })
}

export const createPaperworkPort = (pool: Pool, documentCpuMs: number): DoPaperwork => {
  const refusals = new Refusals()
  return async (work, inputs, workFor) => {
    if (charactersLeft(MAX_ORDER_CHARACTERS, work) < 0)
      throw new NodeError('work_too_large', 'There is more to do with this file than can be done at once')
    const reply = await refusals.run(pool, keyOf(work, inputs, workFor.owner), {
      header: {},
      content: () => {
        const order = Buffer.from(JSON.stringify(work))
        return read(order, inputs).then(packed)
      },
      deadlineMs: work.do === 'ocr' ? OCR_DEADLINE_MS : PROCESSES.paperwork.deadlineMs,
      cpu: cpuLimits(work, documentCpuMs),
      maxResidentMb: PROCESSES.paperwork.maxResidentMb,
      for: workFor,
    })
    const { data, files } = reply.header as PaperworkReply
    const bytes = splitBytes(
      reply.blob,
      files.map(({ size }) => size),
    )
    const made = files.map(
      ({ mime, extension }, index): MadeFile => ({ mime, extension, bytes: bytes[index] ?? new Uint8Array() }),
    )
    return { data, files: made }
  }
}

/**
 * Names this work on these files for this owner: what one owner was refused tells another owner nothing. The files are named by their bytes,
 * because each run of a widget or a form has a copy of its own. Null when the server made the bytes.
 */
function keyOf(work: Paperwork, inputs: readonly PaperworkInput[], owner: string): string | null {
  const files = inputs.flatMap((input) => (input instanceof Uint8Array ? [] : [input.sha256]))
  if (files.length === 0 || files.length < inputs.length) return null
  return createHash('sha256')
    .update(JSON.stringify([owner, files, work]))
    .digest('base64')
}

/** The order and its files. @throws NodeError `file_too_large`, and what reading throws */
async function read(order: Uint8Array, inputs: readonly PaperworkInput[]): Promise<Uint8Array[]> {
  const parts = [order]
  let total = order.length
  for (const input of inputs) {
    const bytes = input instanceof Uint8Array ? input : await input.read()
    total += bytes.length
    if (total > MAX_BYTES)
      throw new NodeError('file_too_large', `Files of ${MAX_BYTES / 1_000_000} MB together can be worked on at once`)
    parts.push(bytes)
  }
  return parts
}
