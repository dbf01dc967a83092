/** The checks of a non-disclosure agreement: each finds its clause and judges it against a playbook. English, rules only. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'
import type { Playbook } from './nda-playbook.ts'
import type { Reading, ReadSentence } from './reading.ts'

export type Status = 'ok' | 'attention' | 'missing'

export interface Verdict {
  status: Status
  reason: string
  places: readonly Span[]
}

export interface NdaCheck {
  check: string
  title: string
  judge(reading: Reading, playbook: Playbook): Verdict
}

const MOST_PLACES = 4

/** Operative sentences; titles and recitals are read only where a check says so. */
const operative = ({ sentences }: Reading): ReadSentence[] =>
  sentences.filter(({ block }) => block.role === 'clause' || block.role === 'schedule')

const having = (reading: Reading, pattern: RegExp): ReadSentence[] =>
  operative(reading).filter(({ folded }) => pattern.test(folded))

/** Shorter ones are headings: shown only when nothing else is. */
const SHORTEST_EVIDENCE = 40

function verdict(status: Status, reason: string, found: readonly ReadSentence[] = []): Verdict {
  const whole = found.filter(({ folded }) => folded.length >= SHORTEST_EVIDENCE)
  const places = (whole.length > 0 ? whole : found).slice(0, MOST_PLACES)
  return { status, reason, places: places.map(({ start, end }) => ({ start, end })) }
}

const direction: NdaCheck = {
  check: 'direction',
  title: 'Mutual or one-way',
  judge(reading, { want_mutual, side }) {
    const opening = reading.document.text.slice(0, 3_000)
    const mutualWords = /\b(?:mutual|bilateral|reciprocal|two-way)\b/i.test(opening)
    const oneWayWords = /\b(?:unilateral|one-way)\b/i.test(opening)
    const both = having(
      reading,
      /\b(?:one|either|each|a) party\b[^.]{0,80}\b(?:disclos|other party|to the other)|\bdisclosed by (?:one|either|each|a) party|\bboth parties\b[^.]{0,60}\bdisclos|\beach party\b[^.]{0,100}\b(?:confiden|receiving|disclos)/i,
    )
    const fixed = [...opening.matchAll(/["“](?:the )?(?:disclosing party|discloser|receiving party|recipient)["”]/gi)]
    const named = reading.analysis.parties.filter(({ role }) => /disclos|receiv|recipient/i.test(role ?? ''))
    const mutual = !oneWayWords && both.length > 0 && named.length < 2
    if (mutual) return verdict('ok', 'Both parties are bound alike: each may disclose and each must protect.', both)
    const places = named.map(({ start, end }) => ({ start, end }))
    if (mutualWords)
      return { status: 'attention', places, reason: 'It calls itself mutual, yet its duties bind one party only.' }
    if (!oneWayWords && fixed.length === 0 && named.length === 0)
      return verdict('attention', 'It is not clear whether one or both parties are bound.')
    const reason = `One-way: ${side === 'disclosing' ? 'only the other party is bound' : 'only the receiving party is bound'}.`
    return { status: want_mutual ? 'attention' : 'ok', places, reason }
  },
}

const parties: NdaCheck = {
  check: 'parties',
  title: 'Parties named',
  judge({ analysis }) {
    const places = analysis.parties.slice(0, MOST_PLACES).map(({ start, end }) => ({ start, end }))
    if (analysis.parties.length >= 2)
      return { status: 'ok', places, reason: `${analysis.parties.length} parties are named.` }
    return { status: 'missing', places, reason: 'Two parties could not be found: names may be left blank.' }
  },
}

const definition: NdaCheck = {
  check: 'definition',
  title: 'Definition of confidential information',
  judge(reading, { side }) {
    const found = having(
      reading,
      /\b(?:confidential|proprietary|protected) (?:and proprietary )?information["”']?\s?\)?,? ?(?:\([^)]{0,80}\) ?)?(?:means|shall mean|includes|shall include|refers to|is defined|will mean|consists)|\b(?:means|meaning)\b[^.]{0,60}\bconfidential information|\((?:the |collectively,? (?:the )?)?["“](?:confidential|proprietary) information/i,
    )
    const first = found[0]
    if (first === undefined) return verdict('missing', 'Nothing says what confidential information is.')
    const text = sectionText(reading, first)
    const plain = text.replace(/\bwhether or not (?:so )?(?:marked|designated|identified)/gi, ' ')
    const marked = /\bmarked|designated|identified (?:in writing )?as|labelled|legend|stamped/i.test(plain)
    const limited =
      /\breasonable|reasonably|by (?:its|their) nature|in connection with|for the purpose|relating to/i.test(text)
    const broad =
      /\b(?:any and all|all) (?:information|data|material)|\bwhether or not (?:marked|so marked|designated|identified)|\bof (?:any|whatever) (?:kind|nature)/i.test(
        text,
      )
    if (broad && !marked && side !== 'disclosing')
      return verdict(
        'attention',
        'Very wide: all information counts, whether or not it is marked or looks confidential.',
        found,
      )
    if (
      marked &&
      /\b(?:only if|must be|provided that[^.]{0,60}marked)/i.test(text) &&
      side !== 'receiving' &&
      !/\boral/i.test(text)
    )
      return verdict('attention', 'Only marked information counts, and nothing is said of what is told orally.', found)
    return verdict(
      'ok',
      marked
        ? 'Defined, with marking.'
        : limited
          ? 'Defined and tied to a purpose or to what a reasonable person would see as confidential.'
          : 'Defined.',
      found,
    )
  },
}

/** The section that a sentence is in. */
const sectionText = ({ document }: Reading, { block, start }: ReadSentence): string =>
  document.text
    .slice(Math.min(block.start, start), Math.max(block.section_end, block.end))
    .replace(/\s+/g, ' ')
    .slice(0, 6_000)

const EXCLUSIONS: readonly (readonly [string, RegExp])[] = [
  ['what is public', /\bpublic(?:ly)?\b|generally (?:known|available)/i],
  [
    'what was known before',
    /\b(?:already|previously|prior|before)\b[^.;]{0,70}\b(?:known|knew|possess|in (?:the|its) (?:possession|knowledge)|receipt|disclosure)|\b(?:known|possess(?:ion|ed))\b[^.;]{0,60}\b(?:prior|before|already|at the time)/i,
  ],
  [
    'what is developed independently',
    /\bindependently\b[^.;]{0,40}\b(?:developed|conceived|derived|created)|\b(?:developed|created|derived)\b[^.;]{0,40}\bindependently/i,
  ],
  [
    'what a third party gives rightfully',
    /\bthird part(?:y|ies)\b|\brightfully (?:received|obtained)|\bfrom (?:another|other) (?:source|person)|\breceived from others/i,
  ],
]

const exclusions: NdaCheck = {
  check: 'exclusions',
  title: 'Exclusions',
  judge(reading) {
    const starts = having(
      reading,
      /\b(?:(?:does|shall|will|do) not (?:include|apply|extend)|exclud(?:e|es|ing)|exclusions?|exceptions?|shall not be (?:considered|deemed)|is not (?:considered )?confidential|not be confidential)\b/i,
    ).filter(({ folded, heading }) =>
      /\binformation|obligation|confiden|following\b/i.test(`${heading ?? ''} ${folded}`),
    )
    const heads = reading.sentences.filter(({ heading }) => /\b(?:exclusion|exception)/i.test(heading ?? ''))
    const spoken = having(
      reading,
      /\binformation (?:that|which) is (?:already )?(?:public|in the public domain)\b[^.]{0,400}\bis not\b/i,
    )
    const found = [...new Set([...starts, ...heads, ...spoken])].sort((a, b) => a.start - b.start)
    if (found.length === 0)
      return verdict('missing', 'Nothing is excluded: even what is public or known before would be bound.')
    const text = found.map((one) => sectionText(reading, one)).join(' ')
    const lacks = EXCLUSIONS.filter(([, pattern]) => !pattern.test(text)).map(([name]) => name)
    if (lacks.length === 0) return verdict('ok', 'All four usual exclusions are there.', found)
    return verdict('attention', `Excluded is not: ${lacks.join('; ')}.`, found)
  },
}

const purpose: NdaCheck = {
  check: 'purpose',
  title: 'Permitted use',
  judge(reading) {
    const found = having(
      reading,
      /\b(?:use|used|using)\b[^.]{0,120}\b(?:only|solely|exclusively|except|other than)\b[^.]{0,80}|\b(?:only|solely|exclusively)\b[^.]{0,60}\b(?:for the purpose|to evaluate|in connection with|for the)|\bnot (?:to )?use\b[^.]{0,120}\b(?:other than|except|unless|for any)/i,
    )
    return found.length > 0
      ? verdict('ok', 'Use is bound to a purpose.', found)
      : verdict('missing', 'Nothing limits what the information may be used for.')
  },
}

const recipients: NdaCheck = {
  check: 'recipients',
  title: 'Who may see it',
  judge(reading, { side }) {
    const found = having(
      reading,
      /\b(?:employees|representatives|directors|officers|affiliates|advis[eo]rs|consultants|personnel|agents|persons?)\b[^.]{0,160}\b(?:need[- ]to[- ]know|need to know|who need|bound by|obliged|to whom)|\bneed[- ]to[- ]know\b/i,
    )
    if (found.length === 0)
      return verdict(
        side === 'disclosing' ? 'missing' : 'attention',
        'No one besides the party itself may see it by these words: employees and advisers are not named.',
      )
    const bound =
      /\b(?:bound by|obliged|obligations? (?:of|no less)|same (?:duties|obligations)|confidentiality (?:agreement|undertaking|obligation)s?|inform(?:ed|s)?|responsible for|liable for|advised of)\b/i.test(
        found.map((one) => sectionText(reading, one)).join(' '),
      )
    return bound
      ? verdict('ok', 'People who need to know may see it, and they are bound.', found)
      : verdict('attention', 'People who need to know may see it; nothing says that they are bound too.', found)
  },
}

const care: NdaCheck = {
  check: 'standard_of_care',
  title: 'Standard of care',
  judge(reading) {
    const found = having(
      reading,
      /\b(?:degree|standard) of care\b|\breasonable (?:care|precautions|measures|steps|security|efforts)\b|\b(?:same|equal) (?:degree|level|care)\b|\bstrict(?:est)? confidence\b|\bin (?:the )?strict/i,
    )
    return found.length > 0
      ? verdict('ok', 'How carefully it must be kept is said.', found)
      : verdict('missing', 'Nothing says how carefully the information must be kept.')
  },
}

const compelled: NdaCheck = {
  check: 'compelled_disclosure',
  title: 'Disclosure ordered by law',
  judge(reading) {
    const found = having(
      reading,
      /\b(?:required|compelled|ordered|obliged|requested|necessary)\b[^.]{0,80}\b(?:by|under|pursuant to|to comply with)\b[^.]{0,60}\b(?:law|court|regulat|statut|authorit|government|judicial|legal|subpoena)|\b(?:court order|legally (?:compelled|required)|operation of law|order of (?:a|any) court)/i,
    )
    if (found.length === 0) return verdict('missing', 'Nothing allows what a law or court orders.')
    const notice = /\b(?:notice|notify|inform|notification)\b/i.test(
      found.map((one) => sectionText(reading, one)).join(' '),
    )
    return notice
      ? verdict('ok', 'Allowed, with notice to the other party.', found)
      : verdict('attention', 'Allowed, but without notice to the other party.', found)
  },
}

export const NDA_CHECKS_ONE: readonly NdaCheck[] = [
  direction,
  parties,
  definition,
  exclusions,
  purpose,
  recipients,
  care,
  compelled,
]

/** Shared with the second half of the checks. */
export const tools = { having, verdict, sectionText, operative }
