/** Medicines of a note: name, dose, route, how often, for how long, and whether they are taken, begun or stopped. */
import { assessAssertion, readContext } from './assertion.ts'
import { DRUG_ENDING, DRUGS, NOT_DRUGS } from './drug-names.ts'
import { type SectionKind, sectionAt, splitSections } from './sections.ts'
import { type Span, splitSentences } from './sentences.ts'

export type MedicationStatus = 'taken' | 'started' | 'stopped' | 'given' | 'planned'

export interface Medication extends Span {
  name: string
  dose: string | null
  route: string | null
  frequency: string | null
  duration: string | null
  as_needed: boolean
  status: MedicationStatus
  section: SectionKind
}

const AMOUNT =
  /^(?:\d[\d,]{0,8}(?:\.\d{1,4})?(?:\s?[-–/]\s?\d[\d,]{0,8}(?:\.\d{1,4})?)?)(?:\s|-)?(?:mg\/kg|mcg\/hr|mg\/ml|mcg|µg|ug|mg|gm|grams?|g|ml|cc|units?|iu|meq|mmol|puffs?|tabs?|tablets?|capsules?|caps?|drops?|gtts?|sprays?|patch(?:es)?|%|l)(?![a-z]|\/(?:d|l\b))/i
/** Between a name and its dose: salts, forms, brackets with a brand. */
const BETWEEN =
  /^(?:[ \t,:()–-]|sodium|potassium|hydrochloride|hcl|succinate|tartrate|maleate|besylate|calcium|sulfate|sulphate|phosphate|acetate|mesylate|fumarate|citrate|tromethamine|xl|xr|er|sr|cr|la|mr|ec|dr|forte|plus|d|tab(?:let)?s?|cap(?:sule)?s?|inj(?:ection)?|syrup|susp(?:ension)?|cream|ointment|inhaler|nebulis?er|gel|drops|glargine|lispro|aspart|detemir|regular|nph|hfa|respules?|oral|iv|im|sc|po|bolus|at|of|dose|a|\([a-z -]{2,30}\))/i
const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:po|p\.o\.?|by mouth|orally|oral)\b/i, 'by mouth'],
  [/\b(?:iv|i\.v\.?|intravenous(?:ly)?|ivpb|iv push|infusion)\b/i, 'intravenous'],
  [/\b(?:im|i\.m\.?|intramuscular(?:ly)?)\b/i, 'intramuscular'],
  [/\b(?:sc|sq|s\.c\.?|subq|subcut(?:aneous(?:ly)?)?)\b/i, 'subcutaneous'],
  [/\b(?:inhaled|inhaler|inhalation|puffs?|nebuli[sz]ed|nebuli[sz]er|neb|hfa)\b/i, 'inhaled'],
  [/\b(?:topical(?:ly)?|cream|ointment|gel|apply)\b/i, 'on the skin'],
  [/\b(?:sl|sublingual(?:ly)?)\b/i, 'under the tongue'],
  [/\b(?:pr|per rectum|rectal(?:ly)?|suppository)\b/i, 'rectal'],
  [/\b(?:eye drops?|ophthalmic|each eye|both eyes)\b/i, 'in the eye'],
  [/\b(?:nasal|intranasal|nostrils?)\b/i, 'in the nose'],
  [/\b(?:patch|transdermal)\b/i, 'patch'],
]
const FREQUENCY =
  /\b(?:(?:once|twice|thrice|one time|two times|three times|four times|\d times)(?: (?:a|per|each|every))?(?: |-)?(?:daily|day|week(?:ly)?|month(?:ly)?|night)|(?:once|twice) (?:daily|weekly|monthly)|every (?:other day|\d{1,2}(?:\s?(?:-|to)\s?\d{1,2})? (?:hours?|hrs?|h|days?|weeks?|months?)|(?:morning|evening|night|day|week|month))|q ?\d{1,2}(?:-\d{1,2})? ?(?:h|hrs?|hours?)|q\.?(?:d|hs|am|pm|od|wk)\.?|q\.a\.m\.?|q\.h\.s\.?|q\.?i\.?d\.?|t\.?i\.?d\.?|b\.?i\.?d\.?|t\.?d\.?s\.?|q\.?d\.?s\.?|o\.?d\.?|b\.?d\.?|h\.?s\.?|qod|daily|nightly|weekly|monthly|(?:at|before) (?:bedtime|breakfast|meals?|night)|in the (?:morning|evening)|stat|[01]\s?-\s?[01]\s?-\s?[01](?:\s?-\s?[01])?)(?![\w])/i
const DURATION =
  /\b(?:for|x|×)\s{0,2}(?:a (?:total|course) of )?(?:another |the next )?(?:\d{1,3}|one|two|three|four|five|six|seven|ten|fourteen)(?:\s?(?:-|to|more)\s?\d{0,3})?[ -](?:more )?(?:days?|weeks?|wks?|months?|doses?)\b|\b(?:until|till)\s(?:\w+\s){0,3}(?:review|follow-?up|seen|reviewed)\b/i
const PRN = /\b(?:prn|p\.r\.n\.?|sos|as needed|as required|if needed|when required|if required)\b/i
/** What follows a dose belongs to it as far as this. */
const TAIL = 110

const STATUS: readonly (readonly [MedicationStatus, RegExp])[] = [
  [
    'stopped',
    /\b(?:stop(?:ped)?|discontinue[ds]?|held|hold|withh[eo]ld|ceased?|taken off|withdrawn|discontinued medications?)\b/i,
  ],
  [
    'started',
    /\b(?:start(?:ed)?|begun|began|initiated?|commenced?|added?|new medications?|prescribed|switched to|stepped down to|changed to)\b/i,
  ],
  [
    'given',
    /\b(?:given|administered|received|treated with|infused|injected|bolus|loaded with|managed with|corrected with)\b/i,
  ],
  ['planned', /\b(?:will (?:start|begin|give)|plan(?:ned)? to|consider|to (?:start|begin))\b/i],
]
/** What is measured in blood as well: a medicine only with a dose, or in a list of medicines. */
const MINERALS =
  /^(?:iron|potassium|magnesium|calcium|sodium|zinc|phosphorus|albumin|dextrose|testosterone|folic|ascorbic|estradiol|lithium|digoxin|phenytoin|valproate)$/i
const SALT =
  /^[ -](?:sodium|potassium|hydrochloride|hcl|succinate|tartrate|maleate|besylate|sul(?:f|ph)ate|phosphate|acetate|fumarate|citrate|chloride|gluconate|carbonate|oxide|acid|xl|xr|er|sr|cr|glargine|lispro|aspart|detemir|nph)\b/i
const AFTER =
  /^[^.;\n]{0,40}?\b(?:was|were|has been|have been|is)\s(started|begun|added|commenced|initiated|stopped|held|discontinued|withheld|given|administered)\b/i
/** With a dose, only these words deny a medicine: `without change` does not. */
const DENIED = /\b(?:not (?:on|taking)|no longer|denies (?:taking|use)|never (?:took|taken))\b/i

const SILENT: readonly SectionKind[] = ['allergies', 'not_clinical', 'family_history']

interface Named extends Span {
  known: boolean
}

const isDrug = (word: string): boolean => {
  const lower = word.toLowerCase()
  return DRUGS.has(lower) || (!NOT_DRUGS.has(lower) && DRUG_ENDING.test(lower))
}

/** The names of medicines in a sentence; in a list of medicines also a first word that nobody knows, when a dose follows. */
function names(text: string, { start, end }: Span, section: SectionKind): Named[] {
  const found: Named[] = []
  for (const match of text.slice(start, end).matchAll(/[A-Za-z][A-Za-z-]{2,30}/g)) {
    const at = start + match.index
    const last = found.at(-1)
    if (!isDrug(match[0])) continue
    const here = { start: at, end: at + match[0].length, known: true }
    // `piperacillin tazobactam`, `Thyronorm (levothyroxine)`: one medicine.
    if (
      last !== undefined &&
      /^\s?[-/+(]?\s?$|^\s?(?:and clavulanic|acid)\s?$/.test(text.slice(last.end, at)) &&
      at - last.end < 4
    )
      last.end = here.end
    else found.push(here)
    const salt = SALT.exec(text.slice(here.end, Math.min(end, here.end + 14)))
    const named = found.at(-1)
    if (salt !== null && named !== undefined) named.end = here.end + salt[0].length
  }
  if (found.length > 0 || section !== 'medications') return found
  const item =
    /^[\s•●▪*–-]{0,4}(?:\d{1,2}[.)]\s{0,2})?(?:(?:tab|cap|inj|syp|tablet|capsule)\.?\s)?([A-Z][A-Za-z-]{2,30})\b/.exec(
      text.slice(start, end),
    )
  if (item?.[1] === undefined) return []
  const at = start + item[0].length - item[1].length
  return doseAfter(text, at + item[1].length, end) === null
    ? []
    : [{ start: at, end: at + item[1].length, known: false }]
}

/** The dose that follows a name at once, or after salts and forms. */
function doseAfter(text: string, from: number, limit: number): Span | null {
  let at = from
  for (let steps = 0; steps < 8 && at < limit; steps++) {
    const rest = text.slice(at, Math.min(limit, at + 60))
    const amount = AMOUNT.exec(rest)
    if (amount !== null) return { start: at, end: at + amount[0].length }
    const between = BETWEEN.exec(rest)
    if (between === null) return null
    at += between[0].length
  }
  return null
}

const firstOf = (pattern: RegExp, text: string): string | null =>
  pattern
    .exec(text)?.[0]
    .trim()
    .replace(/^([a-z]+)\.$/i, '$1') ?? null

function statusOf(before: string, section: SectionKind, sub: string): MedicationStatus {
  for (const [status, pattern] of STATUS) if (pattern.test(before)) return status
  for (const [status, pattern] of STATUS.slice(0, 2)) if (pattern.test(sub)) return status
  return section === 'hospital_course' || section === 'procedures' ? 'given' : 'taken'
}

/** The medicines of a note in order of place; allergies, relatives' and denied ones are left out. */
export function findMedications(text: string): Medication[] {
  const heads = splitSections(text)
  const result: Medication[] = []
  for (const sentence of splitSentences(
    text,
    heads.map((head) => head.start),
  )) {
    const head = sectionAt(heads, sentence.start)
    const section = head?.kind ?? 'other'
    if (SILENT.includes(section)) continue
    const found = names(text, sentence, section)
    if (found.length === 0) continue
    const context = readContext(text.slice(sentence.start, sentence.end))
    found.forEach((name, index) => {
      const limit = Math.min(found[index + 1]?.start ?? sentence.end, name.end + TAIL)
      const medication = read(text, name, {
        sentence,
        limit,
        section,
        title: head?.title ?? '',
        previous: found[index - 1]?.end ?? sentence.start,
      })
      const judged = assessAssertion(context, name.start - sentence.start, name.end - sentence.start, section)
      if (judged.assertion === 'family') return
      const before = text.slice(sentence.start, name.start)
      const denied = medication.dose === null ? judged.assertion === 'negated' : DENIED.test(before)
      if (denied && medication.status !== 'stopped') return
      if (medication.dose === null && section !== 'medications' && MINERALS.test(medication.name)) return
      // What germs are sensitive to, and what a patient cannot take, is not taken.
      if (/\b(?:allerg|sensitiv|resistan|intoleran)/i.test(text.slice(sentence.start, name.start))) return
      result.push(medication)
    })
  }
  return result
}

interface Around {
  sentence: Span
  limit: number
  section: SectionKind
  title: string
  previous: number
}

function read(text: string, name: Named, { sentence, limit, section, title, previous }: Around): Medication {
  const dose = doseAfter(text, name.end, limit)
  const tail = text.slice(name.end, limit)
  const route = ROUTES.find(
    ([pattern]) => pattern.test(tail) || pattern.test(text.slice(Math.max(previous, name.start - 14), name.start)),
  )
  const [frequency, duration, prn] = [firstOf(FREQUENCY, tail), firstOf(DURATION, tail), firstOf(PRN, tail)]
  const ends = [
    dose?.end ?? name.end,
    ...[frequency, duration, prn].map((part) => (part === null ? 0 : name.end + tail.indexOf(part) + part.length)),
  ]
  return {
    name: text.slice(name.start, name.end),
    start: name.start,
    end: Math.max(...ends),
    dose: dose === null ? null : text.slice(dose.start, dose.end),
    route: route?.[1] ?? null,
    frequency,
    duration,
    as_needed: prn !== null,
    status: statusOf(`${AFTER.exec(tail)?.[1] ?? ''} ${text.slice(sentence.start, name.start)}`, section, title),
    section,
  }
}
