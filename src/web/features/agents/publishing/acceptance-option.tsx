import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgentId } from '#contract/core/primitives.ts'
import { ACCEPTANCE } from '#contract/runs/acceptance/acceptance-values.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Switch } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const optionQuery = (id: AgentId) => q('getAgentAcceptance', { params: { id } })
const [FEWEST, MOST] = ACCEPTANCE.days
const CHOICES = Array.from({ length: MOST - FEWEST + 1 }, (_, at) => FEWEST + at)

const daysText = (days: number): string => (days === 1 ? t('1 day') : t('{count} days', { count: days }))

/**
 * "Charged only when accepted" for an agent with a price per run. It isn't part of a version, so it is saved at once and needs no review.
 * @param reason why it can't be changed now
 */
export function AcceptanceOption({ id, reason }: { id: AgentId; reason?: string | undefined }) {
  const query = optionQuery(id)
  const { data } = useQuery(query)
  // What was chosen is shown at once.
  const [wanted, setWanted] = useState<{ days: number | null } | null>(null)
  const save = useAction(async (days: number | null) => {
    setWanted({ days })
    try {
      queryClient.setQueryData(query.queryKey, await call('saveAgentAcceptance', { params: { id }, body: { days } }))
    } finally {
      setWanted(null)
    }
    notify({
      type: 'success',
      title:
        days === null ? t('New runs are charged when they succeed') : t('New runs are charged when they’re accepted'),
    })
  })
  if (!data) return null
  const { days } = wanted ?? data
  return (
    <fieldset className="grid gap-3 border-line border-t pt-4" disabled={save.busy || reason !== undefined}>
      <legend className="sr-only">{t('Acceptance')}</legend>
      <Switch
        label={t('Charged only when accepted')}
        help={
          reason ??
          t(
            'Buyers pay after they accept a result or when the time to decide ends. A rejected result costs them nothing. You can change this any time; it applies to new runs.',
          )
        }
        checked={days !== null}
        onChange={({ target }) => void save.run(target.checked ? ACCEPTANCE.usual_days : null)}
      />
      {days !== null && (
        <div className="max-w-xs">
          <Select
            label={t('Time to decide')}
            value={String(days)}
            options={CHOICES.map((choice) => ({ value: String(choice), label: daysText(choice) }))}
            onChange={({ target }) => void save.run(Number(target.value))}
          />
        </div>
      )}
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
    </fieldset>
  )
}
