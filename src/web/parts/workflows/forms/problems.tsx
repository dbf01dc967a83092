import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { Callout } from '#web/ui/callout.tsx'

/** What the server says is wrong with a field. */
export const problemOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.problem(field) : undefined

/** What was refused. @param shown the fields that say it themselves */
export function Failure({ error, shown = /^$/ }: { error: unknown; shown?: RegExp }) {
  if (error === null) return null
  const problems = error instanceof ApiError ? error.problems : []
  if (problems.length > 0 && problems.every(({ field }) => field && shown.test(field))) return null
  const [first] = problems.filter(({ field }) => !field || !shown.test(field))
  return <Callout tone="bad">{first?.message ?? friendly(error)}</Callout>
}
