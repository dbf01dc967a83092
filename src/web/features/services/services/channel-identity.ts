import type { ChannelKindName } from '#contract/services/channel-values.ts'
import { t } from '#web/lib/language.ts'

type TextName = 'phone_number_id' | 'access_token' | 'app_secret' | 'bot_token' | 'signing_secret'
type MailName = 'mail_address' | 'mail_user' | 'mail_password' | 'imap_host' | 'imap_port' | 'smtp_host' | 'smtp_port'
export type IdentityName = TextName | MailName

/** What a service outside gives: who the channel is, and what it signs in with. */
export interface IdentityField {
  name: IdentityName
  label: () => string
  help: () => string
  /** Never shown again: empty keeps it. */
  isSecret: boolean
  /** What is typed there, when it is not a secret. */
  input?: 'email' | 'text' | 'numeric'
  optional?: boolean
  missing: () => string
  /** Of what is not a secret. */
  form?: RegExp
}

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const PORT = /^\d{1,5}$/

export const IDENTITY_FIELDS: Record<ChannelKindName, readonly IdentityField[]> = {
  whatsapp: [
    {
      name: 'phone_number_id',
      label: () => t('Phone number ID'),
      help: () => t('From Meta: WhatsApp → API setup. It isn’t the phone number.'),
      isSecret: false,
      input: 'numeric',
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
  email: [
    {
      name: 'mail_address',
      label: () => t('Email address'),
      help: () => t('Where people write. Use a mailbox of its own: every new email in its inbox is read.'),
      isSecret: false,
      input: 'email',
      missing: () => t('Enter an email address'),
      form: /^[^\s@]+@[^\s@]+$/,
    },
    {
      name: 'mail_password',
      label: () => t('Password'),
      help: () => t('Most providers need an app password, made in the security settings of the account.'),
      isSecret: true,
      missing: () => t('Enter the password'),
    },
    {
      name: 'mail_user',
      label: () => t('User name'),
      help: () => t('Only if it isn’t the email address.'),
      isSecret: false,
      optional: true,
      missing: () => t('Enter the user name'),
    },
    {
      name: 'imap_host',
      label: () => t('Incoming mail server (IMAP)'),
      help: () => '',
      isSecret: false,
      missing: () => t('Enter the server for incoming mail'),
      form: HOST,
    },
    {
      name: 'imap_port',
      label: () => t('IMAP port'),
      help: () => t('993 for TLS, or the port for STARTTLS.'),
      isSecret: false,
      input: 'numeric',
      missing: () => t('Enter a port from 1 to 65535'),
      form: PORT,
    },
    {
      name: 'smtp_host',
      label: () => t('Outgoing mail server (SMTP)'),
      help: () => '',
      isSecret: false,
      missing: () => t('Enter the server for outgoing mail'),
      form: HOST,
    },
    {
      name: 'smtp_port',
      label: () => t('SMTP port'),
      help: () => t('465 for TLS, or the port for STARTTLS, usually 587.'),
      isSecret: false,
      input: 'numeric',
      missing: () => t('Enter a port from 1 to 65535'),
      form: PORT,
    },
  ],
}
