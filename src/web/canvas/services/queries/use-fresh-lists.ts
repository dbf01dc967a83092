import { useEffect } from 'react'
import { refresh } from '#web/api/action.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'

/** Lists of workflows are asked for again after this one has changed or run: they say whether it is empty, can be sold, and how it ran. */
export function useFreshLists(): void {
  const draft = useDraft()
  const saved = usePart(draft.save, (save) => (save.state === 'saved' ? save.at : null))
  const ended = usePart(draft.run.execution, (run) => run?.finished_at ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each of these changes
  useEffect(() => void refresh('listHub', 'listWorkflows'), [saved, ended])
}
