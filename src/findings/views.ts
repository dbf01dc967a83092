/** View name → its tabs. A view that is not known shows as JSON. */
import { answerView } from './answer-view.ts'
import { checksView } from './checks-view.ts'
import { clausesView } from './clauses-view.ts'
import { codesView } from './codes-view.ts'
import { dischargeView } from './discharge-view.ts'
import type { Finding, Tab, View } from './finding.ts'
import { insightView } from './insight-view.ts'
import { invoiceView } from './invoice-view.ts'
import { phiView } from './phi-view.ts'
import type { Result } from './result.ts'
import { statementView } from './statement-view.ts'
import { ticketsView } from './tickets-view.ts'
import { transactionsView } from './transactions-view.ts'

const VIEWS: Record<string, View> = {
  codes: codesView,
  clauses: clausesView,
  insight: insightView,
  discharge: dischargeView,
  phi: phiView,
  checks: checksView,
  invoice: invoiceView,
  statement: statementView,
  transactions: transactionsView,
  answer: answerView,
  tickets: ticketsView,
}

/** Ids stay the same for the same output; a second finding under the same id is told apart by its number. */
function distinct(tabs: readonly Tab[]): readonly Tab[] {
  const seen = new Map<string, number>()
  const named = (finding: Finding): Finding => {
    const count = (seen.get(finding.id) ?? 0) + 1
    seen.set(finding.id, count)
    return count === 1 ? finding : { ...finding, id: `${finding.id}#${count}` }
  }
  return tabs.map((tab) => ({
    ...tab,
    sections: tab.sections.map((section) => ({ ...section, findings: section.findings.map(named) })),
  }))
}

/** Every view ends with the data as it is. */
export const tabsOf = (result: Result): readonly Tab[] =>
  distinct([...(VIEWS[result.view]?.(result) ?? []), { key: 'json', label: 'JSON', sections: [] }])
