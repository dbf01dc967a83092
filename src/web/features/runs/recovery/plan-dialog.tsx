import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunRecoveryAction, RunRecoveryChoice, RunRecoveryPlan } from '#contract/runs/run-recovery.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const ACTIONS: readonly { value: RunRecoveryAction; label: string }[] = [
  { value: 'retry', label: 'Resume from the failed step' },
  { value: 'rerun', label: 'Run again from the start' },
  { value: 'rerun_newest', label: 'Run again on the latest version' },
]

export type Chosen = Omit<RunRecoveryChoice, 'action'>

/** What recovering would repeat and cost, before anything is started. */
export function PlanDialog({
  chosen,
  onClose,
  onStarted,
}: {
  chosen: Chosen
  onClose: () => void
  onStarted: (id: string) => void
}) {
  const [action, setAction] = useState<RunRecoveryAction>('retry')
  // One key for this dialog: however often the button is pressed, it is one recovery.
  const [key] = useState(() => crypto.randomUUID())
  const { data: plan, error } = useQuery({
    queryKey: ['planRecovery', chosen, action],
    queryFn: ({ signal }) => call('planRecovery', { body: { ...chosen, action } }, { signal }),
    gcTime: 0,
  })
  const start = useAction(async () => {
    const { id } = await call('startRecovery', { body: { ...chosen, action, key } })
    await refresh('listRecoverable', 'listExecutions', 'getDashboard')
    onStarted(id)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Recover runs"
      description="Each run is started once, as a new run. The failed runs stay as they are."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={start.busy && 'Starting...'}
            reason={
              !plan ? 'Calculating the cost...' : plan.runs === 0 ? 'None of these runs can be recovered.' : undefined
            }
            onClick={() => void start.run()}
          >
            {plan ? `Start ${formatNumber(plan.runs)} ${plan.runs === 1 ? 'run' : 'runs'}` : 'Start'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label="How"
          options={ACTIONS}
          value={action}
          onChange={({ target }) => setAction(ACTIONS.find(({ value }) => value === target.value)?.value ?? 'retry')}
        />
        {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
        {start.error !== null && <Callout tone="bad">{friendly(start.error)}</Callout>}
        {plan ? <Plan plan={plan} /> : error === null && <Spinner />}
      </div>
    </Dialog>
  )
}

const nodes = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'step' : 'steps'}`

function Plan({ plan: { kept, repeated, refused, more } }: { plan: RunRecoveryPlan }) {
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-1.5 tabular-nums">
        <dt className="text-muted">Reused</dt>
        <dd>{nodes(kept.nodes)}</dd>
        <dd className="text-right">{formatMicros(kept.cost_micros)} saved</dd>
        <dt className="text-muted">Repeated</dt>
        <dd>{nodes(repeated.nodes)}</dd>
        <dd className="text-right">{formatMicros(repeated.cost_micros)}</dd>
      </dl>
      <p className="text-muted text-base">
        The cost is what model calls cost last time, without steps that were never reached. Failed runs are free for
        buyers.
      </p>
      {more && (
        <Callout tone="warn">
          There are more runs than one recovery can include. These are the newest. Recover again for the rest.
        </Callout>
      )}
      {refused.length > 0 && (
        <Callout title={`${formatNumber(refused.length)} cannot be recovered`}>
          {[...new Set(refused.map(({ reason }) => reason))].slice(0, 5).join(' ')}
        </Callout>
      )}
    </div>
  )
}
