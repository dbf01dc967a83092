import { useQuery } from '@tanstack/react-query'
import type { Snippet, SnippetId, SnippetVersion } from '#contract/workflows/snippets.ts'
import type { SnippetParts } from '#graph/snippet.ts'
import { call } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import type { KeptVersion } from '#web/canvas/model/edits/snippet-parts.ts'

/**
 * The user's snippets, sorted by name; null until they are loaded, and for users without a library. @param wanted loads
 * them
 */
export const useSnippets = (wanted = true): readonly Snippet[] | null => useLibrary(wanted).data?.items ?? null

/** Whether the snippets are still being loaded, for the first time. */
export const useAreSnippetsLoading = (): boolean => useLibrary(true).isPending

const useLibrary = (wanted: boolean) =>
  useQuery({ ...q('listSnippets'), enabled: wanted, staleTime: 30_000, retry: false })

const asKept = ({ id, name, number, content }: SnippetVersion): KeptVersion => ({
  ...{ id, name, number },
  content: content as unknown as SnippetParts,
})

/** @throws ApiError: not_found for one that no longer exists or belongs to another user */
export const fetchVersion = async (id: string, number: number): Promise<KeptVersion> =>
  asKept(await call('getSnippetVersion', { params: { id: id as SnippetId, number } }))

/** A version never changes: it is fetched once. @param which null while nothing is asked */
export function useSnippetVersion(which: { id: string; number: number } | null): {
  version: KeptVersion | null
  error: unknown
} {
  const { data, error } = useQuery({
    ...q('getSnippetVersion', { params: { id: (which?.id ?? '') as SnippetId, number: which?.number ?? 1 } }),
    enabled: which !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { version: data && which ? asKept(data) : null, error }
}
