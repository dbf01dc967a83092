import { isFinal } from '#contract/runs/execution-states.ts'
import { pastShown } from '#web/canvas/model/draft/run-session.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'

/** Why nothing can be run now, in words; null when it can. */
export function useRunRefusal(): string | null {
  const session = useDraft().run
  const underWay = usePart(session.execution, (run) => run !== null && !isFinal(run.status))
  const [refusal, past, busy] = [useStore(session.refusal), useStore(session.past), useStore(session.busy)]
  if (refusal !== null || past !== null) return refusal ?? pastShown()
  return underWay || busy !== null ? t('It’s running. Cancel it first.') : null
}
