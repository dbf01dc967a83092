/** The data-query defaults of specification §9. */
import { QueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/core/limits.ts'
import { ApiError } from './api-error.ts'
import { retryDelay } from './retry-delay.ts'

const { query } = LIMITS

/** No retry on 4xx, otherwise at most one. */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  const status = error instanceof ApiError ? error.status : null
  if (status !== null && status >= 400 && status < 500) return false
  return failures < query.retries
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: query.fresh_ms,
      gcTime: query.kept_ms,
      retry: shouldRetry,
      retryDelay,
      refetchOnWindowFocus: query.refetch_on_focus,
      refetchOnMount: query.refetch_on_mount,
      refetchOnReconnect: query.refetch_on_reconnect,
    },
    mutations: { retry: query.mutation_retries },
  },
})
