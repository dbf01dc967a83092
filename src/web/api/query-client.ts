/** The data-query defaults of specification §9. */
import { QueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/core/limits.ts'
import { ApiError } from './api-error.ts'

const { query } = LIMITS

/** No retry on 4xx, otherwise at most one. */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  const status = error instanceof ApiError ? error.status : null
  if (status !== null && status >= 400 && status < 500) return false
  return failures < query.retries
}

/** 1 s, doubling, at most 30 s. `attempt` counts from 0. */
export const retryDelay = (attempt: number): number => Math.min(query.retry_first_ms * 2 ** attempt, query.retry_max_ms)

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
