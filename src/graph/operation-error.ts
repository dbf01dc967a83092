import type { TooMany } from './counts.ts'

export type OperationCode =
  | 'unknown_node'
  | 'unknown_edge'
  | 'unknown_note'
  | 'unknown_group'
  | 'duplicate_id'
  | 'bad_place'
  | TooMany['code']

/** Why an edit was refused; the document is as it was. */
export class OperationError extends Error {
  readonly code: OperationCode
  readonly node: string | null
  readonly field: string | null
  constructor(code: OperationCode, message: string, where: { node?: string; field?: string } = {}) {
    super(message)
    this.name = 'OperationError'
    this.code = code
    this.node = where.node ?? null
    this.field = where.field ?? null
  }
}
