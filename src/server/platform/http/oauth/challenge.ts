/** What a client of an MCP server is told when it is not let in: where to sign in, and for what (RFC 6750 §3, RFC 9728 §5.1). */
import type { FastifyRequest } from 'fastify'
import { ASSISTANT_SCOPES } from '#contract/accounts/assistant-values.ts'
import type { AppError } from '#contract/core/errors.ts'
import { resourceMetadataPath } from './authorization-server.ts'

const parameter = ([name, value]: [string, string]): string => `${name}="${value}"`

/**
 * @param publicUrl where browsers reach us; '' when that is not known, so that nobody can be sent there
 * @param scopes what is needed for what was asked
 */
export function challengeOf(
  request: Pick<FastifyRequest, 'url' | 'headers'>,
  { status }: Pick<AppError, 'status'>,
  publicUrl: string,
  scopes: readonly string[] = ASSISTANT_SCOPES,
): string {
  if (publicUrl === '') return 'Bearer'
  const path = request.url.replace(/[?#].*$/s, '').replace(/\/$/, '')
  const isRefused = request.headers.authorization !== undefined || request.headers['x-api-key'] !== undefined
  const error = status === 403 ? 'insufficient_scope' : isRefused ? 'invalid_token' : null
  const parameters: [string, string][] = [
    ...(error === null ? [] : ([['error', error]] as [string, string][])),
    ['resource_metadata', `${publicUrl}${resourceMetadataPath(encodeURI(path))}`],
    ['scope', scopes.join(' ')],
  ]
  return `Bearer ${parameters.map(parameter).join(', ')}`
}
