/**
 * Finds HCPCS Level II codes for what a note says was supplied, given or done. Words of the table (our own for the starter codes, names
 * of drugs for all J and Q codes) are looked for sentence by sentence; the longest ones win; a drug counts only where it was given by
 * needle, drip or nebuliser, since what a patient swallows at home has no such code.
 */
import { type Assertion, assessAssertion, readContext } from '#nodes/lib/clinical/assertion.ts'
import { type SectionKind, sectionAt, splitSections } from '#nodes/lib/clinical/sections.ts'
import { splitSentences } from '#nodes/lib/clinical/sentences.ts'
import { type Token, tokenize } from '#nodes/lib/clinical/tokens.ts'
import type { CodeEntry } from '#nodes/ports.ts'
import { type Amount, amountsIn, doseOfCode, unitsOf } from './units.ts'

interface Phrase {
  stems: readonly string[]
  entry: CodeEntry
  drug: boolean
  /** One of our own words, not one taken from a short title. */
  own: boolean
}
export interface HcpcsIndex {
  version: string
  /** By first stem, longest first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>
}

export interface FoundCode {
  entry: CodeEntry
  start: number
  end: number
  sentence: { start: number; end: number }
  section: SectionKind
  assertion: Assertion
  confidence: number
  /** The dose next to a drug and the billing units it makes. */
  dose: { text: string; units: number | null } | null
}

const isDrug = ({ code, description }: CodeEntry): boolean =>
  (/^[JQ]/.test(code) &&
    /inj|infus|inhal|implant|intrauterine|\bper\b|\d\s?(?:mg|mcg|ml|units?)\b/i.test(description) &&
    !/^Q(?:0091|3014|40)/.test(code)) ||
  /^J[0-9]/.test(code)
/** Devices under J codes are placed, not dosed. */
const isDevice = ({ description }: CodeEntry): boolean => /intrauterine|implant system|contraceptive/i.test(description)

const FILLER = new Set(
  'inj injection injections per up to mg mcg ml units unit iu oral nos not otherwise specified sodium hcl hydrochloride sulfate acetate phosphate citrate infusion solution inhalation final product non compounded noncompounded comp con dose form for use of and the with excl excludes biosimilar biosimil only ex each fda approved'.split(
    ' ',
  ),
)

/** The name of a drug out of a short title: `Abatacept injection`; null when other words are left over. */
function drugName(entry: CodeEntry): string | null {
  const words = tokenize(entry.description)
    .map(({ word }) => word)
    .filter((word) => !FILLER.has(word) && !/^\d|^[a-z]$/.test(word))
  const [name] = words
  return words.length === 1 && name !== undefined && name.length >= 8 ? name : null
}

export function hcpcsIndex({ version, entries }: { version: string; entries: readonly CodeEntry[] }): HcpcsIndex {
  const phrases = new Map<string, Phrase[]>()
  const own = new Set(entries.flatMap(({ synonyms }) => synonyms.map((word) => word.toLowerCase())))
  for (const entry of entries) {
    const drug = isDrug(entry) && !isDevice(entry)
    const name = drug && entry.synonyms.length === 0 ? drugName(entry) : null
    const words = [...entry.synonyms, ...(name !== null && !own.has(name) ? [name] : [])]
    for (const word of words) {
      const stems = tokenize(word).map(({ stem }) => stem)
      const [first] = stems
      if (first === undefined) continue
      const list = phrases.get(first) ?? []
      list.push({ stems, entry, drug, own: word !== name })
      phrases.set(first, list)
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.stems.length - a.stems.length)
  return { version, phrases }
}

/** Given into the body, not swallowed. */
const GIVEN =
  /\b(?:iv|i\.v\.?|im|i\.m\.?|sc|sq|subq|subcut(?:aneous(?:ly)?)?|intravenous(?:ly)?|intramuscular(?:ly)?|intra-?articular(?:ly)?|intrathecal|epidural|inject(?:ed|ion|ions)?|infus(?:ed|ion|ions)|bolus|drip|gtt|ivpb|iv push|nebuli[sz](?:ed|er|ation)|administered|depot|cycle|chemotherapy|stat dose)\b/i
const SWALLOWED =
  /\b(?:po|p\.o\.?|by mouth|oral(?:ly)?|tab(?:let)?s?|caps?(?:ules?)?|syrup|suspension|cream|ointment|patch|inhaler|puffs?|eye drops?|nightly|at bedtime|prescri(?:bed|ption)|home medications?)\b/i
const RECEIVED = /\b(?:given|received|gave|treated with|loaded with|started on|dose of|doses of)\b/i
const ORDERED =
  /\b(?:order(?:ed|s)?|dispens(?:ed|ing)|provid(?:ed|ing)|suppl(?:y|ied|ies)|fitted|fit with|prescri(?:bed|ption)|applied|placed|issued|deliver(?:ed|y)|needs?|requires?|requir(?:ed|ing)|recommend(?:ed)?|rental|rent|replace(?:d|ment)?|performed|obtained|administered|transfus(?:ed|ion)|received|given|completed|arranged|implanted|inserted|screening|qualif(?:y|ies))\b/i
/** What a patient has used so far is seldom supplied now. */
const HAS = /\b(?:uses?|using|ambulates? with|walks? with|has|at home|baseline|already|previous(?:ly)?|owns)\b/i

interface Hit {
  phrase: Phrase
  from: number
  to: number
}

const GAPS = new Set(['of', 'the', 'a', 'an', 'with', 'for', 'and'])

function matchAt(tokens: readonly Token[], from: number, { stems }: Phrase): number | null {
  let at = from
  for (const [index, stem] of stems.entries()) {
    if (index > 0 && tokens[at]?.stem !== stem && GAPS.has(tokens[at]?.word ?? '')) at++
    if (tokens[at]?.stem !== stem) return null
    at++
  }
  return at
}

/** The longest phrase at each place; shorter ones inside of it are part of it. */
function hits(index: HcpcsIndex, tokens: readonly Token[]): Hit[] {
  const found: Hit[] = []
  let from = 0
  while (from < tokens.length) {
    const phrases = index.phrases.get(tokens[from]?.stem ?? '') ?? []
    const hit = phrases
      .map((phrase) => ({ phrase, from, to: matchAt(tokens, from, phrase) }))
      .find(({ to }) => to !== null)
    if (hit?.to) {
      // Several codes may have the same words.
      const same = phrases.filter(
        (phrase) => phrase.stems.length === hit.phrase.stems.length && matchAt(tokens, from, phrase) === hit.to,
      )
      found.push(...same.slice(0, 1).map((phrase) => ({ phrase, from, to: hit.to ?? from })))
      from = hit.to
    } else from++
  }
  return found
}

interface Around {
  words: string
  before: string
  after: string
  section: SectionKind
}

/** How likely a drug was given in a way that has a code; null when it was not. */
function drugConfidence({ words, before, after, section }: Around): number | null {
  const near = `${before.slice(-60)} ${after.slice(0, 90)}`
  if (/\b(?:allerg|sensitiv|resistan|intoleran)/i.test(before)) return null
  if (SWALLOWED.test(after.slice(0, 60)) && !GIVEN.test(after.slice(0, 60))) return null
  if (GIVEN.test(near)) return 0.88
  if (
    ['medications', 'past_medical_history', 'allergies', 'plan', 'instructions', 'history_of_present_illness'].includes(
      section,
    )
  )
    return null
  if (GIVEN.test(words)) return 0.7
  return RECEIVED.test(before) ? 0.6 : null
}

function itemConfidence({ words, before, section }: Around, phrase: Phrase): number {
  const base = phrase.stems.length > 1 ? 0.72 : 0.6
  const said = ORDERED.test(words) ? 0.15 : 0
  const had = HAS.test(before.slice(-40)) && !ORDERED.test(before) ? -0.25 : 0
  const place =
    section === 'plan' || section === 'procedures' || section === 'assessment'
      ? 0.05
      : section === 'social_history' || section === 'past_medical_history'
        ? -0.15
        : 0
  return Math.min(0.95, base + said + had + place)
}

/** What a patient did not want was not supplied. */
const REFUSED = /^.{0,25}\b(?:refused|declined|not (?:needed|required|indicated|given))\b/i

const SILENT: readonly SectionKind[] = ['not_clinical', 'family_history', 'allergies']

function doseAfter(after: string, one: Amount | null): FoundCode['dose'] {
  // The dose follows the name and precedes the next medication.
  const near = after.slice(0, 45).split(/[,;.](?=\s)|\band\b/)[0] ?? ''
  const match = /\d[\d,]{0,10}(?:\.\d{1,4})?\s?(?:million\s)?[A-Za-zµ]{1,10}/.exec(near)
  const [dose] = amountsIn(near)
  if (match === null || dose === undefined) return null
  return { text: match[0], units: one === null ? null : unitsOf(dose, one) }
}

/** In order of place. Advice and what is not about the patient are left out. */
export function findHcpcs(index: HcpcsIndex, text: string): FoundCode[] {
  const heads = splitSections(text)
  const result: FoundCode[] = []
  for (const sentence of splitSentences(
    text,
    heads.map(({ start }) => start),
  )) {
    const section = sectionAt(heads, sentence.start)?.kind ?? 'other'
    if (SILENT.includes(section)) continue
    const words = text.slice(sentence.start, sentence.end)
    const tokens = tokenize(words)
    const found = hits(index, tokens)
    if (found.length === 0) continue
    const context = readContext(words)
    for (const { phrase, from, to } of found) {
      const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0]
      const judged = assessAssertion(context, start, end, section)
      if (judged.assertion === 'family') continue
      const around = { words, before: words.slice(0, start), after: words.slice(end), section }
      const confidence = phrase.drug ? drugConfidence(around) : itemConfidence(around, phrase)
      if (confidence === null) continue
      // Orders stand where findings are advice: `return for a flu shot` is no service yet.
      const sure = confidence * (judged.hypothetical && section !== 'plan' ? 0.7 : 1) * (phrase.own ? 1 : 0.9)
      result.push({
        entry: phrase.entry,
        start: sentence.start + start,
        end: sentence.start + end,
        sentence,
        section,
        assertion: REFUSED.test(around.after) ? 'negated' : judged.assertion,
        confidence: Math.round(sure * 100) / 100,
        dose: phrase.drug ? doseAfter(around.after, doseOfCode(phrase.entry.description)) : null,
      })
    }
  }
  return result
}

export interface HcpcsCode {
  entry: CodeEntry
  assertion: Assertion
  candidate: boolean
  confidence: number
  note: string | null
  evidence: FoundCode[]
}

const RANK: readonly Assertion[] = ['present', 'possible', 'historical', 'negated', 'family']

/** One line per code: the strongest assertion counts, the surest place gives the confidence. */
export function groupCodes(
  found: readonly FoundCode[],
  { minimum, places }: { minimum: number; places: number },
): HcpcsCode[] {
  const byCode = new Map<string, FoundCode[]>()
  for (const one of found) byCode.set(one.entry.code, [...(byCode.get(one.entry.code) ?? []), one])
  const codes = [...byCode.values()].flatMap((all): HcpcsCode[] => {
    const assertion = RANK.find((kind) => all.some((one) => one.assertion === kind)) ?? 'present'
    const evidence = all.filter((one) => one.assertion === assertion)
    const [first] = evidence
    const confidence = Math.max(...evidence.map((one) => one.confidence))
    if (first === undefined || confidence < minimum) return []
    const dosed = evidence.find(({ dose }) => dose?.units)?.dose
    const per = doseOfCode(first.entry.description)
    const note =
      dosed && per
        ? `${dosed.text} is ${dosed.units} billing ${dosed.units === 1 ? 'unit' : 'units'} (one per ${per.value >= 1 ? per.value : `${per.value}`} ${per.unit})`
        : null
    const candidate = assertion === 'present' || assertion === 'possible'
    return [{ entry: first.entry, assertion, candidate, confidence, note, evidence: evidence.slice(0, places) }]
  })
  return codes.toSorted(
    (a, b) =>
      Number(b.candidate) - Number(a.candidate) ||
      b.confidence - a.confidence ||
      (a.entry.code < b.entry.code ? -1 : 1),
  )
}
