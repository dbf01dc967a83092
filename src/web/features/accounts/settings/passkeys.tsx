import { Fingerprint, Plus } from 'lucide-react'
import { useState } from 'react'
import { MOST_PASSKEYS } from '#contract/accounts/two-factor-values.ts'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { passkeyReason } from '#web/lib/passkey-reason.ts'
import { formatDay } from '#web/lib/time.ts'
import { passkeyHindrance } from '#web/lib/webauthn.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { NamePasskey, NewPasskey } from './passkey-forms.tsx'

export const passkeysQuery = q('listPasskeys')

type Passkey = DataOf<'listPasskeys'>['passkeys'][number]

/** Passkeys: made, named, taken away. */
export function Passkeys() {
  const { passkeys } = useData(passkeysQuery)
  const [adding, setAdding] = useState(false)
  const full =
    passkeys.length >= MOST_PASSKEYS
      ? t('You can have up to {count} passkeys. Remove one first.', { count: MOST_PASSKEYS })
      : undefined
  const add = (
    <Button
      icon={<Plus aria-hidden="true" />}
      reason={passkeyReason(passkeyHindrance()) ?? full}
      onClick={() => setAdding(true)}
    >
      {t('Add passkey')}
    </Button>
  )
  return (
    <Card>
      <CardHeader title={t('Passkeys')} aside={passkeys.length > 0 && add}>
        {t('Sign in with your fingerprint, face or PIN instead of a password and a code.')}
      </CardHeader>
      {passkeys.length === 0 ? (
        <EmptyState icon={<Fingerprint aria-hidden="true" />} title={t('No passkeys yet')} action={add}>
          {t('A passkey can’t be guessed, stolen from us, or entered on a fake page.')}
        </EmptyState>
      ) : (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {adding && <NewPasskey onClose={() => setAdding(false)} />}
    </Card>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState<'name' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { name } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="grid min-w-0 grow basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-words font-medium" dir="auto">
            {name}
          </span>
          {passkey.synced && <Badge>{t('Synced')}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-2 text-muted text-base">
          {passkey.created_at && <span>{t('added {day}', { day: formatDay(passkey.created_at) })}</span>}
          <span aria-hidden="true">·</span>
          <span>
            {passkey.last_used_at ? (
              <>
                {t('last used')} <RelativeTime time={passkey.last_used_at} />
              </>
            ) : (
              t('never used')
            )}
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={t('Rename {name}', { name })} onClick={() => setOpen('name')}>
          {t('Rename')}
        </Button>
        <Button size="sm" aria-label={t('Remove {name}', { name })} onClick={() => setOpen('remove')}>
          {t('Remove')}
        </Button>
      </div>
      {open === 'name' && <NamePasskey passkey={passkey} onClose={close} />}
      {open === 'remove' && <RemovePasskey passkey={passkey} onClose={close} />}
    </li>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [confirmed, dialog] = useConfirmed()
  const remove = useAction(async () => {
    try {
      await confirmed(() => call('removePasskey', { body: { id: passkey.id } }))
    } catch (error) {
      if (error instanceof NotConfirmed) return
      throw error
    }
    onClose()
    await refresh('listPasskeys', 'getConnections', 'getTwoFactor')
  })
  return (
    <>
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('Remove “{name}”?', { name: passkey.name })}
        keep={t('Cancel')}
        act={t('Remove passkey')}
        busy={remove.busy && t('Removing...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && describeAccountFailure(remove.error)}
      >
        <p>
          {t(
            'You’ll no longer be able to sign in with it. Your device or password manager may still show it until you delete it there.',
          )}
        </p>
      </ConfirmDialog>
      {dialog}
    </>
  )
}
