/** A request as the peer reads it, and what it answers. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  json: unknown
  bearer: string | null
  /** Its idempotency key. */
  key: string | null
}

export interface Answer {
  status: number
  json?: unknown
  html?: string
  text?: string
  location?: string
}
