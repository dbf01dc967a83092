/** The view of a contract: clauses found, their risks, what is missing, and the facts. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type Finding, type Tone, type View, words } from './finding.ts'
import { formatDay, formatNumber, t } from './reader.ts'
import { numberOf, objectOf, objectsOf, placeOf, placesOf, stringOf, stringsOf } from './result.ts'

const RISK_TONES: Record<string, Tone> = { high: 'bad', medium: 'warn', low: 'neutral' }
const RISK_ORDER = ['high', 'medium', 'low']

const riskOf = (clause: JsonObject): string | null => stringOf(objectOf(clause.risk).level)
const kindOf = (clause: JsonObject): string => stringOf(clause.title) ?? words(stringOf(clause.kind) ?? 'Clause')
/** The heading in the document, where it says something else than the kind. */
const headingOf = (clause: JsonObject): string | null => {
  const heading = stringOf(clause.heading)
  return heading?.toLowerCase() === kindOf(clause).toLowerCase() ? null : heading
}
const one = (found: JsonObject) => placesOf([found])

/** How the clause compares with the reader's own standard; nothing where it wasn't compared. */
function standardOf(clause: JsonObject): Pick<Finding, 'badges' | 'notes' | 'places'> {
  if (!('standard' in clause)) return { badges: [], notes: [], places: [] }
  if (clause.standard === null)
    return { badges: [{ text: t('Not in your standard'), tone: 'neutral' }], notes: [], places: [] }
  const standard = objectOf(clause.standard)
  const { contract, standard: own } = objectOf(standard.differences)
  const figures = (given: Json | undefined): string => stringsOf(given).join(', ') || t('none')
  const differs = standard.state === 'differs'
  return {
    badges: [
      differs
        ? { text: t('Differs from your standard'), tone: 'warn' }
        : { text: t('Same figures as your standard'), tone: 'good' },
    ],
    notes: differs
      ? [t('Figures here: {contract}. In your standard: {own}.', { contract: figures(contract), own: figures(own) })]
      : [],
    places: one(standard),
  }
}

function clauseFinding(clause: JsonObject): Finding {
  const risk = riskOf(clause)
  const place = placeOf(clause)
  const standard = standardOf(clause)
  return {
    id: `clause:${stringOf(clause.kind)}:${place?.start ?? 0}`,
    label: kindOf(clause),
    title: headingOf(clause),
    badges: [
      ...(risk ? [{ text: `${words(risk)} risk`, tone: RISK_TONES[risk] ?? 'neutral' }] : []),
      ...(clause.found_by === 'similarity' ? [{ text: t('Found by similarity'), tone: 'neutral' as const }] : []),
      ...standard.badges,
    ],
    confidence: numberOf(clause.confidence),
    notes: standard.notes,
    places: [...one(clause), ...standard.places],
  }
}

/** One entry per risk, each with the words it is about; the clause itself where a risk names none. */
const riskFindings = (clause: JsonObject): (Finding & { risk: string })[] =>
  objectsOf(objectOf(clause.risk).findings).map((risk, index) => {
    const level = stringOf(risk.level) ?? 'low'
    const places = one(risk)
    return {
      id: `risk:${stringOf(clause.kind)}:${stringOf(risk.rule) ?? index}:${placeOf(clause)?.start ?? 0}`,
      risk: level,
      label: kindOf(clause),
      title: null,
      badges: [{ text: `${words(level)} risk`, tone: RISK_TONES[level] ?? 'neutral' }],
      confidence: null,
      notes: [stringOf(risk.reason) ?? ''].filter(Boolean),
      places: places.length > 0 ? places : one(clause),
    }
  })

function missingFinding(missing: JsonObject): Finding {
  const places = one(objectOf(missing.nearest))
  return {
    id: `missing:${stringOf(missing.kind)}`,
    label: kindOf(missing),
    title: null,
    badges: [],
    confidence: null,
    notes: [
      stringOf(missing.reason) ?? '',
      places.length > 0 ? 'The closest passage is marked. It’s a place to check, not the clause itself.' : '',
    ].filter(Boolean),
    places,
  }
}

function fact(
  kind: string,
  found: JsonObject,
  label: string | null,
  badges: readonly (string | null | false)[],
): Finding {
  return {
    id: `${kind}:${placeOf(found)?.start ?? label}`,
    label: label ?? stringOf(found.text) ?? '',
    title: null,
    badges: badges.flatMap((text) => (text ? [{ text: words(text), tone: 'neutral' as const }] : [])),
    confidence: null,
    notes: [],
    places: one(found),
  }
}

const party = (found: JsonObject) =>
  fact('party', found, stringOf(found.name), [stringOf(found.role), found.type !== 'unknown' && stringOf(found.type)])

export const dateFinding = (found: JsonObject) => {
  const iso = stringOf(found.iso)
  const role = stringOf(found.role)
  return fact('date', found, iso ? formatDay(iso) : null, [
    role !== 'other' && role,
    found.computed === true && 'calculated from the term',
    found.ambiguous === true && 'day and month may be swapped',
  ])
}

export const amountFinding = (found: JsonObject) => {
  const value = numberOf(found.value)
  const currency = stringOf(found.currency) ?? ''
  const per = stringOf(found.per)
  const label = value === null ? null : `${currency} ${formatNumber(value)}${per ? ` per ${per}` : ''}`.trim()
  return fact('amount', found, label, [
    stringOf(found.purpose),
    found.mismatch === true && 'words and figures don’t match',
  ])
}

const count = (label: string, found: readonly unknown[]): string => `${label} ${found.length}`

export const clausesView: View = ({ data }) => {
  const clauses = objectsOf(data.clauses)
  const risks = clauses
    .flatMap(riskFindings)
    .toSorted((a, b) => RISK_ORDER.indexOf(a.risk) - RISK_ORDER.indexOf(b.risk))
  const missing = objectsOf(data.missing).map(missingFinding)
  const facts = [
    { title: t('Parties'), findings: objectsOf(data.parties).map(party), empty: t('No parties found.') },
    { title: t('Dates'), findings: objectsOf(data.dates).map(dateFinding), empty: t('No dates found.') },
    { title: t('Amounts'), findings: objectsOf(data.amounts).map(amountFinding), empty: t('No amounts found.') },
  ]
  return [
    {
      key: 'found',
      label: count('Found', clauses),
      sections: [
        {
          title: null,
          ...(data.truncated === true && { help: t('The longest lists are shortened.') }),
          findings: clauses.map(clauseFinding),
          empty: t('No clauses found in this text.'),
        },
      ],
    },
    {
      key: 'risky',
      label: count('Risky', risks),
      sections: [{ title: null, findings: risks, empty: t('No risks found in these clauses.') }],
    },
    {
      key: 'missing',
      label: count('Missing', missing),
      sections: [{ title: null, findings: missing, empty: t('All expected clauses were found.') }],
    },
    {
      key: 'facts',
      label: count(
        'Facts',
        facts.flatMap((section) => section.findings),
      ),
      sections: facts,
    },
  ]
}
