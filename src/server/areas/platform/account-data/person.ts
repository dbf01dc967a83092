import type { UserId } from '#contract/core/primitives.ts'

/** Whose data it is, by every name the tables know them by. */
export interface Person {
  id: UserId
  email: string
  /** Whether the address is known to be theirs. Anybody can open an account with any address: what is known by it alone may be another's. */
  proven: boolean
  /** The subject at the identity provider. */
  subject: string
  display_name: string
}
