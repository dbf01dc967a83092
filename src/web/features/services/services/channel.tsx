import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANNEL_KINDS, type ChannelKindName } from '#contract/services/channel-values.ts'
import type { ServiceChannel } from '#contract/services/channels.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { t } from '#web/lib/language.ts'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { channelName } from './channel-names.ts'
import { ChannelPeople } from './channel-people.tsx'
import { ChannelSettings } from './channel-settings.tsx'
import { ChannelState } from './channel-state.tsx'
import { channelQuery } from './service-queries.ts'
import { SlackSteps } from './slack-steps.tsx'

const ABOUT: Record<ChannelKindName, () => string> = {
  whatsapp: () =>
    t(
      'People write to your number on WhatsApp, and this service answers. Messages run under your account, within the daily budget that the chat page and the widget share.',
    ),
  telegram: () =>
    t(
      'People write to your bot on Telegram, and this service answers. Messages run under your account, within the daily budget that all channels share.',
    ),
  slack: () =>
    t(
      'Members of your Slack workspace write to an app or mention it in a channel, and this service answers. Messages run under your account, within the daily budget that all channels share.',
    ),
  email: () =>
    t(
      'People write to an email address of yours, and this service answers in the same conversation. Messages run under your account, within the daily budget that all channels share.',
    ),
}

/** Where people outside of Chowk write to the service. */
export const Channels = ({ service }: { service: ServiceDetail }) =>
  CHANNEL_KINDS.map((kind) => <Channel key={kind} service={service} kind={kind} />)

/** One of them: its state, what to enter at the service outside, its settings, and who wrote. */
function Channel({ service, kind }: { service: ServiceDetail; kind: ChannelKindName }) {
  const { data } = useQuery(channelQuery(service.id, kind))
  const [isOpen, setOpen] = useState(false)
  if (!data?.available) return null
  const isBegun = data.connected || data.callback_url !== null || isOpen
  return (
    <section aria-labelledby={kind} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id={kind} className="text-xl">
          {channelName(kind)}
        </h2>
        <Badge tone={data.enabled ? 'good' : 'neutral'}>{data.enabled ? t('On') : t('Off')}</Badge>
      </header>
      <p className="max-w-prose text-muted">
        {ABOUT[kind]()} <TextLink href="/docs/channels">{t('How to set it up')}</TextLink>
      </p>
      {isBegun ? (
        <Begun service={service} channel={data} />
      ) : (
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          {t('Set up {name}', { name: channelName(kind) })}
        </Button>
      )}
    </section>
  )
}

function Begun({ service, channel }: { service: ServiceDetail; channel: ServiceChannel }) {
  const { connected, kind, manifest } = channel
  const needsApp = kind === 'slack' && !connected
  return (
    <>
      <FeatureNotice name="widgets" />
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {connected && <ChannelState service={service} channel={channel} />}
        {kind === 'email' && <MailSenders />}
        {needsApp && <SlackSteps service={service} manifest={manifest} />}
        {!(needsApp && manifest === null) && (
          <ChannelSettings key={JSON.stringify({ ...channel, ...IGNORED })} service={service} channel={channel} />
        )}
      </Card>
      {connected && <ChannelPeople id={service.id} kind={kind} />}
    </>
  )
}

/** What a mailbox proves, and what it doesn’t. */
const MailSenders = () => (
  <Callout title={t('Senders of emails aren’t verified')}>
    {t(
      'Anyone can put any address into an email. The service treats everyone who writes as unknown, and sends answers only to the address the email came from. Automatic emails, newsletters and mailing lists aren’t answered.',
    )}
  </Callout>
)

/** What changes while the form is filled in, and is no part of it. */
const IGNORED = { today: null, verified_at: null, last_received_at: null, last_error: null, last_error_at: null }
