import { useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { type Option, Select } from '#web/ui/forms/select.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const HOURS = [1, 4, 8, 12, 24, 72, 168]
const MINUTES = [5, 15, 30, 60, 120, 240]

/** The usual values, and the one that is set. */
const options = (usual: readonly number[], set: number | null, text: (count: number) => string): Option[] => [
  { value: '', label: t('No limit') },
  ...[...new Set([...usual, ...(set === null ? [] : [set])])]
    .sort((a, b) => a - b)
    .map((count) => ({ value: String(count), label: text(count) })),
]
const numberIn = (value: string): number | null => (value === '' ? null : Number(value))

/** How long members may act in one session. */
export function SessionLimits({
  workspace,
  limits,
}: {
  workspace: { id: string }
  limits: DataOf<'getSessionLimits'>
}) {
  const [session_hours, setHours] = useState(limits.session_hours)
  const [idle_minutes, setMinutes] = useState(limits.idle_minutes)
  const save = useAction(async () => {
    await call('saveSessionLimits', { params: { id: workspace.id }, body: { session_hours, idle_minutes } })
    await refresh('getSessionLimits')
    notify({ type: 'success', title: t('Saved') })
  })
  return (
    <Card>
      <CardHeader title={t('Session limits')}>
        {t('Members who are over a limit sign in again before they do anything here. API keys have no sessions.')}
      </CardHeader>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <div className="grid max-w-xl items-start gap-4 sm:grid-cols-2">
          <Select
            label={t('Longest session')}
            help={t('Since the sign-in')}
            value={session_hours ?? ''}
            options={options(HOURS, limits.session_hours, (count) =>
              count === 1 ? t('1 hour') : t('{count} hours', { count: String(count) }),
            )}
            onChange={({ target }) => setHours(numberIn(target.value))}
          />
          <Select
            label={t('Longest time without doing anything')}
            help={t('In this workspace')}
            value={idle_minutes ?? ''}
            options={options(MINUTES, limits.idle_minutes, (count) => t('{count} minutes', { count: String(count) }))}
            onChange={({ target }) => setMinutes(numberIn(target.value))}
          />
        </div>
        {save.error !== null && <Callout tone="bad">{describeAccountFailure(save.error)}</Callout>}
        <Button className="w-fit" type="submit" busy={save.busy && t('Saving...')}>
          {t('Save session limits')}
        </Button>
      </form>
    </Card>
  )
}
