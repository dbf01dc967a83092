/** What went wrong with a call of a model, in words a person can act on; the key is never among them. */
import { NodeError } from '#nodes/node.ts'

export class ModelError extends NodeError {
  /** What the provider asked us to wait; null when it did not say. */
  readonly retry_after_ms: number | null
  /** What had come until then. */
  readonly written: string
  constructor(
    code: string,
    message: string,
    options: {
      retryable?: boolean
      field?: string
      cause?: unknown
      retry_after_ms?: number | null
      written?: string
    } = {},
  ) {
    super(code, message, options)
    this.name = 'ModelError'
    this.retry_after_ms = options.retry_after_ms ?? null
    this.written = options.written ?? ''
  }
}

/** The errors of the SDK, by their shape: its classes are loaded with it. */
interface CallError extends Error {
  statusCode?: number
  responseHeaders?: Record<string, string>
  responseBody?: string
}

const MOST_SAID = 300

/** @param clean takes the key out of the texts of this answer */
export function describeModelRefusal(error: unknown, text: string, clean: (text: string) => string): ModelError {
  if (error instanceof ModelError) return error
  const { statusCode: status, responseHeaders = {}, message = '' } = error as CallError
  const says = said(message, clean)
  // After the message, which may have the rest of a key that the text began.
  const written = clean(text)
  // Before the first event, the SDK tells it as an error of its own.
  const { cause } = error as Error
  const network = error instanceof NodeError ? error : cause
  if (network instanceof NodeError) return ofNetwork(network, written)
  if (status !== undefined && status >= 400)
    return ofStatus(status, says, waitOf(responseHeaders), { cause: error, written })
  if (written !== '') {
    return new ModelError('model_cut', 'The answer of the model broke off.', { retryable: true, written, cause: error })
  }
  const advice = 'The address does not answer as a model does. Check that it ends where /chat/completions begins.'
  return new ModelError('model_failed', advice, { cause: error })
}

function ofNetwork(error: NodeError, written: string): ModelError {
  const rest = { cause: error, written }
  if (error.code === 'url_refused') {
    const text = `${error.message}. The operator can allow a private model server by its host and port in OUTBOUND_ALLOW.`
    return new ModelError('model_refused', text, { ...rest, field: 'base_url' })
  }
  if (error.code === 'http_timeout') {
    return new ModelError('model_timeout', 'The model did not begin to answer in time.', { ...rest, retryable: true })
  }
  if (error.code === 'response_too_large') return new ModelError('model_too_long', 'The answer is too large.', rest)
  if (written !== '')
    return new ModelError('model_cut', 'The answer of the model broke off.', { ...rest, retryable: true })
  return new ModelError('model_failed', error.message, { ...rest, retryable: error.retryable })
}

interface Told {
  cause: unknown
  written: string
}

function ofStatus(status: number, text: string, wait: number | null, told: Told): ModelError {
  const says = text === '' ? '' : ` It says: ${text}`
  if (status === 429) {
    const message = `The model's provider takes no more calls for now (429).${says}`
    return new ModelError('model_limited', message, { ...told, retryable: true, retry_after_ms: wait })
  }
  if (status === 401 || status === 403) {
    const message = `The model's provider does not accept the key (${status}).${says}`
    return new ModelError('model_refused', message, { ...told, field: 'api_key' })
  }
  if (status === 404) {
    const message = `The provider knows no such model or address (404).${says}`
    return new ModelError('model_refused', message, { ...told, field: 'model' })
  }
  const retryable = status >= 500 || status === 408 || status === 409
  const code = retryable ? 'model_failed' : 'model_refused'
  return new ModelError(code, `The model's provider answered ${status}.${says}`, {
    ...told,
    retryable,
    retry_after_ms: wait,
  })
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function waitOf(headers: Record<string, string>): number | null {
  const value = headers['retry-after']?.trim()
  if (!value) return null
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}

/** The provider's words on one line, without anything that is or looks like a key. */
function said(message: string, clean: (text: string) => string): string {
  const line = clean(message.slice(0, 20_000))
    .slice(0, 2_000)
    .replace(/\b(?:sk|gsk|pk|xai|AIza)[-_*A-Za-z0-9]{8,200}/g, '[key]')
    .replace(/Bearer\s+\S+/gi, 'Bearer [key]')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID)}…` : line
}
