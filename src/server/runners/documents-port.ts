/** A stored file, parsed once and cached next to it. Read access is checked before, in `domain/files`. */
import { NodeError } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import type { WorkFor } from '#nodes/work-for.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { DocumentRunner } from './documents/port.ts'

/** Changes when parsing gets better: older results are made again. */
const KEY = 'parsed-1.json'

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
  const pathOf = async (fileId: string): Promise<string> => {
    try {
      return await files.path(fileId)
    } catch (cause) {
      throw new NodeError('file_not_found', 'The file doesn’t exist', { cause })
    }
  }
  return {
    async parse(fileId, work): Promise<ParsedDocument> {
      const path = await pathOf(fileId)
      const parsed = async () => Buffer.from(JSON.stringify(await runner.parse(path, work)))
      const json = await files.derived(fileId, KEY, parsed, work)
      return JSON.parse(json.toString('utf8'))
    },
  }
}
