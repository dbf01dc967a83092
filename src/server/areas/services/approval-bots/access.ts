/** What a bot signs in with and proves deliveries by: sealed in its row, opened where it is needed. */
import { type Belongs, type Sealed, seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { BotSecrets } from './kind.ts'

interface Owned {
  id: string
  owner_id: string
}

const belongsToBot = ({ id, owner_id }: Owned): Belongs => ({ id, owner_id, type: 'approval_bot' })

export const NO_SECRETS: BotSecrets = { bot_token: '', signing_secret: '', webhook_secret: '' }

export const sealSecrets = (ring: KeyRing, secrets: Partial<BotSecrets>, owned: Owned): Sealed =>
  seal(ring, Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')), belongsToBot(owned))

/** @throws Unreadable when the key of the installation has changed */
export function openSecrets(ring: KeyRing, box: Sealed, owned: Owned): BotSecrets {
  return { ...NO_SECRETS, ...unseal(ring, box, belongsToBot(owned)) }
}
