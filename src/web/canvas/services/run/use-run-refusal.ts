import { isFinal } from '#contract/runs/execution-states.ts'
import { PAST_SHOWN, runningOf } from '#web/canvas/model/run/run-session.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-look.ts'
import { useStore } from '#web/lib/store.ts'

/** Why nothing can be run now, in words; null when it can. */
export function useRunRefusal(): string | null {
  const desk = runningOf(useDraft())
  const underWay = usePart(desk.run, (run) => run !== null && !isFinal(run.status))
  const [refusal, past, busy] = [useStore(desk.refusal), useStore(desk.past), useStore(desk.busy)]
  if (refusal !== null || past !== null) return refusal ?? PAST_SHOWN
  return underWay || busy !== null ? 'It is running. Cancel it first.' : null
}
