import { type FormEvent, useState } from 'react'
import { SETTINGS, SIGN_UP_MODES, type SignUpMode } from '#contract/admin/setting-values.ts'
import { useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { TextLink } from '#web/ui/link.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { change, reasonRule, SettingSection } from './setting-section.tsx'

const MODES: Record<SignUpMode, { label: string; means: string }> = {
  open: { label: 'Open', means: 'Anyone can create an account.' },
  invitation: { label: 'By invitation', means: 'Only people whom an admin has invited can create an account.' },
  closed: { label: 'Closed', means: 'Nobody can create an account, not even people who were invited.' },
}

/** Who may create an account. */
export function SignUpSection({ setting }: { setting: DataOf<'getSettings'>['sign_up'] }) {
  const { value, version, changed } = setting
  const [chosen, setChosen] = useState<SignUpMode | null>(null)
  const reason = useField(reasonRule)
  const mode = chosen ?? value
  const save = useAction(async () => {
    await change(() => call('setSignUp', { body: { value: mode, version, reason: reason.value } }))
    reason.clear()
    setChosen(null)
    notify({ type: 'success', title: 'Sign-up was changed' })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void save.run()
  }
  return (
    <SettingSection
      id="sign-up"
      title="Sign-up"
      intro={
        <>
          People who have an account can always sign in. Invite people on the{' '}
          <TextLink href={paths.adminInvitations()}>Invitations</TextLink> page.
        </>
      }
      changed={changed}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-2">
          <Segmented
            label="Who can create an account"
            segments={SIGN_UP_MODES.map((one) => ({ value: one, label: MODES[one].label }))}
            value={mode}
            onChange={(picked) => setChosen(SIGN_UP_MODES.find((one) => one === picked) ?? null)}
          />
          <p className="text-muted text-base">{MODES[mode].means}</p>
        </div>
        {mode !== value && (
          <>
            <TextField
              {...reason.input}
              label="Reason"
              maxLength={SETTINGS.reason_chars}
              help="Recorded in the audit log. People don’t see it."
            />
            <Button className="w-fit" type="submit" variant="primary" busy={save.busy && 'Saving...'}>
              Save sign-up
            </Button>
          </>
        )}
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      </form>
    </SettingSection>
  )
}
