import { useState } from 'react'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { OwnerForm } from './owner-form.tsx'
import { SetUpTwoFactor } from './two-factor-set-up.tsx'

export const twoFactorQuery = q('getTwoFactor')

/** So few that they are soon used up. */
const FEW = 3

/** Two-factor authentication in addition to the password: turning it on and off, and the backup codes. */
export function TwoFactor() {
  const { enabled, backup_codes_left: left, has_password: hasPassword } = useData(twoFactorQuery)
  const [open, setOpen] = useState<'on' | 'off' | 'codes' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card className="[&>header:last-of-type:last-child]:mb-0">
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('Two-factor sign-in')}
            <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? t('On') : t('Off')}</Badge>
          </span>
        }
        aside={
          enabled ? (
            <Button onClick={() => setOpen('off')}>{t('Turn off')}</Button>
          ) : (
            <Button onClick={() => setOpen('on')}>{t('Turn on')}</Button>
          )
        }
      >
        {enabled
          ? t('You sign in with your password and a code from your authenticator app.')
          : t('With a code from an app in addition to your password, a stolen password isn’t enough to sign in.')}
      </CardHeader>
      {enabled && (
        <div className="grid gap-3">
          {left <= FEW && (
            <Callout tone="warn">
              {t('You’re running out of backup codes. Create new ones before you need them.')}
            </Callout>
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>{t('Backup codes left: {count} of 10', { count: left })}</p>
            <Button size="sm" onClick={() => setOpen('codes')}>
              {t('New backup codes')}
            </Button>
          </div>
        </div>
      )}
      {open === 'on' && <SetUpTwoFactor hasPassword={hasPassword} onClose={close} />}
      {open === 'off' && <TurnOff hasPassword={hasPassword} onClose={close} />}
      {open === 'codes' && <NewCodes hasPassword={hasPassword} onClose={close} />}
    </Card>
  )
}

interface DialogProps {
  hasPassword: boolean
  onClose: () => void
}

function TurnOff({ hasPassword, onClose }: DialogProps) {
  return (
    <Dialog open onClose={onClose} size="sm" title={t('Turn off two-factor sign-in?')}>
      <OwnerForm
        hasPassword={hasPassword}
        withCode
        danger
        submit={t('Turn off')}
        send={async (given, code) => {
          await call('disableTwoFactor', { body: { ...given, code } })
          onClose()
          await refresh('getTwoFactor', 'listSessions')
        }}
        onCancel={onClose}
      >
        <p>{t('You’ll sign in with your password only, and your backup codes stop working.')}</p>
      </OwnerForm>
    </Dialog>
  )
}

function NewCodes({ hasPassword, onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Dialog open onClose={onClose} size="sm" title={codes ? t('Save your backup codes') : t('New backup codes')}>
      {codes === null ? (
        <OwnerForm
          hasPassword={hasPassword}
          submit={t('Create new codes')}
          send={async (given) => {
            setCodes((await call('renewBackupCodes', { body: given })).backup_codes)
            await refresh('getTwoFactor')
          }}
          onCancel={onClose}
        >
          <p>{t('You’ll get ten new codes. The old ones stop working.')}</p>
        </OwnerForm>
      ) : (
        <div className="grid gap-5">
          <BackupCodes codes={codes} />
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              {t('I’ve saved them')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
