import { type FormEvent, useState } from 'react'
import type { RequestableRole } from '#contract/accounts/role-requests.ts'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'

const { reason_chars } = ROLE_REQUESTS

const reasonRule = (value: string): string | undefined => {
  if (value.trim() === '') return t('Tell us what you want to do with this role')
  return value.trim().length > reason_chars
    ? t('Use at most {count} characters', { count: formatNumber(reason_chars) })
    : undefined
}

/** Asking for a role with a reason. */
export function RequestForm({ roles }: { roles: readonly RequestableRole[] }) {
  const [chosen, setChosen] = useState<RequestableRole | null>(null)
  const reason = useField<HTMLTextAreaElement>(reasonRule)
  const role = chosen && roles.includes(chosen) ? chosen : (roles[0] ?? 'seller')
  const ask = useAction(async () => {
    await call('requestRole', { body: { role, reason: reason.value } })
    reason.clear()
    await refresh('getRoleRequests', 'getDashboard')
    notify({ type: 'success', title: t('Request sent'), message: t('We’ll tell you here when an admin has answered.') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void ask.run()
  }
  return (
    <Card aria-label={t('Request a role')}>
      <CardHeader title={t('Request a role')}>
        {t('An admin reviews your request. Nothing changes for what you already use.')}
      </CardHeader>
      <form noValidate onSubmit={submit} className="grid max-w-2xl gap-4">
        {roles.length > 1 && (
          <Segmented
            label={t('Role')}
            segments={roles.map((one) => ({ value: one, label: roleName(one) }))}
            value={role}
            onChange={(value) => setChosen(roles.find((one) => one === value) ?? null)}
          />
        )}
        <TextArea
          {...reason.input}
          label={
            roles.length > 1
              ? t('Why do you want this role?')
              : t('Why do you want to be {role}?', { role: roleName(role) })
          }
          help={t('What you’d build or sell, and for whom.')}
          disabled={ask.busy}
        />
        {ask.error !== null && <Callout tone="bad">{friendly(ask.error)}</Callout>}
        <Button type="submit" variant="primary" className="w-fit" busy={ask.busy && t('Sending...')}>
          {t('Send request')}
        </Button>
      </form>
    </Card>
  )
}
