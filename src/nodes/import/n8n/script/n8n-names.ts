/**
 * What JavaScript of n8n finds around it, as text for our sandbox: its items with their wrapper, other nodes by their names, dates. The
 * code step has `input`, `items`, and in `trigger` the outputs of the nodes that the source names.
 */

import { type Scope, step } from './jsonata-piece.ts'
import { librariesFor } from './n8n-libraries.ts'
import { variablesNamed } from './variables-named.ts'

/** A node that the source names: what it gave is in the step's setting `trigger`, under its name. */
const READS_NODE = [
  /\$\(\s*(['"`])((?:(?!\1).){1,200})\1\s*\)/g,
  /\$(?:node|items)\s*[[(]\s*(['"`])((?:(?!\1).){1,200})\1\s*[\])]/g,
  /\$node\.([A-Za-z_]\w*)()/g,
]

/** The names of the nodes that a source reads. */
export function nodesNamed(source: string): string[] {
  const names = new Set<string>()
  for (const pattern of READS_NODE)
    for (const [, quote = '', name] of source.matchAll(pattern)) names.add(name || quote)
  return [...names].slice(0, 50)
}

/** What reads the output of a node of the file; null when there is no such node. */
export function nodeCode(name: string, { idOf, isLoop }: Pick<Scope, 'idOf' | 'isLoop'>): string | null {
  if (isLoop?.(name)) return '$item'
  const id = idOf(name)
  return id === undefined ? null : step('$nodes', id)
}

/** Under which the code step finds variables of the installation. */
const VARIABLES = 'variables of n8n'

/**
 * What a source reads by names, as one expression for the setting `trigger`; null when it reads nothing.
 * @param codeOf what reads a node; null when there is none of this name
 * @param variable what reads a variable of the installation
 */
export function readFrom(
  source: string,
  codeOf: (name: string) => string | null,
  variable: (name: string) => string,
): string | null {
  const nodes = nodesNamed(source).flatMap((name) => {
    const code = codeOf(name)
    return code === null ? [] : [`${JSON.stringify(name)}: ${code}`]
  })
  const variables = (variablesNamed(source) ?? []).map((name) => `${JSON.stringify(name)}: ${variable(name)}`)
  const all = [...nodes, ...(variables.length > 0 ? [`${JSON.stringify(VARIABLES)}: {${variables.join(', ')}}`] : [])]
  return all.length === 0 ? null : `{{ {${all.join(', ')}} }}`
}

/** The files of an item: those that its value holds, under their names. What is in them is not there. */
const FILES = `const $about = (file) => ({ id: file.file_id, fileName: file.name, mimeType: file.mime, fileSize: file.bytes, fileExtension: String(file.name ?? '').split('.').pop() })
const $files = (json) => {
  if (json === null || typeof json !== 'object') return {}
  const found = json.file_id ? [['data', json]] : Object.entries(json).filter(([, one]) => one && one.file_id).map(([name, one]) => [name === 'file' ? 'data' : name, one])
  return found.length > 0 ? { binary: Object.fromEntries(found.map(([name, one]) => [name, $about(one)])) } : {}
}
const $withFiles = (item) => {
  const files = Object.values(item.binary ?? {}).filter((one) => one && one.id)
  return Object.assign({}, ...files.slice(0, 1).map((one) => ({ file_id: one.id, name: one.fileName, mime: one.mimeType, bytes: one.fileSize })), item.json)
}`
const NO_FILES = 'const $files = () => ({}), $withFiles = (item) => item.json'

const NAMES = `const $wrap = (value) => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map((json) => ({ json, ...$files(json) }))
const $reader = (list, at = 0) => ({ all: () => list, first: () => list[0], last: () => list[list.length - 1], itemMatching: (place) => list[place], isExecuted: list.length > 0, item: list[at] ?? list[0], json: list[0] && list[0].json })
const $ = (name) => $reader($wrap(trigger && trigger[name]))
const $node = new Proxy({}, { get: (_, name) => $(name) })
const $items = (name) => (name === undefined ? $wrap(items) : $(name).all())
const $if = (condition, then, otherwise) => (condition ? then : otherwise), $min = Math.min, $max = Math.max
const $ifEmpty = (value, otherwise) => (value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0) ? otherwise : value)
const $runIndex = 0
const $text = (value) => (value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))`

/** As n8n has it where the source uses Luxon; a plain date is enough elsewhere. */
const NOW = 'const $now = DateTime.now(), $today = $now.startOf("day")'

/**
 * @param source which of the names are needed
 * @param workflow what the file calls the workflow
 */
export function namesFor(source: string, workflow: string): string {
  return [
    ...librariesFor(source),
    /\bbinary\b/.test(source) ? FILES : NO_FILES,
    NAMES,
    ...(/\$(?:now|today)\b/.test(source) ? [NOW] : []),
    ...(/\$(?:env|vars)\b/.test(source) ? [`const $vars = trigger[${JSON.stringify(VARIABLES)}], $env = $vars`] : []),
    ...(/\$workflow\b/.test(source)
      ? [`const $workflow = ${JSON.stringify({ id: '', name: workflow, active: true })}`]
      : []),
  ].join('\n')
}
