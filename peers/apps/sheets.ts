/** Values of Google Sheets (https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values). */
import type { Answer, Asked } from '#peers/oauth/message.ts'

type Cell = string | number | boolean | null
/** Rows by `spreadsheet/sheet`. */
export type Sheets = Map<string, Cell[][]>

const VALUES = /^\/v4\/spreadsheets\/([^/]+)\/values\/([^/]+)$/

const BOOK = /^\/v4\/spreadsheets\/([^/]+)$/

const failed = (code: number, message: string, status: string): Answer => ({
  status: code,
  json: { error: { code, message, status } },
})

const isRows = (value: unknown): value is Cell[][] => Array.isArray(value) && value.every(Array.isArray)

function append(sheets: Sheets, id: string, sheet: string, { query, json }: Asked): Answer {
  const values = (json as { values?: unknown } | null)?.values
  if (!isRows(values)) return failed(400, 'Invalid JSON payload received. Unknown name "values"', 'INVALID_ARGUMENT')
  if (!['RAW', 'USER_ENTERED'].includes(query.get('valueInputOption') ?? ''))
    return failed(400, "'valueInputOption' is required but not specified", 'INVALID_ARGUMENT')
  const rows = sheets.get(`${id}/${sheet}`) ?? []
  const first = rows.length + 1
  sheets.set(`${id}/${sheet}`, [...rows, ...values])
  return {
    status: 200,
    json: {
      spreadsheetId: id,
      updates: {
        spreadsheetId: id,
        updatedRange: `${sheet}!A${first}`,
        updatedRows: values.length,
        updatedColumns: Math.max(0, ...values.map((row) => row.length)),
        updatedCells: values.flat().length,
      },
    },
  }
}

/** A new spreadsheet has one sheet. */
function shownBook(sheets: Sheets, id: string): Answer {
  const own = [...sheets.keys()].flatMap((key) => (key.startsWith(`${id}/`) ? [key.slice(id.length + 1)] : []))
  const titles = own.length === 0 ? ['Sheet1'] : own
  const listed = titles.map((title, index) => ({ properties: { sheetId: index, title, index } }))
  return { status: 200, json: { spreadsheetId: id, properties: { title: id }, sheets: listed } }
}

/** Null for what is no call of Google Sheets. */
export function sheetsCall(sheets: Sheets, asked: Asked, isAllowed: boolean): Answer | null {
  const [, book] = BOOK.exec(asked.path) ?? []
  const [, id = '', rest = ''] = VALUES.exec(asked.path) ?? []
  if (id === '' && book === undefined) return null
  if (!isAllowed) return failed(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED')
  if (book !== undefined) return shownBook(sheets, book)
  const named = decodeURIComponent(rest)
  const isAppend = named.endsWith(':append')
  const range = isAppend ? named.slice(0, -':append'.length) : named
  const sheet = range.split('!')[0] ?? range
  if (isAppend && asked.method === 'POST') return append(sheets, id, sheet, asked)
  if (!isAppend && asked.method === 'GET')
    return {
      status: 200,
      json: { range, majorDimension: 'ROWS', values: sheets.get(`${id}/${sheet}`) ?? [] },
    }
  return failed(404, 'Requested entity was not found.', 'NOT_FOUND')
}
