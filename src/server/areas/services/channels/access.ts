/** What a channel signs in with and proves deliveries by. */
import type { ChannelSecrets } from './kind/kind.ts'
import { sealedSecrets } from './sealed-secrets.ts'

export const NO_SECRETS: ChannelSecrets = {
  ...{ access_token: '', app_secret: '' },
  ...{ bot_token: '', signing_secret: '', webhook_secret: '', mail_password: '' },
}

export const { seal: sealSecrets, open: openSecrets } = sealedSecrets('channel', NO_SECRETS)
