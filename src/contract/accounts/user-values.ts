/** What a user can be, without schemas: for pages and the server alike. */

/** Managed-user status. `pending` and `rejected` speak of an asked-for role; such a user works on with the role at hand. */
export const USER_STATUSES = ['active', 'pending', 'rejected', 'blocked', 'deactivated'] as const
export type UserStatus = (typeof USER_STATUSES)[number]
