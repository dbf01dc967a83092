import { ApiError } from './api-error.ts'
import type { Query } from './query.ts'

/** The same query where a refusal is an answer that the page shows, such as of a link that opens nothing: `answerOf` says which; null for a failure. */
export const queryOr = <T, R>(
  { queryKey, queryFn }: Query<T>,
  answerOf: (error: ApiError) => R | null,
): Query<T | R> => ({
  queryKey: [...queryKey, 'or refused'],
  queryFn: (context) =>
    queryFn(context).catch((error: unknown) => {
      const answer = error instanceof ApiError ? answerOf(error) : null
      if (answer === null) throw error
      return answer
    }),
})
