/** The person behind an account, for what is given once to each person: of a workspace, who made it. */
import { type RawBuilder, sql } from 'kysely'

const maker = (u: string, of: RawBuilder<unknown>) => sql`(
  select ${of} from workspaces w join users maker on maker.id = w.created_by where w.id = ${sql.ref(`${u}.id`)})`

/** The address that a person is known by. @param u the alias of `users` in the statement */
export const addressOfPerson = (u: string): RawBuilder<string> =>
  sql<string>`coalesce(${maker(u, sql`maker.email::text`)}, ${sql.ref(`${u}.email`)}::text)`

/** Whether that address is proven. */
export const isPersonProven = (u: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${maker(u, sql`maker.is_verified`)}, ${sql.ref(`${u}.is_verified`)})`
