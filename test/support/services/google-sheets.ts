/** Google Sheets (https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values): ranges in A1 notation. */
import { googleError } from './google.ts'
import { bearer, type Call, match, type Reply, type Service } from './service.ts'

type Cell = string | number | boolean | null

/** `Sheet1!B2:C3`: the sheet, and the first row and column from 0. */
function placeOf(range: string): { sheet: string; row: number; column: number } {
  const [, sheet = range, column = 'A', row = '1'] =
    /^(?:'?([^'!]+)'?!)?([A-Z]+)?(\d+)?(?::[A-Z]*\d*)?$/.exec(range) ?? []
  return { sheet, row: Number(row) - 1, column: column.charCodeAt(0) - 65 }
}

export function googleSheets(token: string): Service & { sheets: Map<string, Cell[][]> } {
  /** By `spreadsheet/sheet`. */
  const sheets = new Map<string, Cell[][]>()
  const spreadsheets = new Set<string>()

  function write(id: string, range: string, values: Cell[][]): Reply {
    const { sheet, row, column } = placeOf(range)
    const rows = sheets.get(`${id}/${sheet}`) ?? []
    for (const [down, given] of values.entries())
      for (const [across, cell] of given.entries()) {
        while (rows.length <= row + down) rows.push([])
        const line = rows[row + down] ?? []
        while (line.length < column + across) line.push('')
        line[column + across] = cell
      }
    sheets.set(`${id}/${sheet}`, rows)
    return {
      body: { spreadsheetId: id, updatedRange: range, updatedRows: values.length, updatedCells: values.flat().length },
    }
  }

  const read = (id: string, range: string): object => {
    const { sheet, row } = placeOf(range)
    const values = (sheets.get(`${id}/${sheet}`) ?? []).slice(row)
    // Without values there is no list.
    return { range, majorDimension: 'ROWS', ...(values.length > 0 && { values }) }
  }

  function ofValues(call: Call, id: string, named: string): Reply | null {
    const [range = '', verb = ''] = named.split(/:(?=append$|clear$)/)
    const { values } = (call.json ?? {}) as { values?: Cell[][] }
    const isWriting = call.method === 'PUT' || verb === 'append'
    if (isWriting && !Array.isArray(values))
      return googleError(400, 'Invalid JSON payload received.', 'INVALID_ARGUMENT')
    if (isWriting && !['RAW', 'USER_ENTERED'].includes(call.query.get('valueInputOption') ?? ''))
      return googleError(400, "'valueInputOption' is required but not specified", 'INVALID_ARGUMENT')
    const { sheet } = placeOf(range)
    if (!sheets.has(`${id}/${sheet}`)) return googleError(400, `Unable to parse range: ${range}`, 'INVALID_ARGUMENT')
    if (verb === 'append') {
      const last = (sheets.get(`${id}/${sheet}`) ?? []).length
      const { body } = write(id, `${sheet}!A${last + 1}`, values ?? [])
      return { body: { spreadsheetId: id, updates: body } }
    }
    if (verb === 'clear') {
      sheets.set(`${id}/${sheet}`, [])
      return { body: { spreadsheetId: id, clearedRange: range } }
    }
    if (call.method === 'PUT') return write(id, range, values ?? [])
    return call.method === 'GET' ? { body: read(id, range) } : null
  }

  function answer(call: Call): Reply | null {
    if (match(call, 'POST', /^\/v4\/spreadsheets$/)) {
      const id = `book${spreadsheets.size + 1}`
      spreadsheets.add(id)
      sheets.set(`${id}/Sheet1`, [])
      return {
        body: {
          spreadsheetId: id,
          properties: call.json?.properties,
          sheets: [{ properties: { sheetId: 0, title: 'Sheet1' } }],
        },
      }
    }
    const [id = '', named] = match(call, call.method, /^\/v4\/spreadsheets\/([^/:]+)(?:\/values\/([^/]+))?/) ?? []
    if (id === '') return null
    if (!spreadsheets.has(id)) return googleError(404, 'Requested entity was not found.', 'NOT_FOUND')
    const [batch] = match(call, call.method, /\/values:(batchGet|batchUpdate|batchClear)$/) ?? []
    const json = (call.json ?? {}) as { data?: { range: string; values: Cell[][] }[]; ranges?: string[] }
    if (batch === 'batchGet')
      return { body: { spreadsheetId: id, valueRanges: call.query.getAll('ranges').map((range) => read(id, range)) } }
    if (batch === 'batchUpdate')
      return {
        body: {
          spreadsheetId: id,
          responses: (json.data ?? []).map(({ range, values }) => write(id, range, values).body),
        },
      }
    if (batch === 'batchClear') {
      for (const range of json.ranges ?? []) sheets.set(`${id}/${placeOf(range).sheet}`, [])
      return { body: { spreadsheetId: id, clearedRanges: json.ranges } }
    }
    if (named) return ofValues(call, id, named)
    return call.method === 'GET' ? { body: { spreadsheetId: id, sheets: [{ properties: { title: 'Sheet1' } }] } } : null
  }
  return {
    ...{ sheets, answer, signedIn: bearer(token) },
    refusal: googleError(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED'),
  }
}
