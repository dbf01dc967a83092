import type { UserId } from '#contract/primitives.ts'

/** Whose data it is, by every name the tables know them by. */
export interface Person {
  id: UserId
  email: string
  /** The subject at the identity provider. */
  subject: string
  display_name: string
}
