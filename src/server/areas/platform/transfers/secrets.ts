/** Credentials, and the keys of channels, in the hands of a new owner. */
import type { UserId } from '#contract/core/primitives.ts'
import { seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Move } from './move-step.ts'
import * as store from './secrets.store.ts'

const sealFor = (ring: KeyRing, box: store.SealedThing, from: UserId, to: UserId) => {
  const { id, type } = box
  return seal(ring, unseal(ring, box, { id, owner_id: from, type }), { id, owner_id: to, type })
}

/**
 * Without a confirmation there are no credentials among the things, and channels are disconnected: their keys stay with nobody.
 * @throws Unreadable for what no key of the vault opens
 */
export async function moveSecrets(
  tx: Queryable,
  ring: KeyRing,
  { from, to, contents }: Move,
  confirmed: boolean,
): Promise<void> {
  for (const one of await store.findCredentialsToSeal(tx, from, contents.credential))
    await store.saveCredential(tx, to, one.id, sealFor(ring, one, from, to))
  if (!confirmed) return store.deleteChannels(tx, contents.service)
  for (const one of await store.findChannelsToSeal(tx, contents.service))
    await store.saveChannel(tx, to, one.id, sealFor(ring, one, from, to))
}
