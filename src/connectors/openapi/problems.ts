/** What is wrong with a document, by name, in plain English and with its place. */

export type OpenApiCode =
  | 'document_too_large'
  | 'document_unreadable'
  | 'document_too_deep'
  | 'document_not_openapi'
  | 'version_unsupported'
  | 'operations_missing'
  | 'operations_too_many'
  | 'server_missing'
  | 'server_invalid'
  | 'reference_remote'
  | 'reference_missing'
  | 'reference_cyclic'
  | 'reserved_name'
  | 'operation_invalid'
  | 'body_not_sent'
  | 'sign_in_unsupported'

export interface OpenApiProblem {
  code: OpenApiCode
  message: string
  /** RFC 6901, `''` is the whole document. */
  pointer: string
}

/** A document, or one of its operations, can't be used. */
export class OpenApiError extends Error {
  readonly code: OpenApiCode
  /** RFC 6901, `''` is the whole document. */
  readonly pointer: string
  constructor(code: OpenApiCode, message: string, pointer = '', cause?: unknown) {
    super(message, { cause })
    this.name = 'OpenApiError'
    this.code = code
    this.pointer = pointer
  }
}

/** Returns the pointer of a part: `at('/paths', '/users', 'get')` is `/paths/~1users/get`. */
export const at = (pointer: string, ...names: (string | number)[]): string =>
  pointer + names.map((name) => `/${String(name).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
