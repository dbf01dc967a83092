/** Who looks at a person: those who manage users. The only place that mints grants on it; acts have the policies of their own areas. */
import type { UserId } from '#contract/core/primitives.ts'
import { mayListUsers } from '#server/areas/accounts/accounts.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type SeenPerson = Grant<'person.see', UserId>

/** @throws unauthenticated, forbidden */
export function maySeePerson(caller: Caller, id: UserId): SeenPerson {
  const { by } = mayListUsers(caller)
  return mint('person.see', by, id)
}
