import { ALWAYS_MAILED } from '#contract/accounts/always-mailed.ts'
import { CONSENT_ITEMS } from '#contract/accounts/consent-values.ts'
import type { MailChoice, NoticeSettings } from '#contract/accounts/notices.ts'
import { isAdminOrAbove, isSellerOrAbove, type Role } from '#contract/core/access.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useUser } from '#web/api/use-session.ts'
import { CountingSwitch } from '#web/app/consent/counting-switch.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/forms/checkbox.tsx'
import { TextLink } from '#web/ui/link.tsx'

export const noticeSettingsQuery = q('getNoticeSettings')

interface Row {
  choice: MailChoice
  label: string
  help: string
}

interface Group {
  title: string
  rows: Row[]
  /** Roles that see it; all when absent. */
  for?: (role: Role) => boolean
}

/** By what people do. */
const groups = (): Group[] => [
  {
    title: t('Runs'),
    rows: [
      { choice: 'run_failed', label: t('Failed runs'), help: t('At most one per hour for each agent or service.') },
      { choice: 'transfer', label: t('Transfers'), help: t('Something is offered to your workspace, or has moved.') },
      { choice: 'batch', label: t('Batches'), help: t('A batch has finished or is paused.') },
      {
        choice: 'chat_waiting',
        label: t('Chats that wait for you'),
        help: t('Someone who writes to your service waits for a person.'),
      },
      { choice: 'approval', label: t('Approvals'), help: t('A run is waiting for your answer.') },
    ],
  },
  {
    title: t('Agents you use'),
    rows: [
      {
        choice: 'purchase',
        label: t('Monthly purchases'),
        help: t('A month you bought is about to end, or has ended.'),
      },
      { choice: 'credits', label: t('Low credits'), help: t('Your credits fall below your limit.') },
      { choice: 'followed_seller', label: t('Sellers you follow'), help: t('They publish an agent or a new version.') },
      { choice: 'review', label: t('Reviews'), help: t('Reviews of your agents, and replies to yours.') },
    ],
  },
  {
    title: t('Collaboration'),
    rows: [
      {
        choice: 'workflow_shared',
        label: t('Shared with you'),
        help: t('Someone shares a workflow or a knowledge base with you.'),
      },
      { choice: 'mention', label: t('Comments'), help: t('Someone mentions you or replies.') },
      {
        choice: 'member_joined',
        label: t('New members'),
        help: t('Someone joins your workspace by the domain of their email address.'),
      },
    ],
  },
  {
    title: t('Selling'),
    for: isSellerOrAbove,
    rows: [
      { choice: 'sale', label: t('Sales'), help: t('Someone buys one of your agents.') },
      {
        choice: 'agent_decided',
        label: t('Submitted agents'),
        help: t('Your version is published or sent back.'),
      },
    ],
  },
  {
    title: t('For admins'),
    for: isAdminOrAbove,
    rows: [
      { choice: 'role_request', label: t('Role requests'), help: t('Someone requests a role.') },
      { choice: 'agent_review', label: t('Agents to review'), help: t('A version is waiting for your decision.') },
      { choice: 'review_report', label: t('Reported reviews'), help: t('Someone reports a review.') },
      { choice: 'report', label: t('Reports'), help: t('Someone reports an agent or a seller.') },
    ],
  },
  {
    title: t('Your account'),
    rows: [
      { choice: 'role_decided', label: t('Role decisions'), help: t('An admin has decided on your request.') },
      {
        choice: 'report_decided',
        label: t('Your reports'),
        help: t('An admin has decided on something you reported.'),
      },
      { choice: 'product_news', label: t('Product news'), help: t('Occasional news about agents and features.') },
    ],
  },
]

const ALWAYS: Record<keyof typeof ALWAYS_MAILED, () => string> = {
  payment: () => t('Payments'),
  refund: () => t('Refunds'),
  plan: () => t('Your plan'),
  agent_changed: () => t('Changes to agents you use'),
  payee: () => t('Payout account'),
  backup: () => t('Backups of this installation'),
  channel: () => t('Channels of your services'),
  provisioning: () => t('Stopped removals of members'),
}

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
        {t('All notifications appear under the bell. These are also emailed if you haven’t read them after a minute.')}
      </CardHeader>
      {!settings.is_verified && (
        <div className="mb-4">
          <Callout tone="warn" title={t('No emails yet')}>
            {t('{address} is not verified.', { address: settings.address })}{' '}
            <TextLink href={paths.settings('account')}>{t('Verify it')}</TextLink>
          </Callout>
        </div>
      )}
      <div className="grid gap-6">
        {groups().map(({ title, rows, for: isFor }) =>
          isFor && !(user && isFor(user.role)) ? null : (
            <fieldset key={title} className="grid gap-4">
              <legend className="mb-3 font-medium">{title}</legend>
              {rows.map(({ choice, label, help }) => (
                <Switch
                  key={choice}
                  label={label}
                  help={help}
                  checked={settings.mail[choice]}
                  onChange={(event) => void choose.run(choice, event.target.checked)}
                />
              ))}
            </fieldset>
          ),
        )}
        {choose.error !== null && <Callout tone="bad">{friendly(choose.error)}</Callout>}
        <section aria-labelledby="always-mailed" className="grid gap-3">
          <h3 id="always-mailed" className="font-medium">
            {t('Always emailed')}
          </h3>
          <dl className="grid gap-2">
            {Object.entries(ALWAYS).map(([kind, name]) =>
              kind === 'backup' && user?.role !== 'super_admin' ? null : (
                <div key={kind}>
                  <dt>{name()}</dt>
                  <dd className="text-muted text-xs">{t(ALWAYS_MAILED[kind as keyof typeof ALWAYS])}</dd>
                </div>
              ),
            )}
          </dl>
        </section>
      </div>
    </Card>
  )
}

/** Agreeing to being counted, and withdrawing, as easily. */
export function CountingConsent() {
  return (
    <Card>
      <CardHeader title={t('Usage analytics')} />
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
