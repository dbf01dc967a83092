/** What an app answers about a field while an action of it is filled in. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { answerKey, fixedInput, unknownDependencies } from '#web/canvas/model/fields/asked.ts'
import type { Asks } from '#web/canvas/model/fields/field-model.ts'
import { usePaused } from '#web/lib/use-paused.ts'

/** A pause this long ends what is typed into a field that others depend on, or a search, in ms. */
const PAUSE_MS = 400
/** An answer is asked for again after this long, in ms. */
const FRESH_MS = 5 * 60_000

/** The action or trigger that is filled in, and as whom. */
export interface Asking {
  integration: string
  of: 'action' | 'trigger'
  action: string
  account: string | null
  needsAccount: boolean
  /** What is filled in so far. */
  input: JsonObject
}

export interface Answer {
  data: DataOf<'getActionOptions'> | undefined
  /** Why nothing can be asked now; null where it can. */
  waitsFor: { account: true } | { fields: readonly string[] } | null
  loading: boolean
  failure: string | null
  again: () => void
}

export function useAnswer(asks: Asks, asking: Asking, search = ''): Answer {
  const { integration, of, action, account, needsAccount, input } = asking
  const unknown = unknownDependencies(asks, input)
  const waitsFor =
    needsAccount && account === null ? ({ account: true } as const) : unknown.length > 0 ? { fields: unknown } : null
  const key = answerKey(asks, input)
  const decided = usePaused(key, PAUSE_MS)
  const wanted = usePaused(search.trim(), PAUSE_MS)
  const before = [integration, of, action, asks.property, account, decided]
  const query = useQuery({
    queryKey: ['getActionOptions', ...before, wanted],
    queryFn: ({ signal }) =>
      call(
        'getActionOptions',
        {
          params: { integration, action },
          body: {
            of,
            property: asks.property,
            input: fixedInput(input),
            account: account as CredentialId | null,
            ...(wanted !== '' && { search_term: wanted }),
          },
        },
        { signal, exact: true },
      ),
    enabled: waitsFor === null && decided === key,
    staleTime: FRESH_MS,
    retry: false,
    // While one searches, what was found last is still shown; answers for other settings never are.
    placeholderData: (last, lastQuery) =>
      JSON.stringify(lastQuery?.queryKey.slice(1, -1)) === JSON.stringify(before) ? keepPreviousData(last) : undefined,
  })
  const isStale = decided !== key
  return {
    data: waitsFor === null && !isStale ? query.data : undefined,
    waitsFor,
    loading: waitsFor === null && (isStale || query.isFetching),
    failure: waitsFor === null && !isStale && query.error !== null ? friendly(query.error) : null,
    again: () => void query.refetch(),
  }
}
