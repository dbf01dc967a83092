/** The messages between the server and a thread that reads workflow files. Values are copied (structured clone). */
import type { ReadFile } from '#nodes/import/read-file.ts'
import type { ImportErrorCode } from '#nodes/import/untrusted.ts'

export interface Job {
  source: unknown
}

export type Reply =
  | ({ kind: 'read' } & ReadFile)
  | { kind: 'refused'; code: ImportErrorCode; message: string; field: string | null }
