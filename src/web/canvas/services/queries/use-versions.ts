import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { q } from '#web/api/query.ts'
import { type Difference, differenceOf } from '#web/canvas/model/diff/diff.ts'
import type { Side } from '#web/canvas/model/draft/windows.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'

export const versionsQuery = (id: string, limit = 100) =>
  q('listVersions', { params: { id: id as WorkflowId }, query: { limit } })
const versionQuery = (id: string, number: number) => q('getVersion', { params: { id: id as WorkflowId, number } })

/** The versions of the open workflow; others publish, too, so they are looked at again when one comes back to the page. */
export const useVersions = () => useQuery({ ...versionsQuery(useDraft().id), refetchOnWindowFocus: true, retry: false })

/** The document of one version; it never changes, so it is fetched once. */
export function useVersionDocument(number: number | null): { document: WorkflowDocument | null; error: unknown } {
  const { id } = useDraft()
  const { data, error } = useQuery({
    ...versionQuery(id, number ?? 1),
    enabled: number !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { document: number === null || !data ? null : (data.document as unknown as WorkflowDocument), error }
}

export function useSide(side: Side): { document: WorkflowDocument | null; error: unknown } {
  const draft = useDocument()
  const version = useVersionDocument(side === 'draft' ? null : side)
  return side === 'draft' ? { document: draft, error: null } : version
}

/** What the draft has that this version has not; null while it is not known. It follows the draft a moment later. */
export function useDraftDifference(number: number | null): Difference | null {
  const draft = useDeferredValue(useDocument())
  const { document } = useVersionDocument(number)
  return useMemo(() => document && differenceOf(document, draft), [document, draft])
}
