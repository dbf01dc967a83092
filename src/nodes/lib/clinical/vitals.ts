/** Vital signs of a note, in the units they are written in. */
import type { Span } from './sentences.ts'

export const VITALS = [
  'blood_pressure',
  'heart_rate',
  'respiratory_rate',
  'temperature',
  'oxygen_saturation',
  'weight',
  'height',
  'bmi',
  'pain_score',
  'gcs',
] as const
export type VitalKind = (typeof VITALS)[number]

export interface Vital extends Span {
  kind: VitalKind
  /** Of blood pressure the systolic one. */
  value: number
  /** Diastolic, of "out of", or inches. */
  second: number | null
  unit: string
}

/** Words between a name and its number. */
const GAP =
  '(?:\\s|[:=,(\\t]|was|is|of|at|on|arrival|admission|initially|rate|measured|recorded|found|to|be|around|approximately|about|\\(?[A-Za-z]{1,12}\\)?){0,6}?\\s{0,3}[:=-]?\\s{0,3}'
const N = '(\\d{1,3}(?:\\.\\d{1,2})?)'
const make = (name: string, rest: string): RegExp => new RegExp(`(?<![\\w])(?:${name})(?![a-z])${GAP}${rest}`, 'gi')

interface Rule {
  kind: VitalKind
  pattern: RegExp
  unit(match: RegExpExecArray): string
  /** What a person can have; anything else is another number. */
  range: readonly [number, number]
}

const degrees = (match: RegExpExecArray): string =>
  match[2]?.toUpperCase().includes('C') || (match[2] === undefined && Number(match[1]) < 50) ? '°C' : '°F'

const RULES: readonly Rule[] = [
  {
    kind: 'blood_pressure',
    pattern: make('BP|B\\.P\\.|blood pressures?|NIBP', '(\\d{2,3})\\s?\\/\\s?(\\d{2,3})'),
    unit: () => 'mmHg',
    range: [40, 300],
  },
  {
    kind: 'heart_rate',
    pattern: make('HR|heart rate|pulse(?: rate)?|PR|P(?=\\s?:)', '(\\d{2,3})(?!\\.\\d|\\d|\\s?(?:%|mg|\\/\\d))'),
    unit: () => 'beats/min',
    range: [20, 300],
  },
  {
    kind: 'respiratory_rate',
    pattern: make('RR|respiratory rate|respirations?|resp(?: rate)?\\.?', '(\\d{1,2})(?![\\d.%])'),
    unit: () => 'breaths/min',
    range: [4, 80],
  },
  {
    kind: 'temperature',
    pattern: make(
      'temp(?:erature)?\\.?|T(?=\\s?[:=]?\\s?[34]\\d)|febrile (?:at|to)',
      `${N}\\s?(?:°|º|degrees?|deg)?\\s?(C|F|celsius|fahrenheit)?(?![\\w/])`,
    ),
    unit: degrees,
    range: [28, 110],
  },
  {
    kind: 'oxygen_saturation',
    pattern: make(
      'SpO2|SaO2|O2 ?sats?|sats?|(?:room air |oxygen )?saturations?|pulse ox(?:imetry)?|sat',
      '(\\d{2,3})\\s?%?(?![\\d./])',
    ),
    unit: () => '%',
    range: [40, 100],
  },
  {
    kind: 'weight',
    pattern: make(
      'weight|wt\\.?|body weight',
      '(\\d{1,3}(?:\\.\\d{1,2})?)\\s?(kgs?|kilograms?|lbs?|pounds|g(?:rams)?)\\b',
    ),
    unit: (match) =>
      (match[2] ?? '').toLowerCase().startsWith('k')
        ? 'kg'
        : (match[2] ?? '').toLowerCase().startsWith('g')
          ? 'g'
          : 'lb',
    range: [0.3, 999],
  },
  {
    kind: 'height',
    pattern: make('height|ht\\.?', '(\\d{1,3}(?:\\.\\d{1,2})?)\\s?(cms?|centimet(?:re|er)s?|m|in(?:ches)?)\\b'),
    unit: (match) =>
      (match[2] ?? '').toLowerCase().startsWith('c')
        ? 'cm'
        : (match[2] ?? '').toLowerCase().startsWith('i')
          ? 'in'
          : 'm',
    range: [0.3, 260],
  },
  {
    kind: 'height',
    pattern: make('height|ht\\.?', "(\\d)\\s?(?:['’′]|ft|feet|foot)\\s?(\\d{1,2})"),
    unit: () => 'ft in',
    range: [1, 8],
  },
  { kind: 'bmi', pattern: make('BMI|body mass index', N), unit: () => 'kg/m²', range: [8, 100] },
  {
    kind: 'pain_score',
    pattern: make('pain(?: score| level| scale)?', '(\\d{1,2})\\s?(?:\\/|out of)\\s?(10)\\b'),
    unit: () => 'of 10',
    range: [0, 10],
  },
  {
    kind: 'gcs',
    pattern: make('GCS|Glasgow coma (?:scale|score)', '(\\d{1,2})(?:\\s?\\/\\s?(15))?(?![\\d.])'),
    unit: () => 'of 15',
    range: [3, 15],
  },
]

/** In order of place. */
export function findVitals(text: string): Vital[] {
  const found: Vital[] = []
  for (const { kind, pattern, unit, range } of RULES)
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const value = Number(match[1])
      if (value < range[0] || value > range[1]) continue
      const second =
        kind === 'blood_pressure' || kind === 'pain_score' || unit(match) === 'ft in' ? Number(match[2]) : null
      if (kind === 'blood_pressure' && (second === null || second >= value || second < 20)) continue
      found.push({
        kind,
        value,
        second,
        unit: unit(match),
        start: match.index,
        end: match.index + match[0].trimEnd().length,
      })
    }
  return found.toSorted((a, b) => a.start - b.start)
}
