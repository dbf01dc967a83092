import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { type Thread, threadsOf } from './threads.ts'

const commentsQuery = (id: string) => q('listComments', { params: { id: id as WorkflowId } })

/** The stream of the workflow reports new comments (`draft-sync.ts`). */
export function useComments() {
  const { data, error } = useQuery({ ...commentsQuery(useDraft().id), retry: false })
  const threads = useMemo((): readonly Thread[] => threadsOf(data?.items ?? []), [data])
  return { threads, people: data?.people ?? [], known: data !== undefined, error }
}

/** What can be done with comments; each answer of the server is shown at once. */
export function useCommentVerbs() {
  const { id } = useDraft()
  const params = { id: id as WorkflowId }
  const keep = ({ items, people }: Pick<DataOf<'listComments'>, 'items' | 'people'>) => {
    queryClient.setQueryData(commentsQuery(id).queryKey, { items, people })
  }
  return {
    say: async (body: Parameters<typeof call<'createComment'>>[1]['body']) => {
      const answer = await call('createComment', { params, body })
      keep(answer)
      return answer.id
    },
    change: async (comment: string, body: Parameters<typeof call<'updateComment'>>[1]['body']) =>
      keep(await call('updateComment', { params: { ...params, comment_id: comment }, body })),
    remove: async (comment: string) =>
      keep(await call('deleteComment', { params: { ...params, comment_id: comment } })),
  }
}
