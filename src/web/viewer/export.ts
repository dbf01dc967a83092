/** The result of a run with the decisions about it, for another program. */
import type { CheckedDecisions } from '#findings/decision.ts'
import { findingsOf, type Tab } from '#findings/finding.ts'
import type { Result } from '#findings/result.ts'

export const resultJson = (result: Result, tabs: readonly Tab[], decisions: CheckedDecisions): string => {
  const decided = tabs
    .flatMap(findingsOf)
    .filter(({ id }) => decisions[id])
    .map(({ id, label }) => {
      const { code = null, ...decision } = decisions[id] ?? {}
      return {
        id,
        finding: label,
        ...decision,
        ...(code && { description: code.description, billable: code.billable }),
      }
    })
  return `${JSON.stringify({ ...result.data, notice: result.notice, decisions: decided }, null, 2)}\n`
}
