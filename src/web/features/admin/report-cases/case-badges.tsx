import type { ReportCase } from '#contract/agents/report-cases.ts'
import { Badge } from '#web/ui/badge.tsx'
import { STATES } from './report-cases-address.ts'

/** Where a case is, and whether it is late. */
export function CaseBadges({ report: { state, overdue } }: { report: Pick<ReportCase, 'state' | 'overdue'> }) {
  const { label, tone } = STATES[state]
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {overdue && <Badge tone="bad">Overdue</Badge>}
    </span>
  )
}
