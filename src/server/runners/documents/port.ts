/** Documents, parsed and drawn in a process of the `documents` pool. */
import { readFile, stat } from 'node:fs/promises'
import { NodeError } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import type { Pool } from '#server/runners/pool.ts'

const MAX_FILE_BYTES = 25_000_000
const PARSE_MS = 60_000
/** Processor time one document may take, for its text as for the picture of a page. */
export const DOCUMENT_CPU_MS = 10_000
const RENDER_MS = 20_000
const MAX_RESIDENT_MB = 1200

export interface DocumentRunner {
  /** @throws NodeError `file_not_found`, `file_encrypted`, `file_broken`, `file_empty`, `file_too_large`, `file_unsupported`, `file_timeout`, `file_too_complex`, `runner_lost` */
  parse(path: string, signal: AbortSignal): Promise<ParsedDocument>
  /** A PNG of a PDF's page (from 1), `width` pixels wide (at most 2,000). @throws NodeError as `parse`, and `page_not_found` */
  renderPage(path: string, page: number, width: number, signal: AbortSignal): Promise<Buffer>
  /** The middle of a picture as a small square without metadata (WebP). @throws NodeError `file_unsupported`, `file_broken`, `file_too_large`, `file_timeout`, `runner_lost`, `runner_busy` */
  portrait(picture: Buffer, signal: AbortSignal): Promise<Buffer>
}

const bytesOf = async (path: string): Promise<Buffer> => {
  try {
    const { size } = await stat(path)
    if (size > MAX_FILE_BYTES)
      throw new NodeError('file_too_large', `The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB`)
    if (size === 0) throw new NodeError('file_empty', 'The file is empty')
    return await readFile(path)
  } catch (cause) {
    if (cause instanceof NodeError) throw cause
    throw new NodeError('file_not_found', 'The file does not exist', { cause })
  }
}

export const createDocumentRunner = (pool: Pool, cpuMs: number): DocumentRunner => ({
  async parse(path, signal) {
    const blob = await bytesOf(path)
    const limits = { deadlineMs: PARSE_MS, cpuMs, maxResidentMb: MAX_RESIDENT_MB }
    const reply = await pool.run({ header: { type: 'parse' }, blob, ...limits, signal })
    return JSON.parse(reply.blob.toString('utf8'))
  },
  async renderPage(path, page, width, signal) {
    const blob = await bytesOf(path)
    const header = { type: 'render', page, width: Math.min(2000, Math.max(50, Math.round(width))) }
    const limits = { deadlineMs: RENDER_MS, cpuMs, maxResidentMb: MAX_RESIDENT_MB }
    const reply = await pool.run({ header, blob, ...limits, signal })
    return reply.blob
  },
  async portrait(picture, signal) {
    const header = { type: 'portrait' }
    const limits = { deadlineMs: RENDER_MS, cpuMs, maxResidentMb: MAX_RESIDENT_MB }
    const reply = await pool.run({ header, blob: picture, ...limits, signal })
    return reply.blob
  },
})
