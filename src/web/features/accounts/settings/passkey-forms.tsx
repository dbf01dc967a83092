import { type FormEvent, useState } from 'react'
import type { NewCredential } from '#contract/accounts/passkeys.ts'
import { PASSKEY_NAME_MAX } from '#contract/accounts/two-factor-values.ts'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { readUserAgent } from '#web/lib/user-agent.ts'
import { createPasskey } from '#web/lib/webauthn.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const nameRule: Rule = (value) => {
  if (value.trim() === '') return t('Name is required')
  return value.trim().length > PASSKEY_NAME_MAX
    ? t('Use at most {count} characters', { count: PASSKEY_NAME_MAX })
    : undefined
}

/** What the browser threw, in words. */
function wordsOf(error: unknown): string {
  if (!(error instanceof DOMException)) return describeAccountFailure(error)
  if (error.name === 'InvalidStateError') return t('This device already has a passkey for your account.')
  return error.name === 'NotAllowedError'
    ? t('No passkey was created. Try again when you’re ready.')
    : t('This browser couldn’t create a passkey.')
}

interface FormProps {
  initial: string
  submit: string
  busyText: string
  send: (name: string) => Promise<void>
  onClose: () => void
}

/** A name and a button; what the server or the browser refuses is told above it. */
function NameForm({ initial, submit: label, busyText, send, onClose }: FormProps) {
  const name = useField(nameRule, initial)
  const [state, setState] = useState<{ busy?: true; failure?: string }>({})
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.check() || state.busy) return
    setState({ busy: true })
    try {
      await send(name.value.trim())
      onClose()
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem('name') : undefined
      if (problem) name.refuse(problem)
      setState(problem || error instanceof NotConfirmed ? {} : { failure: wordsOf(error) })
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {state.failure && <Callout tone="bad">{state.failure}</Callout>}
      <TextField
        label={t('Name')}
        help={t('A name to recognise it by, such as the device it’s on.')}
        dir="auto"
        disabled={state.busy}
        {...name.input}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={name.value.trim() === '' || name.error !== undefined}
          busy={state.busy && busyText}
        >
          {label}
        </Button>
      </div>
    </form>
  )
}

export function NewPasskey({ onClose }: { onClose: () => void }) {
  const [confirmed, dialog] = useConfirmed()
  const { browser, system } = readUserAgent(navigator.userAgent)
  const suggested = browser && system ? t('{browser} on {system}', { browser, system }) : t('My device')
  const add = async (name: string) => {
    const { options } = await confirmed(() => call('startPasskey', {}))
    const credential = (await createPasskey(options)) as unknown as NewCredential
    await call('addPasskey', { body: { name, credential } })
    await refresh('listPasskeys', 'getConnections', 'getTwoFactor')
  }
  return (
    <>
      <Dialog open onClose={onClose} size="sm" title={t('Add passkey')}>
        <NameForm
          initial={suggested}
          submit={t('Continue')}
          busyText={t('Waiting for your device...')}
          send={add}
          onClose={onClose}
        />
      </Dialog>
      {dialog}
    </>
  )
}

export function NamePasskey({
  passkey,
  onClose,
}: {
  passkey: DataOf<'listPasskeys'>['passkeys'][number]
  onClose: () => void
}) {
  return (
    <Dialog open onClose={onClose} size="sm" title={t('Rename passkey')}>
      <NameForm
        initial={passkey.name}
        submit={t('Save')}
        busyText={t('Saving...')}
        send={async (name) => {
          await call('renamePasskey', { body: { id: passkey.id, name } })
          await refresh('listPasskeys')
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}
