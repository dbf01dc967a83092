/** The data-query defaults of specification §9. */
import { QueryClient, type QueryKey } from '@tanstack/react-query'
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

/**
 * Fetches the visible data under this key again; other cached data when it is next needed. A first read that is under way
 * may be older than the change, and would be joined rather than repeated: it is repeated once it has ended.
 */
export async function renew(queryKey: QueryKey): Promise<void> {
  const under = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  const first = new Set(under.filter(({ state }) => state.data === undefined))
  await queryClient.invalidateQueries({ queryKey })
  if (first.size === 0) return
  await Promise.allSettled([...first].map(({ promise }) => promise))
  await queryClient.invalidateQueries({ queryKey, predicate: (query) => first.has(query) })
}
