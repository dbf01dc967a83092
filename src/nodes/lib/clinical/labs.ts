/** Laboratory values of a note: in prose, in lists and in tables. */
import { LABS } from './lab-names.ts'
import type { Span } from './sentences.ts'

export interface Lab extends Span {
  name: string
  /** As written: `<0.01`, `126,000`. */
  value: string
  number: number | null
  unit: string | null
  /** As the note says it: `high`, `low`; null when it does not. */
  flag: 'high' | 'low' | null
  /** The date next to it, as written. */
  date: string | null
}

const NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}.-])(?:${LABS.map(([, written], index) => `(?<l${index}>${written})`).join('|')})(?![\\p{L}\\p{N}-])`,
  'giu',
)
const DATE = /\d{1,2}[-/ .](?:\d{1,2}|[A-Za-z]{3,9})[-/ .]\d{2,4}|\d{4}-\d{2}-\d{2}/
/** Words that may stand between a name and its value. */
const BETWEEN =
  /^(?:[\s:=,(–-]|level|count|value|was|is|were|of|at|to|in|on|the|a|serum|elevated|raised|increased|high|low|decreased|reduced|dropped|fell|rose|improved|normal|slightly|mildly|markedly|severely|significantly|still|only|initially|admission|discharge|day|arrival|peak(?:ed)?|trending|down|up|from|with|exception|today|this|morning|found|be|noted|measured|\d{1,2}[-/ .](?:\d{1,2}|[A-Za-z]{3,9})[-/ .]\d{2,4}|\d{4}-\d{2}-\d{2}){0,14}/i
const VALUE =
  /^([<>≤≥~]?\s?\d{1,3}(?:,\d{2,3}){1,3}|[<>≤≥~]?\s?\d{1,6}(?:\.\d{1,4})?|negative|positive|not detected|reactive|non-reactive|nil|trace)(?!\d|\/\d|,\d|\.\d|\s?(?:hours?|days?|weeks?|months?|years?|times|-year|yo)\b)/i
const UNIT =
  /^\s{0,2}\t?\s{0,2}((?:x\s?)?10\^?\d{1,2}\/(?:l|ul|µl)|%|g\/d?l|gm\/dl|gm%|gms?%|mg\/d?l|mg%|mcg\/d?l|µg\/(?:d?l|ml)|ug\/(?:d?l|ml)|ng\/(?:d?l|ml|l)|pg\/ml|pmol\/l|nmol\/l|[uµ]mol\/l|mmol\/(?:l|mol)|m?eq\/l|i?u\/(?:l|ml)|[uµ]?iu\/m?l|miu\/m?l|k\/(?:[uµ]l|mm3)|cells\/(?:cumm|[uµ]l|mm3)|\/(?:cumm|[uµ]l|mm3)|lakhs?(?:\/cumm)?|mm\/h(?:r)?|ml\/min(?:\/1\.73 ?m2)?|mmhg|fl|seconds?|secs?|g|mm)(?![a-z])/i
const HIGH = /\b(?:elevated|raised|increased|high|rose|peak(?:ed)?|up)\b|\((?:H|HH|high)\)|\bH\b/
const LOW = /\b(?:low|decreased|reduced|dropped|fell)\b|\((?:L|LL|low)\)|\bL\b(?!\/)/

/** Names so short that they are only meant with a sign or a number at once. */
const SHORT = /^(?:na|k|cl|ca|mg|cr|pt|ck|ph|tg|hb|alt|ast|ef|sugar)[+-]*$/i

export function findLabs(text: string): Lab[] {
  const found: Lab[] = []
  for (const match of text.matchAll(NAMES)) {
    const from = match.index + match[0].length
    const line = text.slice(from, from + 90).split(/\n|;|\.\s/)[0] ?? ''
    const gap = BETWEEN.exec(line)?.[0] ?? ''
    if (SHORT.test(match[0]) && !/^[\s:=,\t+-]{0,3}(?:of |was |is |to |\d|[<>])/i.test(line) && !DATE.test(gap))
      continue
    const rest = line.slice(gap.length)
    const value = VALUE.exec(rest)
    if (value?.[1] === undefined) continue
    const after = rest.slice(value[0].length)
    const unit = UNIT.exec(after)
    // A dose of calcium is a medicine, not a measurement.
    if (unit === null && /^\s?(?:mg|mcg|g|gm|ml|tabs?|tablets?|meq|units?)\b/i.test(after)) continue
    const written = value[1].replaceAll(/\s/g, '')
    const number = Number(written.replaceAll(/[<>≤≥~,]/g, ''))
    const around = gap + after.slice(unit?.[0].length ?? 0, (unit?.[0].length ?? 0) + 8)
    const name =
      LABS[Object.keys(match.groups ?? {}).findIndex((key) => match.groups?.[key] !== undefined)]?.[0] ?? match[0]
    found.push({
      name,
      value: written,
      number: Number.isNaN(number) ? null : number,
      unit: unit?.[1] ?? null,
      flag: HIGH.test(around) ? 'high' : LOW.test(around) ? 'low' : null,
      date: DATE.exec(gap)?.[0] ?? null,
      start: match.index,
      end: from + gap.length + value[0].length + (unit?.[0].length ?? 0),
    })
  }
  return found
}
