import { ApiError } from '#web/api/api-error.ts'
import { t } from '#web/lib/language.ts'

/** Error messages for people who know nothing about the service behind a chat. */
export function wordsFor(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === null) return t('Connection lost. Try again.')
  if (error.status >= 500) return t('Something went wrong on our side. Try again in a moment.')
  if (error.status === 404) return t('This chat isn’t available any more.')
  return error.problems[0]?.message ?? error.message
}
