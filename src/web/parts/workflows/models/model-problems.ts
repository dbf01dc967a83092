/** How far the sending of a form about models is, and what the server said of its fields. */
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'

export interface Sending {
  busy?: true
  saved?: true
  failure?: string
  /** By field. */
  problems?: Readonly<Record<string, string>>
}

export function readModelProblems(error: unknown): Sending {
  const found = error instanceof ApiError ? error.problems.filter(({ field }) => field !== undefined) : []
  if (found.length === 0) return { failure: friendly(error) }
  return { problems: Object.fromEntries(found.map(({ field = '', message }) => [field, t(message)])) }
}
