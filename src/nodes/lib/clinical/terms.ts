/** Takes a code's title and synonyms apart into the sets of words that, found together in a note, mean the code. */
import type { CodeEntry } from '#nodes/ports.ts'
import { isFinding, isPlace } from './generic-words.ts'
import { capitalUnit, isKnownAbbreviation, termUnits } from './lexicon.ts'

export interface Term {
  units: readonly string[]
  /** How far the words are from the title: 0 says the same, more has left something out. Between terms of equal words the lower wins. */
  cost: number
}

/** Later episodes of an injury and late effects are documented apart; the coder proposes the initial encounter. */
const LATER_EPISODE = /, (?:subsequent encounter|sequela)/
/** Fracture types that only an operation note tells. */
const OPEN_DETAIL = /initial encounter for open fracture type III/

/** Said of a code that is taken when nothing more is known. */
const UNSPECIFIED =
  /,? (?:not otherwise specified|not elsewhere classified|not specified as [^,]+|unspecified as to [^,]+|unspecified as [^,]+|(?:organism|type|cause|site|part|stage|valve|severity|trimester|laterality) (?:un|not )specified|site not specified|unspecified(?: (?:site|part|type|cause|organism|location|trimester))?|nos|nec)(?=$|[,\s])/g

function clean(title: string): string {
  return title
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .toLowerCase()
    .replace(/, initial encounter(?: for closed fracture| for open fracture type i or ii)?$/, '')
    .replace(/\bother and unspecified\b|\bunspecified and other\b/g, ' ')
    .replace(UNSPECIFIED, ' ')
    .replace(/\b(?:unspecified|type unspecified)\b(?: (?:site|part|type)(?: of)?)?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

interface Variant {
  text: string
  cost: number
  /** Taken as they are instead of the text's. */
  units?: readonly string[]
}

/** Less important parts of a title: exclusions, absences and text after a comma. */
function shorten(variant: Variant): Variant[] {
  const { text, cost } = variant
  const short = text
    .replace(/,? (?:except|excluding|but not) .*$/, '')
    .replace(/,? without (?:mention of )?.*$/, '')
    .replace(/,? not (?:intractable|resulting|due) .*$|,? not intractable.*$/, '')
    .replace(/,? (?:in diseases classified elsewhere|of native coronary artery without .*|without .*)$/, '')
    .replace(/,? (?:single episode|uncomplicated|simple|acquired|noninfective|nontraumatic)$/, '')
    .trim()
  return short === text || short === '' ? [variant] : [variant, { text: short, cost: cost + 0.25 }]
}

const PAIR = /(^|.* )([a-z-]+)() (?:and|or) ([a-z-]+)(.*)$/
/** With its last comma, or `fistula, ankle and foot` would be a list of three. */
const LIST = /(^|.* )([a-z-]+)((?:, [a-z-]+(?: [a-z-]+)?)*), (?:and|or) ([a-z-]+)(.*)$/

/** ICD-10-CM Guideline I.A.14: `and` in a title means and/or. `a, b and c of d` is told by any of them. */
function alternatives(variant: Variant): Variant[] {
  const { text, cost } = variant
  const match = LIST.exec(text) ?? PAIR.exec(text)
  if (match === null) return [variant]
  const [, before = '', first = '', middle = '', last = '', after = ''] = match
  const items = [first, ...middle.split(', ').filter((item) => item !== ''), last]
  if (items.length > 5) return [variant]
  return [variant, ...items.map((item) => ({ text: `${before}${item}${after}`, cost: cost + 0.15 }))]
}

/** Words that add nothing once the rest names the disease. */
const EMPTY_WORDS =
  /\b(?:disease|syndrome|disorder|essential|primary|idiopathic|specified|condition|mellitus|type|nontraumatic|acquired|generalized|other)\b/g

/** A single remaining word must name a disease on its own: `Still disease` is not found by `still`. */
const DISEASE_WORD =
  /(?:itis|[^l]osis|oma|emia|pathy|algia|penia|plegia|uria|rrhea|megaly|trophy|cele|lasia|tension|ism|sclerosis|phobia|pnea|thorax|rhage|iasis|asthma|gout|anemia|influenza|measles|cholera|malaria|syphilis|migraine|glaucoma|cataract|psoriasis|eczema|epilepsy|insomnia)$/

function bare(variant: Variant): Variant[] {
  const text = variant.text.replace(EMPTY_WORDS, ' ').replace(/\s+/g, ' ').trim()
  if (!text.includes(' ') && !DISEASE_WORD.test(text)) return [variant]
  return text === variant.text || text === '' ? [variant] : [variant, { text, cost: variant.cost + 0.35 }]
}

/** `Other …` means what the other codes do not: only its synonyms are evidence, its title hardly. */
const otherCost = (title: string): number => (/^other\b|\bother (?:specified )?\w+$|, other\b/i.test(title) ? 0.5 : 0)

/** `Personal history of …` and `Family history of …` follow from the finding and its assertion, not from words of their own. */
const HISTORY_TITLE =
  /^(?:personal history of|family history of|encounter for|contact with|other specified|problems? related)/i

/** `mass` or `pregnancy` alone are not these codes; their synonyms say when they are meant. */
const TOO_GENERAL = /^(?:R22\.9|Z33|O80|T78\.40)/

function titleVariants(entry: CodeEntry): Variant[] {
  const { description } = entry
  if (
    TOO_GENERAL.test(entry.code) ||
    LATER_EPISODE.test(description) ||
    OPEN_DETAIL.test(description) ||
    HISTORY_TITLE.test(description)
  )
    return []
  const cost = otherCost(description) + (entry.billable ? 0.05 : 0.1)
  const start = { text: clean(description.replace(/^other (?:specified )?/i, '')), cost }
  return shorten(start).flatMap(alternatives).flatMap(bare)
}

/** History codes that follow from a finding and its assertion; the words serve the search for codes only. */
const HISTORY_CODE = /^Z8[0-7]/
const HISTORY_WORDS = /^(?:family |personal |recent )?history of /i

/** The cost of a synonym that lost no more than `NOS` or parentheses. */
const WRITTEN = 0.03

/** An abbreviation that is a word of its own; if the table writes it in capitals, it matches in capitals only. */
const CAPITALS = /^[A-Z][A-Z0-9]{1,5}$/

function synonymVariants(entry: CodeEntry): Variant[] {
  if (LATER_EPISODE.test(entry.description)) return []
  return entry.synonyms.flatMap((synonym) => {
    if (HISTORY_CODE.test(entry.code) && HISTORY_WORDS.test(synonym)) return []
    const capital = CAPITALS.test(synonym) ? synonym.toLowerCase() : null
    if (capital !== null && !isKnownAbbreviation(capital))
      return [{ text: capital, cost: 0, units: [capitalUnit(capital)] }]
    const text = clean(synonym)
    // `… NOS` and what was in parentheses is less sure than words written as clinicians write them.
    const cost = text.length < synonym.length ? WRITTEN : 0
    return bare({ text, cost }).map((variant) => ({ ...variant, cost: variant.cost + otherCost(synonym) }))
  })
}

/** Longer titles never occur in a note as they are. */
const MOST_UNITS = 9

/** Activities, places and status of an external cause: never found by title. */
const NOT_FOUND = /^Y9[0-9]/

const TITLE_TOO = -0.01

/** All terms of a code, the cheapest for each set of words. */
export function codeTerms(entry: CodeEntry): Term[] {
  const best = new Map<string, Term>()
  if (NOT_FOUND.test(entry.code)) return []
  for (const variant of [...synonymVariants(entry), ...titleVariants(entry)]) {
    const units = variant.units ?? termUnits(variant.text)
    if (units.length === 0 || units.length > MOST_UNITS) continue
    if (variant.cost <= WRITTEN ? isPlace(units) : !isFinding(units)) continue
    const key = [...units].sort().join(' ')
    const known = best.get(key)
    // Words that are the title as well are closer than a synonym of another code.
    if (known !== undefined && known.cost <= WRITTEN) best.set(key, { units, cost: Math.min(known.cost, TITLE_TOO) })
    else if (known === undefined || known.cost > variant.cost) best.set(key, { units, cost: variant.cost })
  }
  return [...best.values()]
}
