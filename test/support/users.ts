import type { UserId } from '#contract/core/primitives.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'

/** A user in the database alone, who cannot sign in. */
export async function insertUser({ pool }: { pool: Pool }, role = 'basic_user'): Promise<UserId> {
  const id = uuidv7() as UserId
  await pool.query('insert into users (id, firebase_uid, email, display_name, role) values ($1, $2, $3, $4, $5)', [
    id,
    id,
    `${id}@example.com`,
    'Somebody',
    role,
  ])
  return id
}
