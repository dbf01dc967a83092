import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunRecoveryAction, RunRecoveryChoice, RunRecoveryPlan } from '#contract/runs/run-recovery.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const actions = (): readonly { value: RunRecoveryAction; label: string }[] => [
  { value: 'retry', label: t('Resume from the failed step') },
  { value: 'rerun', label: t('Run again from the start') },
  { value: 'rerun_newest', label: t('Run again on the latest version') },
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
      title={t('Recover runs')}
      description={t('Each run is started once, as a new run. The failed runs stay as they are.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={start.busy && t('Starting...')}
            reason={
              !plan
                ? t('Calculating the cost...')
                : plan.runs === 0
                  ? t('None of these runs can be recovered.')
                  : undefined
            }
            onClick={() => void start.run()}
          >
            {plan
              ? plan.runs === 1
                ? t('Start 1 run')
                : t('Start {count} runs', { count: formatNumber(plan.runs) })
              : t('Start')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label={t('How')}
          options={actions()}
          value={action}
          onChange={({ target }) => setAction(actions().find(({ value }) => value === target.value)?.value ?? 'retry')}
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
        <dt className="text-muted">{t('Reused')}</dt>
        <dd>{nodes(kept.nodes)}</dd>
        <dd className="text-right">{t('{price} saved', { price: formatMicros(kept.cost_micros) })}</dd>
        <dt className="text-muted">{t('Repeated')}</dt>
        <dd>{nodes(repeated.nodes)}</dd>
        <dd className="text-right">{formatMicros(repeated.cost_micros)}</dd>
      </dl>
      <p className="text-muted text-base">
        {t(
          'The cost is what model calls cost last time, without steps that were never reached. Failed runs are free for buyers.',
        )}
      </p>
      {more && (
        <Callout tone="warn">
          {t('There are more runs than one recovery can include. These are the newest. Recover again for the rest.')}
        </Callout>
      )}
      {refused.length > 0 && (
        <Callout title={t('{count} cannot be recovered', { count: formatNumber(refused.length) })}>
          {[...new Set(refused.map(({ reason }) => reason))].slice(0, 5).join(' ')}
        </Callout>
      )}
    </div>
  )
}
