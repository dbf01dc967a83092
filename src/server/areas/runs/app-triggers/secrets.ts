/** What deliveries are signed with: sealed in the row of what is watched, opened where it is needed. */
import { NodeError } from '#nodes/node.ts'
import { type Belongs, type Sealed, seal, Unreadable, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'

/** All null where there is none. */
export type SealedSecret = Sealed | { [Name in keyof Sealed]: null }

export const NO_SECRET: SealedSecret = { key_id: null, wrapped_key: null, sealed: null }

interface Owned {
  id: string
  owner_id: string
}

/** What the ciphertext belongs to. */
const belongsToAppTrigger = ({ id, owner_id }: Owned): Belongs => ({ id, owner_id, type: 'app_trigger' })

export const sealSecret = (ring: KeyRing, secret: string, owned: Owned): Sealed =>
  seal(ring, { secret }, belongsToAppTrigger(owned))

/** Returns the secret, empty where there is none. @throws NodeError `credential_unreadable` */
export function openSecret(ring: KeyRing, { key_id, wrapped_key, sealed, ...owned }: SealedSecret & Owned): string {
  if (key_id === null) return ''
  try {
    return unseal(ring, { key_id, wrapped_key, sealed }, belongsToAppTrigger(owned)).secret ?? ''
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause
    const message =
      'Its secret cannot be decrypted: the key of this installation has changed. Unpublish the workflow and publish it again.'
    throw new NodeError('credential_unreadable', message, { cause })
  }
}
