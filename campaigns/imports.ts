/**
 * A folder of n8n exports in, a table out: `node campaigns/imports.ts <folder> [--missing 40] [--problems 20] [--warnings 20]`. For each
 * file: read, translated, checked by the catalogue. Coverage counts nodes that are mapped or bridged, the tools, models and memories of
 * agents among them; notes of n8n and what never ran are aside. A workflow is runnable when nothing but credentials, models, workflows
 * and values to be chosen keeps it from running, no part of it was lost, and nothing in it is known to fail. Exits non-zero when a file crashes the import instead of being refused by name. The files are never part of the repository.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { importN8n } from '#nodes/import/n8n/import-n8n.ts'
import { isN8n } from '#nodes/import/n8n/read.ts'
import { type ImportedStep, type Treatment, willFail } from '#nodes/import/report.ts'
import { ImportError, readUntrusted } from '#nodes/import/untrusted.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    missing: { type: 'string', default: '0' },
    problems: { type: 'string', default: '0' },
    warnings: { type: 'string', default: '0' },
    files: { type: 'boolean', default: false },
  },
})
if (positionals.length === 0) {
  console.error('Say which folder: node campaigns/imports.ts <folder>')
  process.exit(2)
}

function* jsonFiles(folder: string): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) yield* jsonFiles(path)
    else if (name.endsWith('.json')) yield path
  }
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
const refused = new Map<string, number>()
const missing = new Map<string, number>()
const problems = new Map<string, number>()
const warnings = new Map<string, number>()
const how = new Map<string, number>()
const crashes: string[] = []
let files = 0
let imported = 0
let workflows = 0
let whole = 0
let runnable = 0
let almost = 0
let slots = 0
let slowest = 0
const types = new Set<string>()

const RANK: readonly Treatment[] = ['lost', 'placeholder', 'bridged', 'mapped', 'note']

/** What a person still has to choose. */
const TO_CHOOSE = /Choose a workflow|Choose a model|credential/i

for (const folder of positionals) {
  for (const path of jsonFiles(folder)) {
    let raw: unknown
    try {
      raw = readUntrusted(readFileSync(path, 'utf8'))
    } catch (error) {
      if (!(error instanceof ImportError)) crashes.push(`${path}: ${error}`)
      else count(refused, error.code)
      files++
      continue
    }
    if (!isN8n(raw)) continue
    files++
    const began = performance.now()
    try {
      const made = importN8n(raw as never)
      imported++
      let ready = true
      let complete = true
      const steps = new Map<string, ImportedStep>()
      for (const { document, report, slots: open } of made) {
        workflows++
        slots += open.length
        for (const step of report.steps) {
          types.add(step.from)
          const before = steps.get(step.name)
          // A step in several workflows counts once, as the worst that became of it.
          if (!before || RANK.indexOf(step.how) < RANK.indexOf(before.how)) steps.set(step.name, step)
        }
        for (const warning of report.warnings)
          count(warnings, `${warning.code}: ${warning.message.replace(/"[^"]*"/g, '"…"').slice(0, 140)}`)
        const chosen = new Set(open.map(({ node, field }) => `${node}.${field}`))
        const found = validate(document, catalogue).filter(
          ({ node, field, message }) => !(chosen.has(`${node}.${field}`) || TO_CHOOSE.test(message)),
        )
        for (const problem of found)
          count(problems, `${problem.code}: ${problem.message.replace(/"(?:[^"]{25,})"/g, '"…"').slice(0, 140)}`)
        if (found.length > 0) ready = false
        if (report.warnings.some(willFail)) complete = false
      }
      for (const step of steps.values()) {
        count(how, step.how)
        if (step.how === 'placeholder' || step.how === 'lost') count(missing, step.from)
      }
      const placeholders = [...steps.values()].filter((step) => step.how === 'placeholder').length
      const lost = [...steps.values()].filter((step) => step.how === 'lost').length
      if (placeholders === 0 && lost === 0) whole++
      if (ready && complete && lost === 0) runnable++
      else if (ready && complete) almost++
      if (values.files)
        console.log(`${ready && complete ? (lost > 0 ? 'lost' : 'ok  ') : placeholders > 0 ? 'ph  ' : '-   '} ${path}`)
    } catch (error) {
      if (error instanceof ImportError) count(refused, error.code)
      else crashes.push(`${path}: ${error instanceof Error ? error.stack?.split('\n').slice(0, 4).join(' | ') : error}`)
    }
    slowest = Math.max(slowest, performance.now() - began)
  }
}

const number = (treatment: string) => how.get(treatment) ?? 0
const placed = number('mapped') + number('bridged') + number('placeholder') + number('lost')
const percent = (part: number, all: number) => (all === 0 ? '-' : `${((part / all) * 100).toFixed(1)} %`)
const line = (title: string, value: string | number) =>
  console.log(`| ${title.padEnd(46)} | ${String(value).padStart(18)} |`)
const top = (title: string, counts: Map<string, number>, most: number) => {
  if (most === 0) return
  console.log(`\n${title}`)
  for (const [key, times] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, most))
    console.log(`${String(times).padStart(6)}  ${key}`)
}
line('Files', files)
line('Imported', `${imported} (${percent(imported, files)})`)
line('Refused by name', [...refused].map(([code, times]) => `${code} ${times}`).join(', ') || 0)
line('Workflows made', workflows)
line('Kinds of nodes met', types.size)
line('Nodes mapped', number('mapped'))
line('Nodes bridged', number('bridged'))
line('Placeholders', number('placeholder'))
line('Parts without a counterpart', number('lost'))
line('Kept as notes (never ran)', number('note'))
line('Node coverage', percent(number('mapped') + number('bridged'), placed))
line('Files in which every node has a counterpart', `${whole} (${percent(whole, imported)})`)
line('Runnable once credentials are chosen', `${runnable} (${percent(runnable, imported)})`)
line('The same, with parts lost', almost)
line('Credential and workflow slots', slots)
line('Slowest file, ms', slowest.toFixed(0))
line('Crashes', crashes.length)
top('Without counterpart:', missing, Number(values.missing))
top('Problems:', problems, Number(values.problems))
top('Warnings:', warnings, Number(values.warnings))
for (const crash of crashes.slice(0, 20)) console.error(`CRASH ${crash}`)
process.exitCode = crashes.length > 0 ? 1 : 0
