/** The SQL of pictures of people. */
import { avatarPath } from '#contract/accounts/avatars.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/**
 * First in a transaction: adding a picture also holds the user's row, weakly. Who waits for that row while holding it so, and the deletion
 * of the account, would wait for each other.
 */
const setAddress = (tx: Queryable, owner: UserId, avatar_url: string | null) =>
  tx.updateTable('users').set({ avatar_url, updated_at: new Date() }).where('id', '=', owner).execute()

/** The picture before it is gone with this, and so is its address. */
export async function replaceAvatar(
  tx: Queryable,
  owner: UserId,
  { key, image }: { key: string; image: Buffer },
): Promise<void> {
  await setAddress(tx, owner, avatarPath(key))
  await tx
    .insertInto('avatars')
    .values({ owner_id: owner, key, image })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ key, image, created_at: new Date() }))
    .execute()
}

export async function deleteAvatar(tx: Queryable, owner: UserId): Promise<void> {
  await setAddress(tx, owner, null)
  await tx.deleteFrom('avatars').where('owner_id', '=', owner).execute()
}

export async function findAvatar(db: Queryable, key: string): Promise<Buffer | null> {
  const row = await db.selectFrom('avatars').select('image').where('key', '=', key).executeTakeFirst()
  return (row?.image as Buffer | undefined) ?? null
}
