/** What a channel signs in with and proves deliveries by: sealed in its row, opened where it is needed. */
import { type Belongs, type Sealed, seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { ChannelSecrets } from './kind/kind.ts'

interface Owned {
  id: string
  owner_id: string
}

const belongsToChannel = ({ id, owner_id }: Owned): Belongs => ({ id, owner_id, type: 'channel' })

export const NO_SECRETS: ChannelSecrets = {
  ...{ access_token: '', app_secret: '' },
  ...{ bot_token: '', signing_secret: '', webhook_secret: '', mail_password: '' },
}

export const sealSecrets = (ring: KeyRing, secrets: Partial<ChannelSecrets>, owned: Owned): Sealed =>
  seal(ring, Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')), belongsToChannel(owned))

/** @throws Unreadable when the key of the installation has changed */
export function openSecrets(ring: KeyRing, box: Sealed, owned: Owned): ChannelSecrets {
  return { ...NO_SECRETS, ...unseal(ring, box, belongsToChannel(owned)) }
}
