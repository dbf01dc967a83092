/**
 * Specification §8, graceful fallbacks: the answer of a call that is not critical, when the server cannot give one. One
 * table, by the path of the call; nothing that signs a user in or out, or changes anything, is in it. Fallbacks are
 * marked, so that the page says that data is missing instead of showing an empty success.
 */

import { isRetryable, NOT_STANDARD_TEXT } from '#contract/core/status-texts.ts'
import { FALLBACKS } from '#contract/workflows/fallbacks.ts'
import type { ApiError } from './api-error.ts'
import { markDegraded } from './degraded.ts'
import { retryDelay } from './retry-delay.ts'

interface Fallback {
  answer: (params: Record<string, unknown>) => unknown
  /** The failures it applies to. */
  when: (error: ApiError) => boolean
}

/** No answer, an answer that says to come back, or one that is no answer of ours. */
const isAway = (error: ApiError): boolean =>
  error.status === null || error.status >= 500 || error.message === NOT_STANDARD_TEXT
const isAwayOrMissing = (error: ApiError): boolean => isAway(error) || error.status === 404

const whenAway = (answer: object): Fallback => ({ answer: () => answer, when: isAway })

export const TABLE: Readonly<Record<string, Fallback>> = {
  '/api/v1/platforms/{platform}/access-check': whenAway(FALLBACKS.platform_access),
  '/api/v1/platforms/status': whenAway(FALLBACKS.platform_status),
  '/health': whenAway(FALLBACKS.health),
  '/api/v1/health': whenAway(FALLBACKS.health),
  '/api/v1/agents': whenAway(FALLBACKS.agents),
  '/api/nodes/{type}/configuration': {
    answer: ({ type }) => ({ node_type: String(type ?? ''), ...FALLBACKS.node_configuration }),
    when: isAwayOrMissing,
  },
  '/api/mcp/status': whenAway(FALLBACKS.mcp),
  '/api/plugins/status': whenAway(FALLBACKS.plugin),
  '/api/plugins/{name}/status': whenAway(FALLBACKS.plugin),
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * The fallback of a failed call. A failure that may be temporary is retried once first (§9).
 * @param call the endpoint's name, method, path and parameters
 * @throws the error, when there is no fallback
 */
export async function fallBack(
  error: ApiError,
  call: {
    name: string
    method: string
    path: string
    params: Record<string, unknown>
    signal?: AbortSignal | undefined
  },
  again: () => Promise<unknown>,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<unknown> {
  const fallback = call.method === 'GET' ? TABLE[call.path] : undefined
  if (!fallback?.when(error)) throw error
  if (error.status === null || isRetryable(error.status)) {
    await wait(retryDelay(0))
    if (call.signal?.aborted) throw error
    try {
      return await again()
    } catch {
      // It stays away.
    }
  }
  markDegraded(call.name, true)
  return fallback.answer(call.params)
}
