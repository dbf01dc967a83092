/**
 * A picture of a result in at most three lines, for the card of an agent: what its first sample gave, made from the recorded output. Pure,
 * and the same output always gives the same lines.
 */
import type { AgentPreview, PreviewLine } from '#contract/agents/agents.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { rupees } from '#nodes/lib/finance/money.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'

const MOST_LINES = 3
/** Characters of a line. A card is narrow, and the viewer shows the rest. */
const MOST_CHARACTERS = 120

const objects = (value: Json | undefined): JsonObject[] => listOrEmpty(value).filter(isObject)
const text = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? short(value) : null
const number = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)

function short(words: string): string {
  const line = words.trim().replace(/\s+/g, ' ')
  if (line.length <= MOST_CHARACTERS) return line
  return `${line.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, '')}…`
}

/** 'loan_emi' → 'Loan emi'. */
const words = (name: string): string => short(name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '))

/** A card has no room for paise. */
const wholeRupees = (paise: number): string => rupees(Math.round(paise / 100) * 100)

const line = (of: Partial<PreviewLine>): PreviewLine => ({
  label: null,
  mono: false,
  text: null,
  value: null,
  tone: null,
  ...of,
})

function codes(output: JsonObject): PreviewLine[] {
  const found = objects(output.codes)
  const billable = found.filter(
    ({ candidate, assertion }) => candidate ?? (assertion === 'present' || assertion === 'possible'),
  )
  return billable.map(({ code, description }) => line({ label: text(code), mono: true, text: text(description) }))
}

const RISKS: readonly [level: string, value: string, tone: PreviewLine['tone']][] = [
  ['high', 'High risk', 'bad'],
  ['medium', 'Medium risk', 'warn'],
]

function clauses(output: JsonObject): PreviewLine[] {
  const found = objects(output.clauses)
  const risky = RISKS.flatMap(([level, value, tone]) =>
    found
      .filter(({ risk }) => objectOrEmpty(risk).level === level)
      .map(({ title, kind }) => line({ label: text(title) ?? words(text(kind) ?? 'Clause'), value, tone })),
  )
  const missing = objects(output.missing).map(({ title }) =>
    line({ label: text(title), value: 'Missing', tone: 'warn' }),
  )
  return [...risky.slice(0, MOST_LINES - 1), ...missing, ...risky.slice(MOST_LINES - 1)]
}

/** A question, its answer, and where in the document that is. */
function answer(output: JsonObject): PreviewLine[] {
  const [first] = objects(output.citations)
  const source = text(first?.article) ?? text(first?.section)
  const page = number(first?.page)
  return [
    line({ text: text(output.question) }),
    line({ label: text(output.answer), value: page === null ? source : `Page ${page}`, tone: 'neutral' }),
  ]
}

const CHECKS: readonly [status: string, value: string, tone: PreviewLine['tone']][] = [
  ['missing', 'Missing', 'bad'],
  ['attention', 'Attention', 'warn'],
  ['ok', 'Passed', 'good'],
]

/** One of each status first. */
function checks(output: JsonObject): PreviewLine[] {
  const found = objects(output.checks)
  const each = CHECKS.map(([status, value, tone]) =>
    found.filter((check) => check.status === status).map(({ title }) => line({ label: text(title), value, tone })),
  )
  return [...each.flatMap((of) => of.slice(0, 1)), ...each.flatMap((of) => of.slice(1))]
}

const TAXES = ['igst', 'cgst', 'sgst'] as const

function invoice(output: JsonObject): PreviewLine[] {
  const totals = objectOrEmpty(output.totals)
  const amount = (key: string, label: string): PreviewLine[] => {
    const { paise, rate } = objectOrEmpty(totals[key])
    const [sum, percent] = [number(paise), number(rate)]
    return sum === null
      ? []
      : [line({ text: percent === null ? label : `${label} ${percent}%`, value: wholeRupees(sum) })]
  }
  const taxes = TAXES.flatMap((tax) => amount(tax, tax.toUpperCase())).slice(0, 1)
  return [...amount('taxable', 'Taxable value'), ...taxes, ...amount('total', 'Total')]
}

function ratio(value: number, unit: Json | undefined): string {
  if (unit === 'percent') return `${(value * 100).toFixed(1)}%`
  return unit === 'days' ? `${Math.round(value)} days` : value.toFixed(2)
}

const statement = (output: JsonObject): PreviewLine[] =>
  objects(output.ratios).map(({ title, unit, values }) => {
    const latest = number(Array.isArray(values) ? values[0] : undefined)
    return line({ text: text(title), value: latest === null ? null : ratio(latest, unit) })
  })

const transactions = (output: JsonObject): PreviewLine[] =>
  objects(output.by_category).map(({ category, in_paise, out_paise }) => {
    const sum = (number(in_paise) ?? 0) - (number(out_paise) ?? 0)
    return line({
      text: words(text(category) ?? 'other'),
      value: `${sum > 0 ? '+' : '−'}${wholeRupees(Math.abs(sum))}`,
    })
  })

const tickets = (output: JsonObject): PreviewLine[] =>
  objects(output.tickets).map(({ subject, category, priority }) => {
    const urgent = priority === 'urgent' || priority === 'high'
    return line({ text: text(subject), value: words(text(category) ?? ''), tone: urgent ? 'bad' : 'neutral' })
  })

const KINDS: Readonly<Record<string, string>> = {
  mrn: 'Record numbers',
  name: 'Names',
  date: 'Dates',
  phone: 'Phone numbers',
}

const phi = (output: JsonObject): PreviewLine[] =>
  Object.entries(objectOrEmpty(output.by_kind))
    .flatMap(([kind, count]) => (typeof count === 'number' ? [{ kind, count }] : []))
    .toSorted((a, b) => b.count - a.count)
    .map(({ kind, count }) => line({ text: KINDS[kind] ?? words(kind), value: `${count} removed`, tone: 'good' }))

const discharge = (output: JsonObject): PreviewLine[] => {
  const medicines = objects(output.medications).map(({ name, dose, frequency }) =>
    line({ label: text(name), text: [text(dose), text(frequency)].filter((part) => part !== null).join(' ') || null }),
  )
  return [...codes(output).slice(0, 2), ...medicines]
}

const VIEWS: Readonly<Record<string, (output: JsonObject) => PreviewLine[]>> = {
  codes,
  clauses,
  insight: answer,
  answer,
  checks,
  invoice,
  statement,
  transactions,
  tickets,
  phi,
  discharge,
}

/** What agents of no known view give: the words of an answer, or the first values that have a name. */
function plain(output: JsonObject): PreviewLine[] {
  for (const key of ['answer', 'summary', 'text', 'result', 'output', 'reply']) {
    const said = text(output[key])
    if (said !== null) return [line({ text: said })]
  }
  return Object.entries(output).flatMap(([name, value]) => {
    const shown = typeof value === 'number' || typeof value === 'boolean' ? String(value) : text(value)
    return shown === null ? [] : [line({ text: words(name), value: shown })]
  })
}

/** @param view how the version shows its results. @returns null when the output has nothing that fits on a card */
export function previewOf(view: string, output: Json): AgentPreview | null {
  if (typeof output === 'string') return output.trim() === '' ? null : { lines: [line({ text: short(output) })] }
  if (!isObject(output)) return null
  const known = VIEWS[view]?.(output) ?? []
  const lines = (known.length > 0 ? known : plain(output)).filter((one) => one.label !== null || one.text !== null)
  return lines.length === 0 ? null : { lines: lines.slice(0, MOST_LINES) }
}
