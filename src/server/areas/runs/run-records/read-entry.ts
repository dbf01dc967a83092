/** An entry of a record as its reader may see it. */
import { z } from 'zod'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { RecordWithheld } from '#contract/runs/run-record-values.ts'
import type { SignedEntry } from '#server/areas/runs/record-keeping/chain.ts'
import type { Language } from '#shared/language.ts'
import { nobodyOf, type Told } from './record-words.ts'

const Who = z.object({ id: z.string(), name: z.string() })
const parsed = (text: string): JsonObject => JSON.parse(text)

/** An entry without its words. */
export interface ReadEntry extends Told {
  entry: SignedEntry
  by: { id: string; name: string } | null
}

const DETAILED = new Set(['started', 'decided', 'asked_by_link', 'answered', 'result_rejected'])

function withheldOf(entry: SignedEntry, facts: JsonObject, isSecondReading: boolean): RecordWithheld | null {
  if (entry.content === null) return entry.content_hash !== null && DETAILED.has(entry.kind) ? 'deleted' : null
  return isSecondReading && entry.kind === 'decided' && facts.reading !== 'final' ? 'second_reading' : null
}

export function readEntry(entry: SignedEntry, isSecondReading: boolean): ReadEntry {
  const facts = parsed(entry.facts)
  const withheld = withheldOf(entry, facts, isSecondReading)
  const content = entry.content === null || withheld !== null ? null : parsed(entry.content)
  const by = entry.who === null ? null : Who.parse(parsed(entry.who))
  return { entry, kind: entry.kind, facts, content, withheld, by }
}

/** The name of who did it, also where it was nobody with an account. */
export const nameOf = (one: ReadEntry, language: Language): string =>
  one.by?.name ?? nobodyOf(one, one.entry.who_hash !== null)[language]
