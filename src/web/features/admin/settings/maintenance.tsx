import { type FormEvent, useState } from 'react'
import { SETTINGS } from '#contract/admin/setting-values.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { ReasonDialog } from '#web/parts/admin/reason-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { change, reasonRule, SettingSection } from './setting-section.tsx'

type Setting = DataOf<'getSettings'>['maintenance']

const waiting = (runs: number): string =>
  runs === 0 ? 'No runs are waiting.' : runs === 1 ? '1 run is waiting.' : `${runs} runs are waiting.`

/** Pauses changes by everyone but admins, and holds new runs. */
export function MaintenanceSection({ setting, heldRuns }: { setting: Setting; heldRuns: number }) {
  const { value, version, changed } = setting
  const [isEnding, setEnding] = useState(false)
  return (
    <SettingSection
      id="maintenance"
      title="Maintenance mode"
      intro="People can read everything and sign in, but not change anything. New runs are accepted and start when maintenance ends. Runs in progress finish. Admins can still make changes."
      changed={changed}
    >
      {value !== null && (
        <Callout tone="warn">
          <p className="wrap-anywhere">
            Maintenance is on: <bdi>{value.message}</bdi>
          </p>
          <p>
            {waiting(heldRuns)}{' '}
            {value.until !== null && (
              <>
                Expected end: <RelativeTime time={value.until} />.
              </>
            )}
          </p>
          <Button className="mt-2" onClick={() => setEnding(true)}>
            End maintenance
          </Button>
        </Callout>
      )}
      <Write setting={setting} />
      {isEnding && (
        <ReasonDialog
          title="End maintenance?"
          act="End maintenance"
          busy="Ending..."
          label="Reason"
          help="Recorded in the audit log"
          field="reason"
          most={SETTINGS.reason_chars}
          missing="Enter a reason"
          onClose={() => setEnding(false)}
          onAct={async (reason) => {
            await change(() => call('setMaintenance', { body: { value: null, version, reason } }))
            notify({ type: 'success', title: 'Maintenance has ended' })
          }}
        >
          <p>People can make changes again, and waiting runs start.</p>
        </ReasonDialog>
      )}
    </SettingSection>
  )
}

const messageRule = (value: string): string | undefined => {
  const { length } = value.trim()
  if (length === 0) return 'Write what people are told'
  return length > SETTINGS.message_chars ? `Use at most ${SETTINGS.message_chars} characters` : undefined
}

/** As a field of the browser writes it, in the time zone of the admin. */
const untilRule = (value: string): string | undefined =>
  value !== '' && new Date(value).getTime() <= Date.now() ? 'Choose a time in the future' : undefined

/** A future time as that field has it; one that has passed has to be chosen again. */
function toLocal(until: string): string {
  const time = new Date(until)
  if (time.getTime() <= Date.now()) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

function Write({ setting: { value, version } }: { setting: Setting }) {
  const message = useField<HTMLTextAreaElement>(messageRule, value?.message)
  const until = useField(untilRule, value?.until ? toLocal(value.until) : '')
  const reason = useField(reasonRule)
  const save = useAction(async () => {
    const ends = until.value === '' ? null : new Date(until.value).toISOString()
    try {
      await change(() =>
        call('setMaintenance', {
          body: { value: { message: message.value, until: ends }, version, reason: reason.value },
        }),
      )
    } catch (error) {
      const problem = error instanceof ApiError ? error.problems[0] : undefined
      if (problem?.field === 'value.until') return until.refuse(problem.message)
      throw error
    }
    reason.clear()
    notify({ type: 'success', title: value === null ? 'Maintenance is on' : 'The message was changed' })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message.check() && until.check() && reason.check()) void save.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        {...message.input}
        rows={2}
        label="Message"
        help={`What people are told. At most ${SETTINGS.message_chars} characters.`}
      />
      <TextField
        {...until.input}
        type="datetime-local"
        label="Expected end"
        optional
        help={`Your local time, at most ${SETTINGS.most_days} days from now. Maintenance doesn’t end automatically.`}
      />
      <TextField
        {...reason.input}
        label="Reason"
        maxLength={SETTINGS.reason_chars}
        help="Recorded in the audit log. People don’t see it."
      />
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <Button className="w-fit" type="submit" variant="primary" busy={save.busy && 'Saving...'}>
        {value === null ? 'Turn on maintenance' : 'Change message'}
      </Button>
    </form>
  )
}
