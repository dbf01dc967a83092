/** The access token and the app secret of a channel: sealed in its row, opened where they are needed. */
import { type Belongs, type Sealed, seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'

export interface ChannelSecrets {
  access_token: string
  app_secret: string
}

interface Owned {
  id: string
  owner_id: string
}

const belongsToChannel = ({ id, owner_id }: Owned): Belongs => ({ id, owner_id, type: 'channel' })

export const sealSecrets = (ring: KeyRing, { access_token, app_secret }: ChannelSecrets, owned: Owned): Sealed =>
  seal(ring, { access_token, app_secret }, belongsToChannel(owned))

/** @throws Unreadable when the key of the installation has changed */
export function openSecrets(ring: KeyRing, box: Sealed, owned: Owned): ChannelSecrets {
  const { access_token = '', app_secret = '' } = unseal(ring, box, belongsToChannel(owned))
  return { access_token, app_secret }
}
