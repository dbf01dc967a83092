import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'

/** Why something was refused, in words; our own words stay. */
export const refusalOf = (error: unknown): string =>
  error instanceof Error && !(error instanceof ApiError) ? error.message : friendly(error)
