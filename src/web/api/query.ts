/**
 * Data of the API for screens. A loader prefetches with `load(q(…))`, the screen reads with `useData(q(…))` and assumes it is
 * there: it suspends or throws to the page's error boundary, and never sees `undefined`.
 */
import { useSuspenseQuery } from '@tanstack/react-query'
import { call, type DataName, type DataOf, type InputArgs, type InputOf } from './call.ts'
import type { CallOptions } from './client.ts'
import { queryClient } from './query-client.ts'

/** What every hook of the query library takes. */
export interface Query<T> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
}

/** The query of an endpoint with a visitor's run token. */
export const queryWithToken = <N extends DataName>(
  name: N,
  extra: Pick<CallOptions, 'runToken'>,
  ...[input]: InputArgs<N>
): Query<DataOf<N>> => ({
  queryKey: [name, input ?? {}],
  queryFn: ({ signal }) => call(name, (input ?? {}) as InputOf<N>, { ...extra, signal }),
})

/** The query of an endpoint and input; its key is [name, input]. */
export const q = <N extends DataName>(name: N, ...args: InputArgs<N>): Query<DataOf<N>> =>
  queryWithToken(name, {}, ...args)

/** For loaders: the data, from the cache where it is; stale data is renewed in the background. */
export const load = <T>(query: Query<T>): Promise<T> =>
  queryClient.ensureQueryData({ ...query, revalidateIfStale: true })

/** For screens: the data a loader has prefetched. */
export const useData = <T>(query: Query<T>): T => useSuspenseQuery(query).data
