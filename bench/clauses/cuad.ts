/**
 * Reads the Contract Understanding Atticus Dataset (Hendrycks, Burns, Chen and Ball 2021, CC BY 4.0): 510 commercial contracts
 * of the United States in which lawyers marked 41 questions. Not part of the repository; the folder holds `master_clauses.csv`
 * and the folder `full_contract_txt`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CuadContract {
  file: string
  text: string
  /** Marked passages by our clause kind. */
  quotes: Map<string, string[]>
  /** Names of the parties, as answered. */
  parties: string[]
  /** `YYYY-MM-DD` by role, where the answer is a day. */
  dates: { signing: string | null; effective: string | null; expiry: string | null }
}

/** Which of its questions ask for one of our kinds. */
export const QUESTIONS: Record<string, readonly string[]> = {
  term: ['Expiration Date'],
  renewal: ['Renewal Term'],
  termination_convenience: ['Termination For Convenience'],
  change_of_control: ['Change Of Control'],
  governing_law: ['Governing Law'],
  assignment: ['Anti-Assignment'],
  licence_grant: ['License Grant'],
  ip_ownership: ['Ip Ownership Assignment', 'Joint Ip Ownership'],
  non_compete: ['Non-Compete'],
  non_solicit: ['No-Solicit Of Customers', 'No-Solicit Of Employees'],
  exclusivity: ['Exclusivity'],
  limitation_of_liability: ['Cap On Liability', 'Uncapped Liability'],
  liquidated_damages: ['Liquidated Damages'],
  insurance: ['Insurance'],
  audit: ['Audit Rights'],
  most_favoured: ['Most Favored Nation'],
}

/** RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    rows.push(row)
    row = []
    if (match[3] === '') break
  }
  return rows
}

/** The strings of a list as Python prints it. */
const parseList = (text: string): string[] =>
  Array.from(text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g), (match) =>
    (match[1] ?? match[2] ?? '').replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(.)/gi, (_, x, u, char) =>
      x || u ? String.fromCharCode(Number.parseInt(x ?? u, 16)) : char === 'n' ? '\n' : char === 't' ? '\t' : char,
    ),
  )

function parseDay(text: string): string | null {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text.trim()) ?? []
  if (year === '' || Number(month) > 12) return null
  const full = year.length === 4 ? year : `${Number(year) > 40 ? '19' : '20'}${year}`
  return `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const plain = (name: string): string =>
  name
    .replace(/\.[a-z]{3}\W*$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The contracts in the order of their names. */
export function readCuad(folder: string): CuadContract[] {
  const [head = [], ...rows] = parseCsv(readFileSync(join(folder, 'master_clauses.csv'), 'utf8'))
  const files = new Map(readdirSync(join(folder, 'full_contract_txt')).map((name) => [plain(name), name]))
  const contracts = rows.flatMap((row) => {
    const cell = (column: string): string => row[head.indexOf(column)] ?? ''
    const file = files.get(plain(cell('Filename')))
    if (file === undefined) return []
    const quotes = Object.entries(QUESTIONS).map(
      ([kind, columns]) => [kind, columns.flatMap((column) => parseList(cell(column)))] as const,
    )
    const day = (column: string): string | null => parseDay(cell(`${column}-Answer`))
    return [
      {
        file,
        text: readFileSync(join(folder, 'full_contract_txt', file), 'utf8'),
        quotes: new Map(quotes),
        parties: cell('Parties-Answer')
          .split(';')
          .map((name) => name.replace(/\(.*?\)/g, '').trim()),
        dates: { signing: day('Agreement Date'), effective: day('Effective Date'), expiry: day('Expiration Date') },
      },
    ]
  })
  return contracts.sort((a, b) => (a.file < b.file ? -1 : 1))
}
