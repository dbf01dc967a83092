/** Reads code tables in the forms they are published in. Pure: text in, entries out. */
import type { CodeEntry } from '#nodes/ports.ts'

/** A line that cannot be read; `line` counts from 1. */
export class CodeImportError extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`)
    this.name = 'CodeImportError'
    this.line = line
  }
}

const CODE = /^[A-TV-Z][0-9][0-9A-Z](?:\.?[0-9A-Z]{1,4})?$/
/** Nothing in a code table is longer; more means that the file is something else. */
const LONGEST_LINE = 4000

/**
 * A code in the written form, with its dot: `E1122` and `e11.22` become `E11.22`. Null when the text has not the shape of an
 * ICD-10-CM code (letter, digit, digit or letter, up to four more; `U` is used for emergency codes).
 */
export function withDot(code: string): string | null {
  const plain = code.trim().toUpperCase()
  if (!CODE.test(plain) && !/^U[0-9][0-9A-Z](?:\.?[0-9A-Z]{1,4})?$/.test(plain)) return null
  const bare = plain.replace('.', '')
  return bare.length > 3 ? `${bare.slice(0, 3)}.${bare.slice(3)}` : bare
}

const CONTROL = /[^\P{Cc}\t]/u

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
}

function check(line: string, number: number): void {
  if (line.length > LONGEST_LINE) throw new CodeImportError(number, `longer than ${LONGEST_LINE} characters`)
  if (CONTROL.test(line)) throw new CodeImportError(number, 'contains control characters: is this a text file?')
}

function add(entries: Map<string, CodeEntry>, entry: CodeEntry, number: number): void {
  if (entries.has(entry.code)) throw new CodeImportError(number, `${entry.code} is there twice`)
  if (entry.description === '') throw new CodeImportError(number, `${entry.code} has no description`)
  entries.set(entry.code, entry)
}

/**
 * The official order file of CMS (`icd10cm-order-YYYY.txt`): order number in columns 1–5, code without dot in 7–13, `0` (header)
 * or `1` (billable) in 15, short description in 17–76, long description from 78. Empty lines are skipped.
 * @throws CodeImportError naming the first line that has another form, that repeats a code, or an empty file
 */
export function parseCmsOrderFile(text: string): CodeEntry[] {
  const entries = new Map<string, CodeEntry>()
  linesOf(text).forEach((line, index) => {
    if (line.trim() === '') return
    check(line, index + 1)
    const match = /^(\d{5}) (.{7}) ([01]) (.{1,60})(?: (.*))?$/.exec(line)
    const code = match === null ? null : withDot(match[2] ?? '')
    if (match === null || code === null) throw new CodeImportError(index + 1, 'is not a line of the CMS order file')
    const description = (match[5] ?? '').trim() || (match[4] ?? '').trim()
    add(entries, { code, description, billable: match[3] === '1', synonyms: [] }, index + 1)
  })
  if (entries.size === 0) throw new CodeImportError(1, 'the file holds no codes')
  return [...entries.values()]
}

/** Rows of a CSV text with the line each begins on; quotes may hold commas, doubled quotes and line breaks. */
function rows(text: string): { line: number; cells: string[] }[] {
  const result: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let line = 1
  let begun = 1
  const finish = (): void => {
    if (cells.some((cell) => cell.trim() !== '')) result.push({ line: begun, cells })
    cells = []
  }
  const pattern = /\s*"((?:[^"]|"")*)"[^\S\r\n]*(,|\r\n|\n|\r|$)|([^,\r\n]*)(,|\r\n|\n|\r|$)/y
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (match === null) break
    const quoted = match[1]?.replaceAll('""', '"').replace(/\s*[\r\n]\s*/g, ' ')
    const value = quoted ?? match[3] ?? ''
    if (match[1] === undefined && value.includes('"'))
      throw new CodeImportError(line, 'has a quote that does not close')
    if (value.length > LONGEST_LINE) throw new CodeImportError(line, `longer than ${LONGEST_LINE} characters`)
    cells.push(value)
    line += match[0].match(/\r\n|\n|\r/g)?.length ?? 0
    if ((match[2] ?? match[4]) !== ',') {
      finish()
      begun = line
    }
  }
  finish()
  return result
}

const YES = /^(?:1|true|yes|y|billable)$/i
const NO = /^(?:0|false|no|n|header)$/i

interface Columns {
  code: number
  billable: number
  description: number
  synonyms: number
}

/** The columns of the header, or the documented order when the first row is already a code. */
function columns(first: readonly string[]): Columns | null {
  const names = first.map((cell) => cell.trim().toLowerCase())
  const find = (...wanted: string[]): number => names.findIndex((name) => wanted.includes(name))
  const code = find('code', 'icd10', 'icd-10', 'icd10cm', 'icd-10-cm')
  if (code < 0) return null
  const description = find('description', 'long_description', 'long description', 'title', 'short_description')
  return {
    code,
    description,
    billable: find('billable', 'valid', 'is_billable'),
    synonyms: find('synonyms', 'synonym', 'terms'),
  }
}

/**
 * A table as CSV: `code,billable,description[,synonyms]`, with or without a header row (with one, columns are found by
 * their names, in any
 * order; without `billable` every code counts as billable). Codes with or without dot; synonyms separated by `|`.
 * @throws CodeImportError naming the line: a wrong code, a missing description, a repeated code, a broken quote, an
 * empty file
 */
export function parseCodesCsv(text: string): CodeEntry[] {
  const all = rows(text.replace(/^\uFEFF/, ''))
  const header = columns(all[0]?.cells ?? [])
  if (header !== null && header.description < 0) throw new CodeImportError(1, 'the header names no description column')
  const at = header ?? { code: 0, billable: 1, description: 2, synonyms: 3 }
  const entries = new Map<string, CodeEntry>()
  for (const { line, cells } of header === null ? all : all.slice(1)) {
    check(cells.join(','), line)
    const code = withDot(cells[at.code] ?? '')
    if (code === null)
      throw new CodeImportError(line, `“${(cells[at.code] ?? '').slice(0, 20)}” is not an ICD-10-CM code`)
    const flag = at.billable < 0 ? '1' : (cells[at.billable] ?? '').trim()
    if (!YES.test(flag) && !NO.test(flag)) throw new CodeImportError(line, 'billable must be 1 or 0')
    const synonyms = (cells[at.synonyms] ?? '')
      .split('|')
      .map((word) => word.trim())
      .filter((word) => word !== '')
    add(entries, { code, description: (cells[at.description] ?? '').trim(), billable: YES.test(flag), synonyms }, line)
  }
  if (entries.size === 0) throw new CodeImportError(1, 'the file holds no codes')
  return [...entries.values()]
}

/** Letter and four digits; D codes are the dentists' CDT, licensed by the ADA. */
const HCPCS = /^[A-CE-Z]\d{4}$/

/**
 * HCPCS Level II as CMS publishes it in tables (Addendum B and the like): CSV with a header row that names a code column and a description.
 * Dental codes (D) are left out, and so are codes of five digits (CPT): both need a licence.
 * @throws CodeImportError naming the line
 */
export function parseHcpcsCsv(text: string): CodeEntry[] {
  const all = rows(text.replace(/^\uFEFF/, ''))
  const names = (all[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const at = {
    code: names.findIndex((name) => /^(?:hcpcs(?: code)?|code)$/.test(name)),
    text: names.findIndex((name) => /desc/.test(name)),
  }
  if (at.code < 0 || at.text < 0) throw new CodeImportError(1, 'the header names no columns for code and description')
  const entries = new Map<string, CodeEntry>()
  for (const { line, cells } of all.slice(1)) {
    check(cells.join(','), line)
    const code = (cells[at.code] ?? '').trim().toUpperCase()
    if (/^(?:D\d{4}|\d{4}[0-9A-Z])$/.test(code)) continue
    if (!HCPCS.test(code)) throw new CodeImportError(line, `“${code.slice(0, 20)}” is not a HCPCS Level II code`)
    add(entries, { code, description: (cells[at.text] ?? '').trim(), billable: true, synonyms: [] }, line)
  }
  if (entries.size === 0) throw new CodeImportError(1, 'the file holds no codes')
  return [...entries.values()]
}

/** A HCPCS Level II code as it is written, or null. */
export const hcpcsCode = (code: string): string | null => {
  const plain = code.trim().toUpperCase()
  return HCPCS.test(plain) ? plain : null
}

/** {@link mergeCodes}, where a longer description stays: published tables cut theirs at 28 characters. */
export function mergeHcpcs(before: readonly CodeEntry[], imported: readonly CodeEntry[]): CodeEntry[] {
  const known = new Map(before.map((entry) => [entry.code, entry.description]))
  return mergeCodes(before, imported).map((entry) => {
    const old = known.get(entry.code) ?? ''
    return old.length > entry.description.length ? { ...entry, description: old } : entry
  })
}

/**
 * The table that the product ships: `code<TAB>billable<TAB>description<TAB>synonyms`, synonyms separated by `|`, one header row.
 * @throws CodeImportError naming the line
 */
export function parseCodesTsv(text: string, written: (code: string) => string | null = withDot): CodeEntry[] {
  const entries = new Map<string, CodeEntry>()
  linesOf(text).forEach((line, index) => {
    if (index === 0 || line === '') return
    check(line, index + 1)
    const [given = '', flag = '', description = '', words = ''] = line.split('\t')
    const code = written(given)
    if (code === null || (flag !== '0' && flag !== '1'))
      throw new CodeImportError(index + 1, 'is not a code, a flag and a title')
    const synonyms = words.split('|').filter((word) => word !== '')
    add(entries, { code, description, billable: flag === '1', synonyms }, index + 1)
  })
  if (entries.size === 0) throw new CodeImportError(1, 'the file holds no codes')
  return [...entries.values()]
}

/**
 * An imported table over the one before: codes and titles are the imported ones, synonyms of both are kept. Synonyms of a code
 * that the import lacks (releases split and join codes) go to the closest code above it, when that one is billable.
 */
export function mergeCodes(before: readonly CodeEntry[], imported: readonly CodeEntry[]): CodeEntry[] {
  const synonyms = new Map(imported.map((entry) => [entry.code, new Set(entry.synonyms)]))
  const bills = new Set(imported.flatMap((entry) => (entry.billable ? [entry.code] : [])))
  for (const entry of before) {
    let { code } = entry
    while (code.length > 3 && !synonyms.has(code)) code = code.slice(0, -1).replace(/\.$/, '')
    if (code !== entry.code && !bills.has(code)) continue
    for (const synonym of entry.synonyms) synonyms.get(code)?.add(synonym)
  }
  return imported.map((entry) => ({ ...entry, synonyms: [...(synonyms.get(entry.code) ?? [])] }))
}
