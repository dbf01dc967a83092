/** Limits of the endpoints that speak OpenAI's API, and the names of models there. Plain data, for the browser too. */
export const OPENAI = {
  /** Messages of one request: the newest that an agent remembers reach it. */
  messages: 5_000,
  parts: 100,
  texts: 100,
  text_chars: 8_000,
  dimensions: 512,
  /** A request ends after this, in ms: longer work is streamed, or asked for again with its Idempotency-Key. */
  timeout_ms: 300_000,
} as const

/** The embedding model of the installation. */
export const EMBEDDING_MODEL = 'embedding-512'

/** What a service is called as a model. */
export const serviceModel = (id: string): string => `service-${id}`
/** What a custom agent is called as a model. */
export const agentModel = (id: string): string => `agent-${id}`
