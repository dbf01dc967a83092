import { type FormEvent, Suspense, useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { appCodeRule } from '#web/parts/accounts/identity/code-rule.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { OwnerForm } from './owner-form.tsx'
import { SecretText } from './secret-text.tsx'

const QrCode = lazyPart(
  () => import('#web/ui/qr-code.tsx'),
  (m) => m.QrCode,
)

type Setup = DataOf<'startTwoFactor'>

/** Three steps: who you are, the app, the backup codes. Closing it before the code was confirmed changes nothing. */
export function SetUpTwoFactor({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [on, setOn] = useState(false)
  const close = () => {
    onClose()
    if (on) void refresh('getTwoFactor', 'listSessions')
  }
  return (
    <Dialog open onClose={close} title={on ? t('Save your backup codes') : t('Turn on two-factor sign-in')}>
      {setup === null && (
        <OwnerForm
          hasPassword={hasPassword}
          submit={t('Continue')}
          send={async (given) => setSetup(await call('startTwoFactor', { body: given }))}
          onCancel={onClose}
        >
          <p>
            {t(
              'You’ll also enter a code from an app on your phone when you sign in. Any authenticator app works: Aegis, 2FAS, Google or Microsoft Authenticator, or a password manager.',
            )}
          </p>
        </OwnerForm>
      )}
      {setup && !on && <ConfirmApp setup={setup} onCancel={onClose} onConfirmed={() => setOn(true)} />}
      {setup && on && (
        <div className="grid gap-5">
          <Callout tone="good">{t('Two-factor sign-in is on. All other browsers have been signed out.')}</Callout>
          <BackupCodes codes={setup.backup_codes} />
          <div className="flex justify-end">
            <Button variant="primary" onClick={close}>
              {t('I’ve saved them')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

interface ConfirmProps {
  setup: Setup
  onCancel: () => void
  onConfirmed: () => void
}

function ConfirmApp({ setup, onCancel, onConfirmed }: ConfirmProps) {
  const code = useField(appCodeRule)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!code.check() || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await call('enableTwoFactor', { body: { code: code.value } })
      onConfirmed()
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'code_wrong') code.refuse(describeAccountFailure(error))
      else setFailure(describeAccountFailure(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {failure && <Callout tone="bad">{failure}</Callout>}
      <div className="flex flex-wrap items-center gap-5">
        <Suspense fallback={<Spinner />}>
          <QrCode text={setup.uri} label={t('QR code for your authenticator app')} />
        </Suspense>
        <div className="grid min-w-0 grow basis-56 grid-cols-[minmax(0,1fr)] gap-2">
          <p>{t('Scan this with your authenticator app.')}</p>
          <p className="text-muted text-base">{t('Or enter this secret in the app:')}</p>
          <SecretText secret={setup.secret} />
        </div>
      </div>
      <CodeField
        label={t('Code')}
        help={t('The 6 digits currently shown in the app.')}
        name="code"
        disabled={busy}
        {...code.input}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={code.value === '' || code.error !== undefined}
          busy={busy && t('Checking...')}
        >
          {t('Turn on')}
        </Button>
      </div>
    </form>
  )
}
