/** Orders and limits of user management, without schemas: for pages and the server alike. */

/** Newest first, by name, or by the last sign-in with the latest first. */
export const USER_SORTS = ['newest', 'name', 'last_sign_in'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** A list of users is counted, and can be paged through, up to here; of a search up to a tenth of it. */
export const MOST_LISTED_USERS = 10_000

/** A longer block is a permanent one: a hundred years. */
export const LONGEST_BLOCK_DAYS = 36_500

/** How many credits support gives at a time: ₹10,000. */
export const MOST_GRANT_PAISE = 1_000_000
