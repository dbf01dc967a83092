import { type FormEvent, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { problemOf } from './problems.tsx'

type Access = 'read' | 'write'

/** Gives addresses access to a thing, and takes it back. */
export function ShareByEmail({
  shares,
  labels,
  onShare,
}: {
  shares: readonly { email: string; access: Access }[]
  /** What each access allows, in words. */
  labels: Readonly<Record<Access, string>>
  onShare: (email: string, access: Access | 'none') => Promise<void>
}) {
  const [email, setEmail] = useState('')
  const [access, setAccess] = useState<Access>('read')
  const share = useAction(async (address: string, to: Access | 'none') => {
    await onShare(address, to)
    setEmail('')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void share.run(email.trim(), access)
  }
  const named = problemOf(share.error, 'email')
  return (
    <>
      <form noValidate onSubmit={submit} className="flex max-w-2xl flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-60">
          <TextField
            label={t('Email address')}
            type="email"
            autoComplete="off"
            value={email}
            error={named}
            onChange={({ target }) => setEmail(target.value)}
          />
        </div>
        <Select
          label={t('Access')}
          value={access}
          onChange={({ target }) => setAccess(target.value === 'write' ? 'write' : 'read')}
          options={[
            { value: 'read', label: labels.read },
            { value: 'write', label: labels.write },
          ]}
        />
        <Button type="submit" busy={share.busy && t('Sharing...')} disabled={email.trim() === ''}>
          {t('Share')}
        </Button>
      </form>
      {share.error !== null && !named && (
        <div className="mt-3">
          <Callout tone="bad">{friendly(share.error)}</Callout>
        </div>
      )}
      <ul className="mt-4 divide-y divide-line empty:hidden">
        {shares.map((one) => (
          <li key={one.email} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="wrap-anywhere min-w-0">{one.email}</span>
            <span className="flex items-center gap-3 text-muted">
              {labels[one.access]}
              <Button
                size="sm"
                aria-label={t('Remove {name}', { name: one.email })}
                onClick={() => void share.run(one.email, 'none')}
              >
                {t('Remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
