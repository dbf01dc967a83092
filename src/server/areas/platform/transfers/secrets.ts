/** Credentials, and the keys of models and channels, in the hands of a new owner. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type Sealed, seal, Unreadable, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Move } from './move-step.ts'
import * as store from './secrets.store.ts'

/** @throws transfer_refused for what no key of the vault opens */
function sealFor(ring: KeyRing, box: store.SealedThing, from: UserId, to: UserId): Sealed {
  const { id, type } = box
  try {
    return seal(ring, unseal(ring, box, { id, owner_id: from, type }), { id, owner_id: to, type })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const message = 'A key or password of it can’t be read. Enter it again, or leave it where it is.'
    throw new AppError('transfer_refused', { problems: [{ field: 'move_secrets', code: 'transfer_refused', message }] })
  }
}

/**
 * Without a confirmation there are no credentials or models among the things, and channels are disconnected: their keys stay with nobody.
 * @throws transfer_refused
 */
export async function moveSecrets(
  tx: Queryable,
  ring: KeyRing,
  { from, to, contents }: Move,
  confirmed: boolean,
): Promise<void> {
  for (const one of await store.findCredentialsToSeal(tx, from, contents.credential))
    await store.saveCredential(tx, to, one.id, sealFor(ring, one, from, to))
  for (const one of await store.findModelsToSeal(tx, contents.model))
    await store.saveModel(tx, one.id, sealFor(ring, one, from, to))
  await store.moveModels(tx, to, contents.model)
  if (!confirmed) return store.deleteChannels(tx, contents.service)
  for (const one of await store.findChannelsToSeal(tx, contents.service))
    await store.saveChannel(tx, to, one.id, sealFor(ring, one, from, to))
}
