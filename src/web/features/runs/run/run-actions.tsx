import { Ban, Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ControlAction } from '#contract/runs/execution-states.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { t } from '#web/lib/language.ts'
import type { Control } from '#web/parts/runs/use-control.ts'
import { Button } from '#web/ui/button.tsx'

type Steered = Exclude<ControlAction, 'fork'>

const looks = (): Record<Steered, { label: string; busy: string; icon: ReactNode }> => ({
  pause: { label: t('Pause'), busy: t('Pausing...'), icon: <Pause aria-hidden="true" /> },
  resume: { label: t('Resume'), busy: t('Resuming...'), icon: <Play aria-hidden="true" /> },
  cancel: { label: t('Cancel'), busy: t('Cancelling...'), icon: <Ban aria-hidden="true" /> },
  retry: { label: t('Retry failed step'), busy: t('Retrying...'), icon: <RotateCw aria-hidden="true" /> },
  rerun: { label: t('Run again'), busy: t('Starting...'), icon: <RotateCcw aria-hidden="true" /> },
})

/**
 * What can be done with a run now. An action that is not possible stays, disabled, with its reason; nothing failed in a run that
 * succeeded, so there nothing speaks of it.
 */
export function RunActions({
  run,
  control,
  onMoved,
}: {
  run: Pick<Execution, 'status' | 'abilities'>
  control: Control
  /** The run went on as another one. */
  onMoved: (id: string) => void
}) {
  const ended: readonly Steered[] = run.status === 'succeeded' ? ['rerun'] : ['retry', 'rerun']
  const shown: readonly Steered[] = isFinal(run.status)
    ? ended
    : [run.status === 'paused' ? 'resume' : 'pause', 'cancel', 'rerun']
  const act = async (action: Steered) => {
    const id = await control.act({ action })
    if (id !== null && (action === 'retry' || action === 'rerun')) onMoved(id)
  }
  return shown.map((action) => (
    <Button
      key={action}
      size="sm"
      // What follows a result is its review.
      variant={action === 'rerun' && isFinal(run.status) && run.status !== 'succeeded' ? 'primary' : 'secondary'}
      icon={looks()[action].icon}
      busy={control.busy === action && looks()[action].busy}
      reason={run.abilities[action].reason ?? undefined}
      onClick={() => void act(action)}
    >
      {looks()[action].label}
    </Button>
  ))
}
