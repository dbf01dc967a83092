/** The view of a medical coder: billable candidates first, then what the note negates, tells of the past or of the family. */
import type { CodeSystem } from '#contract/agents/code-values.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { type Finding, type Tone, type View, words } from './finding.ts'
import { t } from './reader.ts'
import { numberOf, objectOf, objectsOf, type Place, placeOf, stringOf } from './result.ts'

const TONES: Record<string, Tone> = { present: 'good', possible: 'warn' }

/** The exact words, with the sentence they stand in. */
function quoted(evidence: JsonObject): Place[] {
  const place = placeOf(evidence)
  if (place === null) return []
  const sentence = objectOf(evidence.sentence)
  const text = stringOf(sentence.text)
  const start = numberOf(sentence.start)
  return [text === null || start === null ? place : { ...place, around: { text, start } }]
}

/** HCPCS codes are a letter and four digits; ICD-10-CM codes of that length have a dot. */
const systemOf = (code: string): CodeSystem => (/^[A-Z]\d{4}$/.test(code) ? 'hcpcs' : 'icd10cm')

function findingOf(coded: JsonObject): Finding {
  const code = stringOf(coded.code) ?? '?'
  const assertion = stringOf(coded.assertion) ?? 'present'
  const evidence = objectsOf(coded.evidence)
  const section = stringOf(evidence[0]?.section)
  return {
    id: `code:${code}:${assertion}`,
    label: code,
    mono: true,
    system: systemOf(code),
    title: stringOf(coded.description),
    badges: [
      { text: t(words(assertion)), tone: TONES[assertion] ?? 'neutral' },
      ...(section && section !== 'other' ? [{ text: words(section), tone: 'neutral' as const }] : []),
    ],
    confidence: numberOf(coded.confidence),
    notes: [stringOf(coded.note) ?? ''].filter(Boolean),
    places: evidence.flatMap(quoted),
  }
}

/** Only present and possible findings can be billed. */
const isCandidate = (coded: JsonObject): boolean =>
  typeof coded.candidate === 'boolean'
    ? coded.candidate
    : coded.assertion === 'present' || coded.assertion === 'possible'

export const codesView: View = ({ data }) => {
  const codes = objectsOf(data.codes)
  const others = codes.filter((coded) => !isCandidate(coded)).map(findingOf)
  return [
    {
      key: 'codes',
      label: t('Codes'),
      sections: [
        {
          title: t('Billable candidates'),
          findings: codes.filter(isCandidate).map(findingOf),
          empty: t(
            'No billable findings in this text. A longer note, or one with diagnoses written out, may contain some.',
          ),
        },
        ...(others.length > 0
          ? [
              {
                title: t('Not billable'),
                help: t('Negated, past or family history. Shown so you can check that nothing was missed.'),
                findings: others,
                isAside: true as const,
              },
            ]
          : []),
      ],
    },
  ]
}
