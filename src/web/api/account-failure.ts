import { loginErrorText } from '#contract/platform/messages.ts'
import { t } from '#web/lib/language.ts'
import { ApiError } from './api-error.ts'

/** What a form about an account says when the server refused or did not answer; §8's words where it has them. */
export function describeAccountFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('Something went wrong. Please try again or contact support.')
  if (error.category === 'TIMEOUT' && error.status === null) return loginErrorText('timeout')
  if (error.status === null) return loginErrorText('network')
  if (error.status === 429) return loginErrorText('too-many-requests')
  return t(error.problems[0]?.message ?? error.message)
}
