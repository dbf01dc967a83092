/**
 * `npm run codes -- import FILE [hcpcs]`: installs a release of ICD-10-CM, or of HCPCS Level II when that is said. FILE is the official CMS
 * order file (icd10cm_order_YYYY.txt), or CSV with the columns code, billable, description and optionally synonyms; for HCPCS a CSV with
 * code and description. Either may be gzipped.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseCmsOrderFile, parseCodesCsv, parseHcpcsCsv } from '#nodes/clinical/code-import.ts'
import { loadConfig } from '#server/config.ts'
import { createDatabase } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { createPool } from '#server/database/pool.ts'
import { importCodes } from '#server/domain/codes/codes.ts'
import { createLog } from '#server/log.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

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

function refuse(error: Error): never {
  console.error(`Nothing was imported: ${error.message}`)
  process.exit(1)
}

/** The order file numbers its lines: `00001 A00     0 Cholera`. */
const isOrderFile = (text: string): boolean => /^\d{5} [A-Z]\w{2,6} /.test(text)

try {
  const text = read(file)
  const codes =
    system === 'hcpcs' ? parseHcpcsCsv(text) : isOrderFile(text) ? parseCmsOrderFile(text) : parseCodesCsv(text)
  const config = loadConfig()
  const database = await openDatabase(config, { onLost: refuse })
  const pool = createPool(database.url, 2)
  try {
    await prepareDatabase(pool, config, createLog(config.logLevel))
    const { count, version } = await importCodes(createDatabase(pool), system, { source: basename(file), codes })
    console.log(
      `Installed ${count.toLocaleString('en-IN')} ${system === 'hcpcs' ? 'HCPCS' : 'ICD-10-CM'} codes from ${basename(file)} (version ${version}). Running servers use them from the next run on.`,
    )
  } finally {
    // A database that this command started stops with it, also when the import was refused.
    await pool.end()
    await database.leave()
  }
} catch (error) {
  refuse(error as Error)
}
