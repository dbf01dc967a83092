/** The findings of a run with the decisions about them, for another program. */
import { toCsv } from '#contract/core/csv.ts'
import type { CheckedDecisions } from './checked-decisions.ts'
import { findingsOf, type Tab } from './finding.ts'
import type { Result } from './result.ts'

const HEADER = [
  'tab',
  'section',
  'finding',
  'description',
  'labels',
  'confidence',
  'page',
  'evidence',
  'decision',
  'corrected',
  'corrected_description',
  'corrected_billable',
]

export const findingsCsv = (tabs: readonly Tab[], decisions: CheckedDecisions): string =>
  toCsv([
    HEADER,
    ...tabs.flatMap((tab) =>
      tab.sections.flatMap((section) =>
        section.findings.map((finding) => {
          const decision = decisions[finding.id]
          return [
            tab.label.replace(/ \d+$/, ''),
            section.title,
            finding.label,
            [finding.title, ...finding.notes].filter(Boolean).join(' '),
            finding.badges.map(({ text }) => text).join('; '),
            finding.confidence,
            finding.places[0]?.page ?? null,
            finding.places.map(({ text, around }) => (around?.text ?? text).replace(/\s+/g, ' ').trim()).join(' | '),
            decision?.verdict ?? null,
            decision?.value ?? null,
            decision?.code?.description ?? null,
            decision?.code ? (decision.code.billable ? 'yes' : 'no') : null,
          ]
        }),
      ),
    ),
  ])

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
