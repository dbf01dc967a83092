import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { TriggerType, WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { q } from '#web/api/query.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useStore } from '#web/lib/store.ts'

/** What starts the workflow in this way, with its addresses: its owner’s alone. Undefined until the draft that has it is saved. */
export function useTrigger(type: TriggerType | undefined): WorkflowTrigger | undefined {
  const draft = useDraft()
  const { data, refetch } = useQuery({ ...q('listTriggers', { params: { id: draft.id as WorkflowId } }), staleTime: 0 })
  const found = data?.triggers.find((trigger) => trigger.type === type)
  const saved = useStore(draft.save).state === 'saved'
  const isKnown = found !== undefined
  useEffect(() => {
    if (saved && !isKnown) void refetch()
  }, [saved, isKnown, refetch])
  return found
}
