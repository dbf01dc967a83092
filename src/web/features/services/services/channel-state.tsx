import { useState } from 'react'
import type { ServiceChannel } from '#contract/services/channels.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { channelName } from './channel-names.ts'
import { channelQuery, showSaved } from './service-queries.ts'
import { problemAt } from './visitors-refused.tsx'

interface StateProps {
  service: ServiceDetail
  channel: ServiceChannel
}

/** Whether it works, how much it was used, and what is still to be entered at the service outside. */
export function ChannelState({ service, channel }: StateProps) {
  const { last_received_at, last_error, last_error_at, today, daily_paise } = channel
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="wrap-anywhere tabular-nums">
        <AccountName channel={channel} />
        {' · '}
        {t('Today {runs} of {limit} messages', {
          runs: formatNumber(today.runs),
          limit: formatNumber(channel.daily_runs),
        })}
        {(daily_paise > 0 || today.paise > 0) && `, ${formatPaise(today.paise)} / ${formatPaise(daily_paise)}`}
        {' · '}
        {last_received_at === null ? (
          t('No messages yet')
        ) : (
          <>
            {t('Last message')} <RelativeTime time={last_received_at} />
          </>
        )}
      </p>
      {last_error !== null && (
        <Callout tone="warn" title={t('Last problem')}>
          {last_error} {last_error_at !== null && <RelativeTime time={last_error_at} />}
        </Callout>
      )}
      {channel.kind === 'whatsapp' && <MetaValues channel={channel} />}
      {channel.kind === 'slack' && <SlackValues channel={channel} />}
      <Actions service={service} channel={channel} />
    </div>
  )
}

/** The bot of Telegram has an address that is worth sharing. */
function AccountName({ channel: { kind, display_name } }: { channel: ServiceChannel }) {
  if (kind !== 'telegram') return <span className="font-medium">{display_name}</span>
  return (
    <TextLink href={`https://t.me/${display_name.replace('@', '')}`} external>
      {display_name}
    </TextLink>
  )
}

const addressOf = ({ callback_url }: ServiceChannel): string => new URL(callback_url ?? '', window.location.origin).href

function MetaValues({ channel }: { channel: ServiceChannel }) {
  return (
    <>
      {channel.verified_at === null && (
        <Callout title={t('One more step at Meta')}>
          {t(
            'In your Meta app, open WhatsApp → Configuration, enter these two values, and subscribe to the field “messages”.',
          )}
        </Callout>
      )}
      <Value label={t('Callback URL')} value={addressOf(channel)} />
      <Value label={t('Verify token')} value={channel.verify_token ?? ''} />
    </>
  )
}

function SlackValues({ channel }: { channel: ServiceChannel }) {
  return (
    <>
      {channel.verified_at === null && (
        <Callout title={t('One more step at Slack')}>
          {t('In your Slack app, open Event Subscriptions and select “Retry” or “Verify” at the request URL.')}
        </Callout>
      )}
      <Value label={t('Request URL')} value={addressOf(channel)} />
    </>
  )
}

/** What is pasted at the service outside. */
const Value = ({ label, value }: { label: string; value: string }) => (
  <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-1">
    <p aria-hidden="true" className="font-medium">
      {label}
    </p>
    <CodeBlock code={value} label={label} />
  </div>
)

function Actions({ service, channel }: StateProps) {
  const [open, setOpen] = useState<'test' | 'disconnect' | null>(null)
  return (
    <div className="flex flex-wrap items-start gap-2">
      {channel.kind === 'whatsapp' ? (
        <Button size="sm" onClick={() => setOpen('test')}>
          {t('Send a test message')}
        </Button>
      ) : (
        <CheckButton service={service} channel={channel} />
      )}
      <Button size="sm" onClick={() => setOpen('disconnect')}>
        {t('Disconnect')}
      </Button>
      {open === 'test' && <TestDialog service={service} onClose={() => setOpen(null)} />}
      {open === 'disconnect' && <DisconnectDialog service={service} channel={channel} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** Nobody can be written to who has not written before: the token and the address are checked instead. */
function CheckButton({ service, channel: { kind } }: StateProps) {
  const check = useAction(async () => {
    const params = { id: service.id, kind }
    await call('testServiceChannel', { params, body: {} })
    await showSaved(channelQuery(service.id, kind), await call('getServiceChannel', { params }))
    notify({ type: 'success', title: t('The connection works') })
  })
  return (
    <>
      <Button size="sm" busy={check.busy && t('Checking...')} onClick={() => void check.run()}>
        {t('Check connection')}
      </Button>
      {check.error !== null && (
        <div className="order-last basis-full">
          <Callout tone="bad">{friendly(check.error)}</Callout>
        </div>
      )}
    </>
  )
}

interface DialogProps {
  service: ServiceDetail
  onClose: () => void
}

function TestDialog({ service, onClose }: DialogProps) {
  const [to, setTo] = useState('')
  const test = useAction(async () => {
    await call('testServiceChannel', { params: { id: service.id, kind: 'whatsapp' }, body: { to } })
    notify({ type: 'success', title: t('Test message sent') })
    onClose()
  })
  const problem = problemAt(test.error, 'to')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Send a test message')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={test.busy && t('Sending...')} onClick={() => void test.run()}>
            {t('Send')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void test.run()
        }}
      >
        <TextField
          label={t('Phone number')}
          help={t(
            'With its country code. It must have written to your number in the last 24 hours, unless a template is set.',
          )}
          type="tel"
          autoComplete="tel"
          placeholder="+91 98765 43210"
          value={to}
          error={problem}
          onChange={({ target }) => setTo(target.value)}
        />
        {test.error !== null && problem === undefined && <Callout tone="bad">{friendly(test.error)}</Callout>}
      </form>
    </Dialog>
  )
}

function DisconnectDialog({ service, channel: { kind }, onClose }: DialogProps & StateProps) {
  const disconnect = useAction(async () => {
    const at = { params: { id: service.id, kind } }
    await call('disconnectServiceChannel', at)
    await showSaved(channelQuery(service.id, kind), await call('getServiceChannel', at))
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Disconnect {name}?', { name: channelName(kind) })}
      keep={t('Cancel')}
      act={t('Disconnect')}
      busy={disconnect.busy && t('Disconnecting...')}
      onAct={() => void disconnect.run()}
      failure={disconnect.error !== null && friendly(disconnect.error)}
    >
      <p>{t('Its people, their chats and messages waiting to be sent are deleted.')}</p>
    </ConfirmDialog>
  )
}
