import type { ChannelKindName } from '#contract/services/channel-values.ts'
import { t } from '#web/lib/language.ts'

/** Names of products are the same in every language. */
const NAMES: Record<Exclude<ChannelKindName, 'email'>, string> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  slack: 'Slack',
}

export const channelName = (kind: ChannelKindName): string => (kind === 'email' ? t('Email') : NAMES[kind])
