/**
 * `npm run codes -- import FILE [hcpcs]`: installs a release of ICD-10-CM, or of HCPCS Level II when that is said. FILE is the official CMS
 * order file (icd10cm_order_YYYY.txt), or CSV with the columns code, billable, description and optionally synonyms; for HCPCS a CSV with
 * code and description. Either may be gzipped.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseCmsOrderFile, parseCodesCsv, parseHcpcsCsv } from '#nodes/lib/clinical/code-import.ts'
import { importCodes } from '#server/areas/agents/codes/codes.ts'
import { refusing, withDatabase } from './with-database.ts'

const [verb, file, system = 'icd10cm'] = process.argv.slice(2)
if (verb !== 'import' || !file || (system !== 'icd10cm' && system !== 'hcpcs')) {
  console.error(
    'Usage: npm run codes -- import FILE [hcpcs]\nFILE: the CMS order file (icd10cm_order_2026.txt) or CSV (code,billable,description[,synonyms]); for HCPCS CSV (code,description); plain or .gz',
  )
  process.exit(2)
}

function read(path: string): string {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.replace(/^\uFEFF/, '')
}

/** The order file numbers its lines: `00001 A00     0 Cholera`. */
const isOrderFile = (text: string): boolean => /^\d{5} [A-Z]\w{2,6} /.test(text)

function codesIn(text: string) {
  if (system === 'hcpcs') return parseHcpcsCsv(text)
  return isOrderFile(text) ? parseCmsOrderFile(text) : parseCodesCsv(text)
}

const refuse = refusing('Nothing was imported')
// Before the database is opened: a file that cannot be read starts nothing.
const codes = await Promise.resolve(file).then(read).then(codesIn).catch(refuse)
await withDatabase(refuse, async (db) => {
  const { count, version } = await importCodes(db, system, { source: basename(file), codes })
  console.log(
    `Installed ${count.toLocaleString('en-IN')} ${system === 'hcpcs' ? 'HCPCS' : 'ICD-10-CM'} codes from ${basename(file)} (version ${version}). Running servers use them from the next run on.`,
  )
})
