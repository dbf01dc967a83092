/** The SQL of what is sealed for its owner: it is opened and sealed again for the new one, in the transaction of the move. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuids } from './contents.store.ts'

export interface SealedThing extends Sealed {
  id: string
  type: string
}

export async function findCredentialsToSeal(
  tx: Queryable,
  owner: UserId,
  ids: readonly string[],
): Promise<SealedThing[]> {
  const { rows } = await sql<SealedThing>`
    select id, type, key_id, wrapped_key, sealed from credentials
    where owner_id = ${owner} and id = any(${uuids(ids)}) order by id for update`.execute(tx)
  return rows
}

export async function saveCredential(tx: Queryable, owner: UserId, id: string, box: Sealed): Promise<void> {
  await sql`update credentials set owner_id = ${owner}, key_id = ${box.key_id}, wrapped_key = ${box.wrapped_key}, sealed = ${box.sealed}
    where id = ${id}`.execute(tx)
}

/** Those that have a key. */
export async function findModelsToSeal(tx: Queryable, ids: readonly string[]): Promise<SealedThing[]> {
  const { rows } = await sql<SealedThing>`
    select id, 'openai_compatible' as type, key_id, wrapped_key, sealed from models
    where id = any(${uuids(ids)}) and key_id is not null order by id for update`.execute(tx)
  return rows
}

export async function saveModel(tx: Queryable, id: string, box: Sealed): Promise<void> {
  await sql`update models set key_id = ${box.key_id}, wrapped_key = ${box.wrapped_key}, sealed = ${box.sealed}
    where id = ${id}`.execute(tx)
}

export async function moveModels(tx: Queryable, owner: UserId, ids: readonly string[]): Promise<void> {
  await sql`update models set owner_id = ${owner} where id = any(${uuids(ids)})`.execute(tx)
}

/** Channels of these services. */
export async function findChannelsToSeal(tx: Queryable, services: readonly string[]): Promise<SealedThing[]> {
  const { rows } = await sql<SealedThing>`
    select id, 'channel' as type, key_id, wrapped_key, sealed from channels
    where service_id = any(${uuids(services)}) order by id for update`.execute(tx)
  return rows
}

export async function saveChannel(tx: Queryable, owner: UserId, id: string, box: Sealed): Promise<void> {
  await sql`update channels set owner_id = ${owner}, key_id = ${box.key_id}, wrapped_key = ${box.wrapped_key}, sealed = ${box.sealed}
    where id = ${id}`.execute(tx)
}

export async function deleteChannels(tx: Queryable, services: readonly string[]): Promise<void> {
  await sql`delete from channels where service_id = any(${uuids(services)})`.execute(tx)
}
