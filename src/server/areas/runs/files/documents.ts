/** `ctx.documents` of the nodes: what a run may read of the files of its owner, and nothing else. */
import { FileId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { FileReader, ParsedDocument } from '#nodes/ports.ts'
import type { RunnerPorts } from '#nodes/runner-ports.ts'
import type { WorkFor } from '#nodes/work-for.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findFileFor } from './files.store.ts'

interface Parser {
  parse(fileId: string, work: WorkFor): Promise<ParsedDocument>
}

/**
 * Another user's file does not exist, wherever its id comes from: the input, or the settings of a bought workflow.
 * Parsing throws as `DocumentsPort.parse` says.
 */
export const createDocumentPort = (db: Database, parser: Parser): RunnerPorts['documents'] => ({
  parse: async (fileId: string, reader: FileReader, work: WorkFor) => {
    const id = FileId.safeParse(fileId)
    if (!id.success || !(await findFileFor(db, reader, id.data)))
      throw new NodeError('file_not_found', 'The file doesn’t exist', { field: 'file' })
    return parser.parse(id.data, work)
  },
})
