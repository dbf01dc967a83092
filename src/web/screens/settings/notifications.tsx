import { isAdminOrAbove } from '#contract/access.ts'
import { CONSENT_ITEMS } from '#contract/consent-values.ts'
import type { MailChoice, NoticeSettings } from '#contract/notices.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useUser } from '#web/api/use-session.ts'
import { CountingSwitch } from '#web/layouts/counting-switch.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { TextLink } from '#web/ui/link.tsx'

export const noticeSettingsQuery = q('getNoticeSettings')

interface Row {
  choice: MailChoice
  label: string
  help: string
}

const rows = (admin: boolean): Row[] => [
  { choice: 'run_failed', label: t('Failed runs'), help: t('At most one an hour for the same agent or service.') },
  { choice: 'approval', label: t('Approvals'), help: t('A run waits for your answer.') },
  { choice: 'role_decided', label: t('Answers about your role'), help: t('An admin has decided.') },
  ...(admin
    ? [{ choice: 'role_request' as const, label: t('Role requests'), help: t('Somebody asks for a role.') }]
    : []),
  { choice: 'workflow_shared', label: t('Shared workflows'), help: t('Somebody asks you to work on a workflow.') },
  { choice: 'mention', label: t('Comments'), help: t('You are named or answered.') },
  { choice: 'followed_seller', label: t('Sellers you follow'), help: t('They publish an agent or a new version.') },
  { choice: 'product_news', label: t('Product news'), help: t('New agents and features, now and then.') },
]

/** Which notices are mailed as well as shown. A switch acts at once, and goes back when it was refused. */
export function MailedNotices() {
  const settings = useData(noticeSettingsQuery)
  const user = useUser()
  const choose = useAction(async (choice: MailChoice, on: boolean) => {
    const { queryKey } = noticeSettingsQuery
    const show = (next: NoticeSettings) => queryClient.setQueryData(queryKey, next)
    show({ ...settings, mail: { ...settings.mail, [choice]: on } })
    try {
      show(await call('updateNoticeSettings', { body: { mail: { [choice]: on } } }))
    } catch (error) {
      show(settings)
      throw error
    }
  })
  return (
    <Card>
      <CardHeader title={t('By e-mail')}>
        {t('Everything appears under the bell. These are mailed too, when you have not read them after a minute.')}
      </CardHeader>
      {!settings.is_verified && (
        <div className="mb-4">
          <Callout tone="warn" title={t('Nothing is mailed yet')}>
            {t('{address} is not verified.', { address: settings.address })}{' '}
            <TextLink href={paths.settings('account')}>{t('Verify it')}</TextLink>
          </Callout>
        </div>
      )}
      <div className="grid gap-4">
        {rows(user !== null && isAdminOrAbove(user.role)).map(({ choice, label, help }) => (
          <Switch
            key={choice}
            label={label}
            help={help}
            checked={settings.mail[choice]}
            onChange={(event) => void choose.run(choice, event.target.checked)}
          />
        ))}
        {choose.error !== null && <Callout tone="bad">{friendly(choose.error)}</Callout>}
      </div>
    </Card>
  )
}

/** Agreeing to being counted, and withdrawing, as easily. */
export function CountingConsent() {
  return (
    <Card>
      <CardHeader title={t('Counting what is used')} />
      <div className="grid gap-4">
        <CountingSwitch />
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          {CONSENT_ITEMS.map((item) => (
            <li key={item}>{t(item)}</li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
