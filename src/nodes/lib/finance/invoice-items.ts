/** The lines of an invoice: found under the header that names description and amount. */
import { parseMoney } from './money.ts'
import { type Cell, type Row, underHeader } from './rows.ts'

const COLUMNS = [
  ['serial', /^(?:s\.? ?no|sr\.?(?: ?no)?|sl\.?(?: ?no)?|no|#|item no)\.?$/i],
  ['hsn', /\b(?:hsn|sac)\b/i],
  ['quantity', /^(?:(?:qty|quantity|hours|hrs|days)\b|(?:units?|nos)\.?$)/i],
  ['unit', /^(?:uom|unit of)\b/i],
  ['cgst', /\bcgst\b/i],
  ['sgst', /\b(?:sgst|utgst)\b/i],
  ['igst', /\bigst\b/i],
  ['tax_rate', /^(?:gst|tax)(?: rate)?(?: ?\(?%\)?)?$|^rate of tax\b|%/i],
  ['taxable', /\btaxable\b|^(?:net|assessable) (?:value|amount)\b/i],
  ['discount', /\bdisc/i],
  ['tax', /^(?:gst|tax)(?: ?amount| ?amt)\.?/i],
  ['rate', /^(?:unit )?(?:rate|price|unit price|cost)\b/i],
  ['total', /^(?:total|amount|amt|value|line total|net amount|gross amount)\b/i],
  ['description', /\b(?:description|particulars|item|product|goods|service|name of)\b/i],
] as const
type ColumnName = (typeof COLUMNS)[number][0]

export interface Item {
  start: number
  end: number
  description: string
  hsn: string | null
  quantity: number | null
  rate_paise: number | null
  taxable_paise: number | null
  tax_rate: number | null
  total_paise: number | null
}

const nameOf = ({ text }: Cell): ColumnName | null => {
  const words = text.replace(/\s+/g, ' ').trim()
  return words.length > 40 || parseMoney(words) !== null
    ? null
    : (COLUMNS.find(([, pattern]) => pattern.test(words))?.[0] ?? null)
}

function headerOf(row: Row): (ColumnName | null)[] | null {
  if (row.cells.length < 3) return null
  const names = row.cells.map(nameOf)
  const money = names.some((name) => name === 'total' || name === 'taxable' || name === 'rate')
  return names.includes('description') && money && names.filter((name) => name !== null).length >= 3 ? names : null
}

const ENDS =
  /^(?:sub-? ?total|total|grand total|taxable (?:value|amount)|(?:add:? )?(?:cgst|sgst|igst|utgst)\b|amount in words|amount chargeable|rupees\b|round|discount\b|terms|bank|declaration|e\.? ?& ?o)/i
const MOST_ITEMS = 2_000

const figure = (text: string | undefined): number | null => {
  const match = /^\s*(\d[\d,]*(?:\.\d{1,4})?)/.exec(text ?? '')
  return match === null ? null : Number((match[1] ?? '').replaceAll(',', ''))
}
/** @returns paise of a cell; a percentage is none */
const sum = (text: string | undefined): number | null =>
  text === undefined || /%/.test(text) ? null : (parseMoney(text)?.paise ?? null)

function itemFrom(header: Row, names: readonly (ColumnName | null)[], row: Row): Item | null {
  const cells = underHeader(header, row)
  const get = (name: ColumnName): string | undefined => cells[names.indexOf(name)]?.text
  const description = get('description')?.replace(/\s+/g, ' ').trim() ?? ''
  const hsn = /\b(\d{4}(?:\d{2}){0,2})\b/.exec(get('hsn') ?? '')?.[1] ?? null
  const [total, taxable, rate] = [sum(get('total')), sum(get('taxable')), sum(get('rate'))]
  if (!/\p{L}{2}/u.test(description) || (total === null && taxable === null)) return null
  const percent = /(\d{1,2}(?:\.\d{1,3})?)/.exec(get('tax_rate') ?? '')?.[1]
  const halves = [get('cgst'), get('sgst')].map((text) =>
    Number(/(\d{1,2}(?:\.\d+)?) ?%/.exec(text ?? '')?.[1] ?? Number.NaN),
  )
  const whole = Number(/(\d{1,2}(?:\.\d+)?) ?%/.exec(get('igst') ?? '')?.[1] ?? Number.NaN)
  const byParts = Number.isNaN(whole) ? (halves[0] ?? Number.NaN) + (halves[1] ?? Number.NaN) : whole
  return {
    start: row.start,
    end: row.end,
    description: description.slice(0, 300),
    hsn,
    quantity: figure(get('quantity')),
    rate_paise: rate,
    taxable_paise: taxable ?? total,
    tax_rate: percent !== undefined ? Number(percent) : Number.isNaN(byParts) ? null : byParts,
    total_paise: total,
  }
}

/** Every line until the totals begin; the index of the first row behind them. */
export function itemsOf(rows: readonly Row[]): { items: Item[]; behind: number } {
  const at = rows.findIndex((row) => headerOf(row) !== null)
  const header = rows[at]
  const names = header === undefined ? null : headerOf(header)
  if (header === undefined || names === null) return { items: [], behind: 0 }
  const items: Item[] = []
  for (let index = at + 1; index < rows.length && items.length < MOST_ITEMS; index++) {
    const row = rows[index]
    if (row === undefined) break
    const first = row.cells.find(({ text }) => /\p{L}{2}/u.test(text))?.text.trim() ?? ''
    if (ENDS.test(first)) return { items, behind: index }
    const item = itemFrom(header, names, row)
    const last = items.at(-1)
    if (item !== null) items.push(item)
    else if (last !== undefined && row.cells.length === 1 && row.start - last.end <= 2 && first !== '') {
      last.description = `${last.description} ${first}`.slice(0, 300)
      last.end = row.end
    }
  }
  return { items, behind: items.length === 0 ? at + 1 : rows.length }
}
