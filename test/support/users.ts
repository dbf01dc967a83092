import type { UserId } from '#contract/primitives.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import type { TestDatabase } from './database.ts'

/** A user in the database alone, who cannot sign in. */
export async function insertUser({ pool }: Pick<TestDatabase, 'pool'>, role = 'basic_user'): Promise<UserId> {
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
