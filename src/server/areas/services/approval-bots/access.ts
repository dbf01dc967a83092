/** What a bot signs in with and proves deliveries by. */
import { sealedSecrets } from '#server/areas/services/channels/sealed-secrets.ts'
import type { BotSecrets } from './kind.ts'

export const NO_SECRETS: BotSecrets = { bot_token: '', signing_secret: '', webhook_secret: '' }

export const { seal: sealSecrets, open: openSecrets } = sealedSecrets('approval_bot', NO_SECRETS)
