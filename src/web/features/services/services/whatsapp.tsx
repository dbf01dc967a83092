import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WhatsappChannel } from '#contract/services/channels.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { showSaved, whatsappQuery } from './service-queries.ts'
import { problemAt } from './visitors-refused.tsx'
import { WhatsappPeople } from './whatsapp-people.tsx'
import { WhatsappSettings } from './whatsapp-settings.tsx'

/** A WhatsApp number on which the service answers: its state, what to enter at Meta, its settings, and who wrote. */
export function Whatsapp({ service }: { service: ServiceDetail }) {
  const { data } = useQuery(whatsappQuery(service.id))
  if (!data?.available) return null
  return (
    <section aria-labelledby="whatsapp" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id="whatsapp" className="text-xl">
          WhatsApp
        </h2>
        <Badge tone={data.enabled ? 'good' : 'neutral'}>{data.enabled ? t('On') : t('Off')}</Badge>
      </header>
      <p className="max-w-prose text-muted">
        {t(
          'People write to your number on WhatsApp, and this service answers. Messages run under your account, within the daily budget that the chat page and the widget share.',
        )}{' '}
        <TextLink href="/docs/channels">{t('How to set it up')}</TextLink>
      </p>
      <FeatureNotice name="widgets" />
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {data.connected && <State service={service} channel={data} />}
        <WhatsappSettings key={JSON.stringify({ ...data, ...IGNORED })} service={service} channel={data} />
      </Card>
      {data.connected && <WhatsappPeople id={service.id} />}
    </section>
  )
}

/** What changes while the form is filled in, and is no part of it. */
const IGNORED = { today: null, verified_at: null, last_received_at: null, last_error: null, last_error_at: null }

function State({ service, channel }: { service: ServiceDetail; channel: WhatsappChannel }) {
  const { callback_url, verify_token, verified_at, last_received_at, last_error, today, daily_paise } = channel
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="tabular-nums">
        <span className="font-medium">{channel.display_number}</span>
        {' · '}
        {t('Today {runs} of {limit} messages', {
          runs: formatNumber(today.runs),
          limit: formatNumber(channel.daily_runs),
        })}
        {(daily_paise > 0 || today.paise > 0) && `, ${formatPaise(today.paise)} / ${formatPaise(daily_paise)}`}
        {last_received_at !== null && (
          <>
            {' · '}
            {t('Last message')} <RelativeTime time={last_received_at} />
          </>
        )}
      </p>
      {last_error !== null && (
        <Callout tone="warn" title={t('The last message wasn’t sent')}>
          {last_error}
        </Callout>
      )}
      {verified_at === null && (
        <Callout title={t('One more step at Meta')}>
          {t(
            'In your Meta app, open WhatsApp → Configuration, enter these two values, and subscribe to the field “messages”.',
          )}
        </Callout>
      )}
      <Value label={t('Callback URL')} value={new URL(callback_url ?? '', window.location.origin).href} />
      <Value label={t('Verify token')} value={verify_token ?? ''} />
      <Actions service={service} />
    </div>
  )
}

/** What is pasted at Meta. */
const Value = ({ label, value }: { label: string; value: string }) => (
  <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-1">
    <p aria-hidden="true" className="font-medium">
      {label}
    </p>
    <CodeBlock code={value} label={label} />
  </div>
)

function Actions({ service }: { service: ServiceDetail }) {
  const [open, setOpen] = useState<'test' | 'disconnect' | null>(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setOpen('test')}>
        {t('Send a test message')}
      </Button>
      <Button size="sm" onClick={() => setOpen('disconnect')}>
        {t('Disconnect')}
      </Button>
      {open === 'test' && <TestDialog service={service} onClose={() => setOpen(null)} />}
      {open === 'disconnect' && <DisconnectDialog service={service} onClose={() => setOpen(null)} />}
    </div>
  )
}

interface DialogProps {
  service: ServiceDetail
  onClose: () => void
}

function TestDialog({ service, onClose }: DialogProps) {
  const [to, setTo] = useState('')
  const test = useAction(async () => {
    await call('testServiceWhatsapp', { params: { id: service.id }, body: { to } })
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

function DisconnectDialog({ service, onClose }: DialogProps) {
  const disconnect = useAction(async () => {
    const at = { params: { id: service.id } }
    await call('disconnectServiceWhatsapp', at)
    await showSaved(whatsappQuery(service.id), await call('getServiceWhatsapp', at))
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Disconnect this number?')}
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
