/** Who may do what with the base `b` of a statement. Each statement that reads or changes something of a base has one of these in it. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'

export interface Reader {
  user: UserId
  /** Whether addresses can be confirmed here: then an address alone proves nothing until it is. */
  askProof: boolean
}

/** The share of this person; the address of an account counts once its mailbox is proven, where that is possible. */
const share = ({ user, askProof }: Reader, column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select ${column} from knowledge_shares s join users u on u.email = s.email
  where s.base_id = b.id and u.id = ${user} and (u.is_verified or not ${askProof}::bool))`

/** `owner`, `write`, `read`, or null for a stranger. */
export const roleIn = (reader: Reader): RawBuilder<unknown> =>
  sql`case when b.owner_id = ${reader.user} then 'owner' else ${share(reader, sql`s.access`)} end`

export const mayRead = (reader: Reader): RawBuilder<unknown> =>
  sql`(b.owner_id = ${reader.user} or ${share(reader, sql`true`)} is not null)`

export const mayWrite = (reader: Reader): RawBuilder<unknown> =>
  sql`(b.owner_id = ${reader.user} or ${share(reader, sql`s.access`)} = 'write')`
