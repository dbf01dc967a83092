/** From the findings of a note to its codes: one line per code, ranked, with the words that support it. */
import type { CodeEntry } from '#nodes/ports.ts'
import type { Assertion } from './assertion.ts'
import type { CodedFinding } from './coded-finding.ts'
import type { ConceptIndex } from './concept-index.ts'
import { confidence, type Signals } from './confidence.ts'
import type { Finding } from './findings.ts'
import { familyHistory, isLasting, personalHistory } from './history-codes.ts'
import { onSide, sideOf, toBillable } from './specificity.ts'
import { combineCodes, withoutBelonging, withoutGeneral } from './with-convention.ts'

export interface CodingOptions {
  /** Codes below this confidence are left out. */
  minimum_confidence: number
  /** Join what ICD-10-CM presumes to be linked (diabetes and kidney disease) and drop what is said more exactly elsewhere. */
  combine: boolean
  /** How many places are given for a code. */
  evidence_limit: number
}
export const DEFAULT_CODING: CodingOptions = { minimum_confidence: 0.3, combine: true, evidence_limit: 5 }

interface Draft {
  entry: CodeEntry
  assertion: Assertion
  finding: Finding
  /** Follows from another finding, as a history code does. */
  derived: boolean
}

/** Operations named in a note are a status only when they lie in the past. */
const STATUS_OF_OPERATION = /^Z(?:90|98|89|48|47)/

function settle(index: ConceptIndex, entry: CodeEntry, finding: Finding): Draft[] {
  const { assertion } = finding
  // Nobody codes the status that someone does not have.
  if (entry.code.startsWith('Z') && assertion === 'negated') return []
  const own: Draft = { entry, assertion, finding, derived: false }
  if (STATUS_OF_OPERATION.test(entry.code))
    return assertion === 'historical'
      ? [{ ...own, assertion: 'present' }]
      : assertion === 'present' && finding.concept.units.length > 1
        ? [own]
        : []
  if (assertion === 'historical' && isLasting(entry.code)) return [{ ...own, assertion: 'present' }]
  const related =
    assertion === 'historical' ? personalHistory(entry.code) : assertion === 'family' ? familyHistory(entry.code) : null
  const history = related === null ? null : index.get(related)
  return history === null ? [own] : [own, { ...own, entry: history, assertion: 'present', derived: true }]
}

function draft(index: ConceptIndex, text: string, finding: Finding): Draft[] {
  const best = finding.concept.codes[0]
  if (best === undefined) return []
  const side = sideOf(text.slice(finding.start, finding.end)) ?? sideNearby(text, finding)
  const entry = toBillable(index, best.entry)
  const entries = side === null ? [entry] : onSide(index, entry, side)
  return entries.flatMap((chosen) => settle(index, chosen, finding))
}

/** The side named just before the finding: `right lower leg cellulitis`, `on the left: otitis`. */
function sideNearby(text: string, finding: Finding): ReturnType<typeof sideOf> {
  const before = text.slice(Math.max(finding.sentence.start, finding.start - 14), finding.start)
  const after = text.slice(finding.end, Math.min(finding.sentence.end, finding.end + 24))
  const near =
    /\b(left|right|bilateral)[\w-]*\s+(?:\w+\s+)?$/i.exec(before) ??
    /^\s*,?\s*(?:(?:worse |mostly |mainly )?(?:on|of|in) (?:the |his |her )?)?(left|right|bilateral)/i.exec(after)
  return near === null ? null : sideOf(near[1] ?? '')
}

const STRENGTH: readonly Assertion[] = ['present', 'possible', 'historical', 'family', 'negated']

function gather(drafts: readonly Draft[]): Map<string, Draft[]> {
  const byCode = new Map<string, Draft[]>()
  for (const item of drafts) {
    const list = byCode.get(item.entry.code)
    if (list === undefined) byCode.set(item.entry.code, [item])
    else list.push(item)
  }
  return byCode
}

/** Said and denied as often, and not among the conclusions: the note leaves it open. */
function assertionOf(drafts: readonly Draft[]): Assertion {
  const strongest = STRENGTH.find((candidate) => drafts.some((item) => item.assertion === candidate)) ?? 'present'
  const said = drafts.filter((item) => item.assertion === 'present')
  const doubted = drafts.filter((item) => item.assertion === 'negated' || item.assertion === 'possible')
  const concluded = said.some((item) => item.finding.section === 'assessment' || item.finding.section === 'plan')
  const open = drafts.some((item) => item.assertion === 'possible') && doubted.length > said.length && !concluded
  return strongest === 'present' && open ? 'possible' : strongest
}

function summarise(drafts: readonly Draft[], options: CodingOptions): CodedFinding[] {
  const first = drafts[0]
  if (first === undefined) return []
  const assertion = assertionOf(drafts)
  const speaking = drafts.filter((item) => item.assertion === assertion)
  const signals = speaking.map<Signals>((item) => ({
    finding: item.finding,
    entry: item.entry,
    assertion,
    derived: item.derived,
    mentions: speaking.length,
  }))
  const { code, description } = first.entry
  const candidate = first.entry.billable && (assertion === 'present' || assertion === 'possible')
  const evidence = speaking.map((item) => item.finding).slice(0, options.evidence_limit)
  const sure = signals.reduce((most, signal) => Math.max(most, confidence(signal)), 0)
  return [{ code, description, candidate, assertion, evidence, confidence: sure }]
}

/** Candidates first, surest first; among equals in order of place. */
const order = (a: CodedFinding, b: CodedFinding): number =>
  Number(b.candidate) - Number(a.candidate) ||
  b.confidence - a.confidence ||
  (a.evidence[0]?.start ?? 0) - (b.evidence[0]?.start ?? 0)

/**
 * The codes of a note. Every code is billable if the table has a billable one, includes the side if the note states it,
 * and carries the words that support it. Chronic past conditions are coded as present, others marked historical next to
 * their history code.
 */
export function codeNote(
  index: ConceptIndex,
  text: string,
  found: readonly Finding[],
  options: CodingOptions = DEFAULT_CODING,
): CodedFinding[] {
  const drafts = found.flatMap((finding) => draft(index, text, finding))
  const codes = [...gather(drafts).values()].flatMap((list) => summarise(list, options))
  const settled = options.combine ? withoutBelonging(withoutGeneral(combineCodes(index, codes))) : codes
  return settled.filter((code) => code.confidence >= options.minimum_confidence).sort(order)
}
