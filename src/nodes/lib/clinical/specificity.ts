/** From the code that matched to the code a bill can carry: unspecified children, laterality. */
import type { CodeEntry } from '#nodes/ports.ts'
import type { ConceptIndex } from './concept-index.ts'

const VAGUE = /\bunspecified\b|not (?:otherwise )?specified/gi
const vagueness = (entry: CodeEntry): number => entry.description.match(VAGUE)?.length ?? 0
const PLAIN =
  /without (?:complication|mention|coma|angina|esophagitis|hemorrhage|obstruction|perforation)|uncomplicated|initial encounter|not intractable|single episode/i

const words = (text: string): string[] => text.toLowerCase().match(/[a-z]{4,}/g) ?? []
/** Places that a child names and its parent does not: `unspecified ankle` is not what an unspecified joint is. */
const SITE =
  /^(?:ankle|foot|hand|wrist|elbow|shoulder|knee|vertebrae|finger|fingers|toe|forearm|humerus|femur|tibia|fibula|thigh|pelvis|region)$/

/** How good a child stands for its parent when nothing more is said: unspecified first, then without complications. */
function standsIn(entry: CodeEntry, parent: CodeEntry): number {
  const known = new Set(words(parent.description))
  const added = words(entry.description).filter((word) => SITE.test(word) && !known.has(word)).length
  const last = entry.code.at(-1)
  const ending = last === '9' ? 1.5 : last === '0' ? 1 : 0
  const later = /subsequent encounter|sequela|\bopen\b/i.test(entry.description) ? -20 : 0
  const other = /^other\b|\bother specified\b/i.test(entry.description) ? -2 : 0
  return vagueness(entry) * 3 + (PLAIN.test(entry.description) ? 2 : 0) + ending + other + later - added * 4
}

/**
 * The billable code for an entry: itself, or the child that says `unspecified`, level by level. The entry itself when the table
 * has no billable code under it.
 */
export function toBillable(index: ConceptIndex, entry: CodeEntry): CodeEntry {
  if (entry.billable) return entry
  const all = index.under(entry.code)
  const length = Math.min(...all.map((child) => child.code.length))
  const children = all.filter((child) => child.code.length === length)
  const best = children.toSorted((a, b) => standsIn(b, entry) - standsIn(a, entry) || (a.code < b.code ? -1 : 1))[0]
  return best === undefined ? entry : toBillable(index, best)
}

export type Side = 'left' | 'right' | 'bilateral'

/** The side a piece of text names; null when it names none or both without saying so. */
export function sideOf(text: string): Side | null {
  const lower = text.toLowerCase()
  if (/\b(?:bilateral(?:ly)?|both)\b/.test(lower)) return 'bilateral'
  const left = /\b(?:left|lt|l\.)(?:[\s-]|$)|\bleft-sided\b/.test(lower)
  const right = /\b(?:right|rt|r\.)(?:[\s-]|$)|\bright-sided\b/.test(lower)
  if (left === right) return left ? 'bilateral' : null
  return left ? 'left' : 'right'
}

const sideWord = (description: string): Side | 'unspecified' | null => {
  const lower = description.toLowerCase()
  if (/\bbilateral\b/.test(lower)) return 'bilateral'
  if (/\bright\b/.test(lower)) return 'right'
  if (/\bleft\b/.test(lower)) return 'left'
  return /\bunspecified\b/.test(lower) ? 'unspecified' : null
}
/** A title without its side, to compare siblings. */
export const sideless = (description: string): string =>
  description
    .toLowerCase()
    .replace(/\b(?:right|left|bilateral|unspecified)\b/g, '')
    .replace(/\W+/g, ' ')
    .trim()

/**
 * The sibling of an unspecified-side code that names the side, when the table has one with otherwise the same title; with
 * `bilateral` and no code for both sides, the right and the left one (ICD-10-CM Guideline I.B.13).
 */
export function onSide(index: ConceptIndex, entry: CodeEntry, side: Side): CodeEntry[] {
  const own = sideWord(entry.description)
  if (own !== 'unspecified') return [entry]
  const parent = entry.code.slice(0, entry.code.length > 7 ? 5 : -1)
  const like = sideless(entry.description)
  const siblings = index
    .under(parent.replace(/\.$/, ''))
    .filter((other) => other.billable && sideless(other.description) === like)
  const exact = siblings.find((other) => sideWord(other.description) === side)
  if (exact !== undefined) return [exact]
  if (side !== 'bilateral') return [entry]
  const both = siblings.filter((other) => ['left', 'right'].includes(sideWord(other.description) ?? ''))
  return both.length === 2 ? both : [entry]
}
