/** `ctx.documents` of the nodes: what the owner of a run may read, and nothing else. */
import { FileId } from '#contract/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { DocumentsPort, Owner, ParsedDocument } from '#nodes/ports.ts'
import type { Database } from '#server/database/database.ts'
import { findFileOf } from './files.store.ts'

interface Reader {
  parse(fileId: string, signal: AbortSignal): Promise<ParsedDocument>
}

/**
 * A file that belongs to somebody else does not exist, whatever named it: the input, or the settings of a bought workflow.
 * Parsing throws as `DocumentsPort.parse` says.
 */
export const documentsOfOwners = (db: Database, reader: Reader): DocumentsPort => ({
  parse: async (fileId: string, owner: Owner, signal: AbortSignal) => {
    const id = FileId.safeParse(fileId)
    if (!id.success || !(await findFileOf(db, owner, id.data)))
      throw new NodeError('file_not_found', 'The file does not exist', { field: 'file' })
    return reader.parse(id.data, signal)
  },
})
