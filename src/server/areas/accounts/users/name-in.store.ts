/** How a person is called among the people of an account. */
import { type RawBuilder, sql } from 'kysely'

/**
 * The name of a joined user, and where another member of the workspace has the same name what tells them apart: the part of the address
 * before its @, or all of it where that is the same as well. Null where no user was joined.
 * @param user the alias of the joined row of `users`
 * @param account whose people they are: a column or an id
 */
export const nameIn = (user: string, account: RawBuilder<unknown>): RawBuilder<string> => {
  const one = sql.ref(user)
  return sql`${one}.display_name || coalesce((
    select ' (' || case when bool_or(split_part(other.email::text, '@', 1) = split_part(${one}.email::text, '@', 1))
      then ${one}.email::text else split_part(${one}.email::text, '@', 1) end || ')'
    from users other join workspace_members fellow on fellow.user_id = other.id and fellow.workspace_id = ${account}
    where lower(other.display_name) collate "C" = lower(${one}.display_name) collate "C" and other.id <> ${one}.id
    having count(*) > 0), '')`
}
