import type { ChannelKindName } from '#contract/services/channel-values.ts'

/** Names of products, the same in every language. */
export const CHANNEL_NAMES: Record<ChannelKindName, string> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  slack: 'Slack',
}
