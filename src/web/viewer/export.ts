/** The findings of a run with the decisions about them, for another program. */
import { toCsv } from '#contract/csv.ts'
import type { Decisions } from './decisions.ts'
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
]

export const findingsCsv = (tabs: readonly Tab[], decisions: Decisions): string =>
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
          ]
        }),
      ),
    ),
  ])

export const resultJson = (result: Result, tabs: readonly Tab[], decisions: Decisions): string => {
  const decided = tabs
    .flatMap(findingsOf)
    .filter(({ id }) => decisions[id])
    .map(({ id, label }) => ({ id, finding: label, ...decisions[id] }))
  return `${JSON.stringify({ ...result.data, notice: result.notice, decisions: decided }, null, 2)}\n`
}
