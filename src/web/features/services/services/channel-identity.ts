import type { ChannelKindName } from '#contract/services/channel-values.ts'
import { t } from '#web/lib/language.ts'

export type IdentityName = 'phone_number_id' | 'access_token' | 'app_secret' | 'bot_token' | 'signing_secret'

/** What a service outside gives: who the channel is, and what it signs in with. */
export interface IdentityField {
  name: IdentityName
  label: () => string
  help: () => string
  /** Never shown again: empty keeps it. */
  isSecret: boolean
  missing: () => string
  /** Of what is not a secret. */
  form?: RegExp
}

export const IDENTITY_FIELDS: Record<ChannelKindName, readonly IdentityField[]> = {
  whatsapp: [
    {
      name: 'phone_number_id',
      label: () => t('Phone number ID'),
      help: () => t('From Meta: WhatsApp → API setup. It isn’t the phone number.'),
      isSecret: false,
      missing: () => t('Enter the phone number ID, a number of 5 to 30 digits'),
      form: /^\d{5,30}$/,
    },
    {
      name: 'access_token',
      label: () => t('Access token'),
      help: () => t('Of a system user, so that it doesn’t expire.'),
      isSecret: true,
      missing: () => t('Enter the access token'),
    },
    {
      name: 'app_secret',
      label: () => t('App secret'),
      help: () => t('From Meta: App settings → Basic. It proves that messages come from Meta.'),
      isSecret: true,
      missing: () => t('Enter the app secret'),
    },
  ],
  telegram: [
    {
      name: 'bot_token',
      label: () => t('Bot token'),
      help: () => t('From @BotFather in Telegram: /newbot, or /token for a bot that you have.'),
      isSecret: true,
      missing: () => t('Enter the bot token'),
    },
  ],
  slack: [
    {
      name: 'bot_token',
      label: () => t('Bot token'),
      help: () => t('From your Slack app: OAuth & Permissions → Bot User OAuth Token. It begins with xoxb-.'),
      isSecret: true,
      missing: () => t('Enter the bot token'),
    },
    {
      name: 'signing_secret',
      label: () => t('Signing secret'),
      help: () =>
        t('From your Slack app: Basic Information → App Credentials. It proves that messages come from Slack.'),
      isSecret: true,
      missing: () => t('Enter the signing secret'),
    },
  ],
}
