/** What every view is made of: tabs of sections of findings. A finding is anything with a name that may have places. */
import type { CodeSystem } from '#contract/agents/code-values.ts'
import type { Place, Result } from './result.ts'

/** What a badge says without words. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad'

export interface Finding {
  /** Stable for the same output, so that decisions find it again. */
  id: string
  /** What a person accepts, corrects or rejects: a code, the kind of a clause, a date. */
  label: string
  /** Shown in the mono type: codes and identifiers. */
  mono?: boolean
  /** The label is a code of this table: a correction must be one, too. */
  system?: CodeSystem
  title: string | null
  badges: readonly { text: string; tone: Tone }[]
  /** 0 to 1. */
  confidence: number | null
  /** Reasons, one paragraph each. */
  notes: readonly string[]
  places: readonly Place[]
  /** Indentation of an outline. */
  level?: number
  table?: FindingTable
}

export interface FindingTable {
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface Section {
  title: string | null
  /** One line under the title. */
  help?: string
  /** Figures that belong together, shown above the findings. */
  table?: FindingTable
  findings: readonly Finding[]
  /** Shown so that a reader can check it, and no part of what was found. */
  isAside?: true
  /** What to say when there is nothing in it. */
  empty?: string
}

export interface Tab {
  key: string
  label: string
  sections: readonly Section[]
}

/** A view is one pure function from a result to its tabs. */
export type View = (result: Result) => readonly Tab[]

export const findingsOf = (tab: Tab): readonly Finding[] => tab.sections.flatMap((section) => section.findings)

/** 'key_sentences' → 'Key sentences'. */
export const words = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
