/** How chats of the inbox are named. */
import type { InboxChat, InboxMessage } from '#contract/services/inbox.ts'
import { t } from '#web/lib/language.ts'

/** Names of channels are the same in all languages. */
const CHANNELS: Record<string, string> = { whatsapp: 'WhatsApp', telegram: 'Telegram', slack: 'Slack' }

export function channelName(channel: string): string {
  if (channel === 'page') return t('Chat page')
  if (channel === 'widget') return t('Widget')
  return channel === 'email' ? t('Email') : (CHANNELS[channel] ?? channel)
}

/** A person’s number is written with a plus. */
export const visitorName = ({ visitor }: Pick<InboxChat, 'visitor'>): string =>
  visitor === '' ? t('Visitor') : /^\d{5,20}$/.test(visitor) ? `+${visitor}` : visitor

export function askedText({ asked_by, reason }: Pick<InboxChat, 'asked_by' | 'reason'>): string | null {
  if (asked_by === 'visitor') return t('The visitor asked for a person.')
  if (asked_by === 'agent')
    return reason === '' ? t('The agent asked for a person.') : t('The agent asked for a person: {reason}', { reason })
  return null
}

/** What has become of an answer that was sent through a channel; null where there is nothing to say. */
export function deliveryText(delivery: InboxMessage['delivery']): string | null {
  if (delivery === null || delivery === 'sent') return null
  const texts = {
    waiting: t('Being sent'),
    held: t('On hold: it’s sent when they write again, because more than 24 hours have passed.'),
    unknown: t('It isn’t known whether this arrived.'),
    failed: t('Not delivered. The channel’s settings say why.'),
    dropped: t('Not sent: they have asked for no more messages.'),
  }
  return texts[delivery]
}
