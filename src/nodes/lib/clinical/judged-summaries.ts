/** Summaries with what a reader found in them. For tests and measurements. */
import { followUpsIn } from './follow-up.ts'
import { findLabs } from './labs.ts'
import { findMedications } from './medications.ts'
import { findVitals } from './vitals.ts'

export const PARTS = ['meds', 'vitals', 'labs', 'next'] as const
export type Part = (typeof PARTS)[number]
export interface JudgedSummary {
  title: string
  text: string
  wanted: Record<Part, string[]>
}

/** A note begins with `### title`, then `meds:`, `vitals:`, `labs:`, `next:`, each with what is in it between semicolons. */
export const readSummaries = (source: string): JudgedSummary[] =>
  source
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      const wanted = Object.fromEntries(
        PARTS.map((name) => {
          const line = lines.find((one) => one.startsWith(`${name}:`)) ?? ''
          return [
            name,
            line
              .slice(name.length + 1)
              .split(';')
              .map((one) => one.trim().toLowerCase())
              .filter(Boolean),
          ]
        }),
      ) as Record<Part, string[]>
      const text = lines
        .filter((line) => !PARTS.some((name) => line.startsWith(`${name}:`)))
        .join('\n')
        .trim()
      return { title, text, wanted }
    })

const unique = (all: string[]): string[] => [...new Set(all)]

/** What the rules find, written as readers write it: medicines with a dose, signs with their numbers, labs with their values, kinds of follow-up. */
export const foundIn = (text: string): Record<Part, string[]> => ({
  meds: unique(
    findMedications(text)
      .filter(({ dose }) => dose !== null)
      .map(({ name, dose }) => `${name} ${dose}`.toLowerCase()),
  ),
  vitals: unique(
    findVitals(text).map(({ kind, value, second }) => `${kind} ${value}${second === null ? '' : `/${second}`}`),
  ),
  labs: unique(findLabs(text).map(({ name, value }) => `${name} ${value}`.toLowerCase())),
  next: unique(followUpsIn(text).map(({ kind }) => kind)),
})
