/** Documents, parsed and drawn in a process of the `documents` pool. */
import { readFile, stat } from 'node:fs/promises'
import { NodeError } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import type { WorkFor } from '#nodes/work-for.ts'
import { PROCESSES } from '#server/runners/policies.ts'
import type { Pool } from '#server/runners/pool.ts'
import { Refusals } from '#server/runners/refusals.ts'
import type { LogoShape } from './logo.ts'

const MAX_FILE_BYTES = 25_000_000
/** A page or a picture is drawn in less time than a document is read. */
const RENDER_MS = 20_000

export interface LogoPictures {
  /** WebP. */
  page: Buffer
  /** PNG. */
  mail: Buffer
  /** PNG, square. */
  icon: Buffer
  /** Of the one for pages, in pixels. */
  width: number
  height: number
}

export interface DocumentRunner {
  /** @throws NodeError `file_not_found`, `file_encrypted`, `file_broken`, `file_empty`, `file_too_large`, `file_unsupported`, `file_timeout`, `file_too_complex`, `runner_lost` */
  parse(path: string, work: WorkFor): Promise<ParsedDocument>
  /** The JSON of the document's text with its places, as `FileText` of the contract has it. @throws NodeError as `parse` */
  readText(path: string, work: WorkFor): Promise<Buffer>
  /** A PNG of a PDF's page (from 1), `width` pixels wide (at most 2,000), or of a picture, no wider than it is. @throws NodeError as `parse`, and `page_not_found` */
  renderPage(path: string, page: number, width: number, work: WorkFor): Promise<Buffer>
  /** The middle of a picture as a small square without metadata (WebP). @throws NodeError `file_unsupported`, `file_broken`, `file_too_large`, `file_timeout`, `runner_lost`, `runner_busy` */
  portrait(picture: Buffer, work: WorkFor): Promise<Buffer>
  /** A logo in each size that is shown, without metadata. @throws NodeError as `portrait` */
  logo(picture: Buffer, work: WorkFor): Promise<LogoPictures>
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
    throw new NodeError('file_not_found', 'The file doesn’t exist', { cause })
  }
}

export function createDocumentRunner(pool: Pool, cpuMs: number): DocumentRunner {
  const refusals = new Refusals()
  const { maxResidentMb, deadlineMs } = PROCESSES.documents
  const limits = { cpu: { cpuMs }, maxResidentMb }
  const read = async (type: 'parse' | 'text', path: string, work: WorkFor): Promise<Buffer> => {
    const job = { header: { type }, content: () => bytesOf(path), deadlineMs, ...limits, for: work }
    const { blob } = await refusals.run(pool, path, job)
    return blob
  }
  return {
    async parse(path, work) {
      return JSON.parse((await read('parse', path, work)).toString('utf8'))
    },
    readText: (path, work) => read('text', path, work),
    async renderPage(path, page, width, work) {
      const header = { type: 'render', page, width: Math.min(2000, Math.max(50, Math.round(width))) }
      const job = { header, content: () => bytesOf(path), deadlineMs: RENDER_MS, ...limits, for: work }
      const { blob } = await refusals.run(pool, `${path} ${page} ${header.width}`, job)
      return blob
    },
    async portrait(picture, work) {
      const header = { type: 'portrait' }
      const { blob } = await pool.run({ header, content: () => picture, deadlineMs: RENDER_MS, ...limits, for: work })
      return blob
    },
    async logo(picture, work) {
      const draw = (shape: LogoShape) =>
        pool.run({
          header: { type: 'logo', shape },
          content: () => picture,
          deadlineMs: RENDER_MS,
          ...limits,
          for: work,
        })
      const page = await draw('page')
      const [mail, icon] = [await draw('mail'), await draw('icon')]
      const { width, height } = page.header as { width: number; height: number }
      return { page: page.blob, mail: mail.blob, icon: icon.blob, width, height }
    },
  }
}
