/** The findings of a run with the decisions about them, for another program: one row each, cells that no spreadsheet reads as a formula. */
import { toCsv } from '#contract/core/csv.ts'
import type { CheckedDecisions } from './decision.ts'
import type { Tab } from './finding.ts'

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
  'decided_by',
  'decided_at',
  'reason',
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
            decision?.by ?? null,
            decision?.at ?? null,
            decision?.reason || null,
          ]
        }),
      ),
    ),
  ])
