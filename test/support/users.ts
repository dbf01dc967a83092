import { randomUUID } from 'node:crypto'
import type { UserId } from '#contract/primitives.ts'
import type { TestDatabase } from './database.ts'

/** A user in the database alone, who cannot sign in. */
export async function insertUser({ pool }: Pick<TestDatabase, 'pool'>, role = 'basic_user'): Promise<UserId> {
  const id = randomUUID() as UserId
  await pool.query('insert into users (id, firebase_uid, email, display_name, role) values ($1, $2, $3, $4, $5)', [
    id,
    `test:${id}`,
    `${id}@example.test`,
    'Somebody',
    role,
  ])
  return id
}
