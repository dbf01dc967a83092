/** A stored file, parsed once and cached next to it. Read access is checked before, in `domain/files`. */
import { AppError } from '#contract/core/errors.ts'
import { NodeError } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import type { WorkFor } from '#nodes/work-for.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { DocumentRunner } from './documents/port.ts'

/** Changes when parsing gets better: older results are made again. */
const KEY = 'parsed-1.json'

const absent = (cause: unknown): NodeError => new NodeError('file_not_found', 'The file doesn’t exist', { cause })

export interface StoredDocuments {
  /** @throws NodeError as `DocumentsPort.parse` */
  parse(fileId: string, work: WorkFor): Promise<ParsedDocument>
}

export const createDocumentsPort = ({
  files,
  runner,
}: {
  files: FileStore
  runner: DocumentRunner
}): StoredDocuments => {
  return {
    async parse(fileId, work): Promise<ParsedDocument> {
      const parsed = async () => {
        await using file = await files.borrow(fileId)
        return Buffer.from(JSON.stringify(await runner.parse(file.path, work)))
      }
      // It isn't there, or was deleted while it was read.
      const json = await files.derived(fileId, KEY, parsed, work).catch((cause: unknown) => {
        throw cause instanceof AppError && cause.code === 'not_found' ? absent(cause) : cause
      })
      return JSON.parse(json.toString('utf8'))
    },
  }
}
