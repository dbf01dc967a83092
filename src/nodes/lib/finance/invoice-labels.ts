/** The words of a GST invoice (rule 46 CGST Rules 2017 says what it must show), and how its labelled values are read. */
import { paiseOf } from './money.ts'
import type { Cell, Row } from './rows.ts'

export interface Value {
  text: string
  start: number
  end: number
}

export const LABELS = {
  number:
    /^(?:(?:tax )?(?:invoice|inv|bill|document|voucher)\.? ?(?:no|number|num|#|id)\b\.?|invoice #|inv#|(?:tax )?invoice(?= ?[:#]))/i,
  date: /^(?:(?:invoice|bill|inv|document)\.? ?(?:date|dt)\b\.?|dated?\b(?! of)|date of (?:issue|invoice))/i,
  due: /^(?:due date|payment due(?: date| by| on)?|pay by)\b/i,
  place: /^(?:place of supply|pos)\b(?: ?\(.{0,30}\))?/i,
  order: /^(?:p\.?o\.?|purchase order|order|buyer'?s order)\.? ?(?:no|number|ref)\b\.?/i,
  reverse: /^(?:(?:whether )?(?:tax (?:is )?payable (?:on|under) )?reverse charge|rcm)\b(?: ?\(.{0,30}\))?/i,
  irn: /^irn\b(?: ?no\.?)?/i,
  acknowledgement: /^ack(?:nowledgement)?\.? ?(?:no|number)\b\.?/i,
} as const

const NOT_A_VALUE = /^[:\-–#.\s]*$/

function valueIn(cell: Cell, pattern: RegExp): Value | null {
  const match = pattern.exec(cell.text)
  if (match === null) return null
  const lead = /^[\s:#.\-–]*/.exec(cell.text.slice(match[0].length))?.[0].length ?? 0
  const from = match[0].length + lead
  const text = cell.text.slice(from).trim()
  return { text, start: cell.start + from, end: cell.start + from + text.length }
}

const cellValue = ({ text, start, end }: Cell): Value => {
  const lead = /^[\s:#\-–]*/.exec(text)?.[0].length ?? 0
  return { text: text.slice(lead), start: start + lead, end }
}

const startsLabel = (text: string): boolean =>
  Object.values(LABELS).some((pattern) => pattern.test(text)) ||
  /^(?:gstin|pan|phone|email|hsn|description)\b/i.test(text)

/** The cell below in the same column, for forms that set labels above values. */
function below(rows: readonly Row[], at: number, cell: Cell, order: number): Value | null {
  const next = rows[at + 1]
  if (next === undefined) return null
  const found =
    cell.x0 === null
      ? next.cells.length === rows[at]?.cells.length
        ? next.cells[order]
        : undefined
      : next.cells.find((other) => Math.abs((other.x0 ?? 9) - (cell.x0 ?? 0)) < 0.03)
  return found === undefined || startsLabel(found.text) || NOT_A_VALUE.test(found.text) ? null : cellValue(found)
}

/** The value of a label: behind it in its cell, in the next cell, or below. `fits` refuses what cannot be one. */
export function labelled(rows: readonly Row[], pattern: RegExp, fits: (text: string) => boolean): Value | null {
  for (const [at, row] of rows.entries()) {
    for (const [order, cell] of row.cells.entries()) {
      for (const part of parts(cell)) {
        const own = valueIn(part, pattern)
        if (own === null) continue
        const next = row.cells[order + 1]
        const candidates = [own, next === undefined ? null : cellValue(next), below(rows, at, cell, order)]
        const found = candidates.find(
          (one) => one !== null && !NOT_A_VALUE.test(one.text) && !startsLabel(one.text) && fits(one.text),
        )
        if (found !== undefined && found !== null) return found
      }
    }
  }
  return null
}

/** `Invoice No: 12 Date: 3 May 2025` holds two labels in one cell. */
function parts(cell: Cell): Cell[] {
  const cuts = [0]
  for (const { index } of cell.text
    .slice(0, 300)
    .matchAll(/\s(?=(?:invoice|inv|bill|dated?|due|place of supply|p\.?o\.?|irn|ack)\b[^:]{0,24}:|dated? +\d)/gi))
    cuts.push(index + 1)
  return cuts.map((from, index) => {
    const to = cuts[index + 1] ?? cell.text.length
    const text = cell.text.slice(from, to).trimEnd()
    return { ...cell, text, start: cell.start + from, end: cell.start + from + text.length }
  })
}

export const TOTALS = {
  taxable:
    /^(?:total )?(?:taxable (?:value|amount|amt)|sub-? ?total|total before tax|(?:total )?(?:amount|value) before tax|basic (?:amount|value)|assessable value)\b/i,
  cgst: /^(?:add ?:? ?)?(?:total )?(?:output )?(?:cgst|central (?:gst|tax))\b/i,
  sgst: /^(?:add ?:? ?)?(?:total )?(?:output )?(?:sgst|utgst|sgst ?\/ ?utgst|state (?:gst|tax)|union territory tax)\b/i,
  igst: /^(?:add ?:? ?)?(?:total )?(?:output )?(?:igst|integrated (?:gst|tax))\b/i,
  cess: /^(?:add ?:? ?)?(?:total )?(?:compensation |gst )?cess\b/i,
  discount: /^(?:less ?:? ?)?(?:trade |total )?discount\b/i,
  freight: /^(?:freight|shipping|packing|transport|delivery|courier|handling)\b/i,
  round_off: /^(?:less ?:? ?|add ?:? ?)?(?:round(?:ed|ing)?[- ]?off|rounding)\b/i,
  total_tax: /^(?:total (?:gst|tax)(?: amount)?|tax amount|gst amount)\b/i,
  total:
    /^(?:grand total|total (?:invoice )?(?:amount|value)(?: payable| after tax| due| \(.{1,20}\))?|invoice (?:total|value|amount)|(?:net |total )?amount (?:payable|due)|net (?:payable|total|amount)|total payable|balance due|total(?= *(?:\(.{0,20}\))? *:?$)|bill amount)\b/i,
} as const
export type TotalName = keyof typeof TOTALS

export interface Sum extends Value {
  paise: number
  /** The percentage next to the label, such as `CGST @ 9%`. */
  rate: number | null
}

const RATE = /(\d{1,2}(?:\.\d{1,3})?) ?%/
const LAST_SUM = /(?:₹|rs\.?|inr)?\s?[-(]?\d[\d,]*(?:\.\d{1,2})?\)?(?:\/-)?\s*$/i

/** A labelled sum: the last figure of its row behind the label. */
export function sumIn(row: Row, pattern: RegExp): Sum | null {
  for (const [order, cell] of row.cells.entries()) {
    if (!pattern.test(cell.text.trim())) continue
    const rate = Number(RATE.exec(`${cell.text} ${row.cells[order + 1]?.text ?? ''}`)?.[1] ?? Number.NaN)
    const behind = row.cells.slice(order + 1).findLast(({ text }) => paiseOf(text) !== null && !/%/.test(text))
    const own = LAST_SUM.exec(cell.text.replace(/@ ?\d{1,2}(?:\.\d+)? ?%/, (found) => ' '.repeat(found.length)))
    const paise = behind === undefined ? (own === null ? null : paiseOf(own[0])) : paiseOf(behind.text)
    if (paise === null) continue
    const place = behind ?? { start: cell.start + (own?.index ?? 0), end: cell.end, text: own?.[0].trim() ?? '' }
    return { text: place.text, start: place.start, end: place.end, paise, rate: Number.isNaN(rate) ? null : rate }
  }
  return null
}
