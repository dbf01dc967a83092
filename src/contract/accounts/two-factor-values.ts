/** The numbers of second factors, apart from their schemas: the browser shows them. */

/** Backup codes an account gets at a time. */
export const BACKUP_CODES = 10
/** How long a browser that was trusted is not asked for the second factor. */
export const TRUSTED_DAYS = 30
/** How long a sign-in, or its confirmation, is recent enough for a dangerous act. */
export const FRESH_MINUTES = 10
/** Most passkeys that one account may have, and most characters of a name of one. */
export const MOST_PASSKEYS = 20
export const PASSKEY_NAME_MAX = 60
