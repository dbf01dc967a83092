export type RequestCode =
  | 'value_missing'
  | 'value_unsuitable'
  | 'path_refused'
  | 'header_refused'
  | 'address_refused'
  | 'file_missing'
  | 'call_invalid'

/** A request can't be built from an input. */
export class RequestError extends Error {
  readonly code: RequestCode
  /** The key of the input; empty where it isn't about one. */
  readonly field: string
  constructor(code: RequestCode, message: string, field = '') {
    super(message)
    this.name = 'RequestError'
    this.code = code
    this.field = field
  }
}
