/**
 * Data of the API for screens. A loader prefetches with `load(q(…))`, the screen reads with `useData(q(…))` and assumes it is
 * there: it suspends or throws to the page's error boundary, and never sees `undefined`.
 */
import {
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { call, type DataName, type DataOf, type InputArgs, type InputOf } from './call.ts'
import type { CallOptions } from './client.ts'
import { queryClient } from './query-client.ts'

type Extra = Pick<CallOptions, 'runToken'>

/** The query of an endpoint and input; its key is [name, input]. */
export const q = <N extends DataName>(name: N, ...args: InputArgs<N>) => qWith(name, {}, ...args)

/** The same with a visitor's run token. */
export const qWith = <N extends DataName>(name: N, extra: Extra, ...[input]: InputArgs<N>) =>
  queryOptions<DataOf<N>, Error, DataOf<N>, readonly unknown[]>({
    queryKey: [name, input ?? {}],
    queryFn: ({ signal }) => call(name, (input ?? {}) as InputOf<N>, { ...extra, signal }),
  })

type Query<T> = Pick<UseQueryOptions<T, Error, T, readonly unknown[]>, 'queryKey' | 'queryFn'>

/** For loaders: the data, from the cache while it is fresh. */
export const load = <T>(query: Query<T>): Promise<T> =>
  queryClient.ensureQueryData({ ...query, revalidateIfStale: true } as never)

/** For screens: the data a loader has prefetched. */
export const useData = <T>(query: Query<T>): T => useSuspenseQuery(query as never).data as T

interface ActionOptions<N extends DataName> {
  /** Endpoints whose data is out of date afterwards. */
  refreshes?: readonly DataName[]
  onSuccess?: (data: DataOf<N>) => void
}

/** An action: `const run = useCall('executeWorkflow', { refreshes: ['listExecutions'] })`, then `run.mutate(input)`. */
export function useCall<N extends DataName>(name: N, { refreshes = [], onSuccess }: ActionOptions<N> = {}) {
  const cache = useQueryClient()
  return useMutation<DataOf<N>, Error, InputOf<N>>({
    mutationKey: [name],
    mutationFn: (input) => call(name, input),
    onSuccess: async (data) => {
      await Promise.all(refreshes.map((stale) => cache.invalidateQueries({ queryKey: [stale] })))
      onSuccess?.(data)
    },
  })
}
