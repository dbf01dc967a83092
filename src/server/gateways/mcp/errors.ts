/** What goes wrong at a server, as errors of a step. What a server says of itself is quoted, shortened and never an instruction. */
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { NodeError } from '#nodes/node.ts'

const MOST_CHARS = 500

export const quoted = (text: string): string => {
  const short = text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARS).toWellFormed()
  return short === '' ? 'no reason was given' : `“${short}”`
}

/** The server wants another sign-in than the one it was sent. */
export const unauthorized = (): NodeError =>
  new NodeError('mcp_unauthorized', 'The server doesn’t accept this sign-in.', { field: 'connection' })

/** The sign-in is good, and allows less than this call needs: a person has to agree to more (RFC 6750 §3.1). */
export class ScopeNeeded extends NodeError {
  /** Separated by spaces, as the server named them; '' when it named none. */
  readonly scope: string

  constructor(scope: string) {
    const named = scope === '' ? '' : `: ${quoted(scope)}`
    super('mcp_refused', `The server asks for another permission${named}. Sign in at it again to agree.`)
    this.scope = scope
  }
}

function ofStatus(status: number): NodeError {
  if (status === 401) return unauthorized()
  if (status === 403) return new NodeError('mcp_refused', 'The server refuses this with this sign-in (403).')
  if (status === 404) return new NodeError('mcp_not_found', 'There is no MCP server at this address (404).')
  if (status >= 300 && status < 400)
    return new NodeError('mcp_failed', `The server sends callers to another address (${status}). Connect that one.`)
  if (status === 429) return new NodeError('mcp_busy', 'The server is too busy (429).', { retryable: true })
  return new NodeError('mcp_failed', `The server answered ${status}.`, { retryable: status >= 500 })
}

/** The first error of a kind among an error and its causes. */
function causeOf<T extends Error>(error: unknown, kind: abstract new (...args: never[]) => T): T | null {
  for (let [one, depth] = [error, 0]; one instanceof Error && depth < 6; [one, depth] = [one.cause, depth + 1])
    if (one instanceof kind) return one
  return null
}

export function asNodeError(error: unknown): NodeError {
  const ours = causeOf(error, NodeError)
  if (ours) return ours
  const http = causeOf(error, SdkHttpError)
  if (http) return ofStatus(http.status)
  if (error instanceof Error && error.name === 'UnauthorizedError') return unauthorized()
  const protocol = causeOf(error, ProtocolError)
  if (protocol) return new NodeError('mcp_refused', `The server refused the call: ${quoted(protocol.message)}`)
  const sdk = causeOf(error, SdkError)
  if (sdk?.code === SdkErrorCode.RequestTimeout || (error instanceof Error && error.name === 'TimeoutError'))
    return new NodeError('http_timeout', 'The server did not answer in time.', { retryable: true })
  return new NodeError('mcp_failed', 'The server doesn’t follow the Model Context Protocol.', { cause: error })
}

/** The status an answer had, where one came. */
export const statusOf = (error: unknown): number | null => causeOf(error, SdkHttpError)?.status ?? null
