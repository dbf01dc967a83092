import { FRIENDLY_MESSAGES } from '#contract/platform/messages.ts'
import { ApiError } from './api-error.ts'

/** §8's user-friendly words for anything that was thrown; a refusal keeps the words of the server. */
export function friendly(error: unknown): string {
  if (!(error instanceof ApiError)) return FRIENDLY_MESSAGES.default
  if (error.status === null) return FRIENDLY_MESSAGES.network
  if (error.status === 401) return FRIENDLY_MESSAGES.authentication
  if (error.status === 403) return FRIENDLY_MESSAGES.authorization
  if (error.code === 'maintenance') return error.message
  return error.status >= 500 ? FRIENDLY_MESSAGES.server : error.message
}
