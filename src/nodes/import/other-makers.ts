/** Workflows of products whose files are known by their form and not taken over: told by name, so that nobody looks for a fault in the file. */
import { isObject } from '#shared/json.ts'
import { readAt } from './untrusted.ts'

const some = (list: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(list) && list.slice(0, 50).some(is)
const isText = (value: unknown): value is string => typeof value === 'string'
const hasEdges = (flow: unknown): boolean =>
  Array.isArray(readAt(flow, 'nodes')) && Array.isArray(readAt(flow, 'edges'))

const MAKERS: readonly [name: string, is: (raw: unknown) => boolean][] = [
  ['Dify', (raw) => readAt(raw, 'kind') === 'app' && isObject(readAt(raw, 'app'))],
  ['Dify', (raw) => hasEdges(readAt(raw, 'graph')) || hasEdges(readAt(raw, 'workflow', 'graph'))],
  [
    'Sim',
    (raw) =>
      [raw, readAt(raw, 'state')].some((one) => isObject(readAt(one, 'blocks')) && Array.isArray(readAt(one, 'edges'))),
  ],
  [
    'Langflow',
    (raw) =>
      hasEdges(readAt(raw, 'data')) &&
      some(readAt(raw, 'data', 'nodes'), (one) => isObject(readAt(one, 'data', 'node'))),
  ],
  [
    'Flowise',
    (raw) =>
      hasEdges(raw) &&
      some(readAt(raw, 'nodes'), (one) => /^(customNode|agentFlow)$/.test(String(readAt(one, 'type')))),
  ],
  [
    'Activepieces',
    (raw) =>
      [raw, readAt(raw, 'template'), readAt(raw, 'flows', 0)].some((one) => isText(readAt(one, 'trigger', 'type'))),
  ],
  ['Make', (raw) => some(readAt(raw, 'flow'), (one) => isText(readAt(one, 'module')))],
  ['Zapier', (raw) => Array.isArray(readAt(raw, 'zaps'))],
  ['Node-RED', (raw) => some(raw, (one) => Array.isArray(readAt(one, 'wires')) && isText(readAt(one, 'type')))],
  ['another product', (raw) => hasEdges(raw) || hasEdges(readAt(raw, 'data'))],
]

/** As far as the beginning of a file that is no JSON is looked at, in characters. */
const BEGINNING = 20_000
const YAML: readonly [name: string, lines: readonly RegExp[]][] = [
  ['Dify', [/^app:/m, /^kind: *['"]?app\b/m]],
  ['Sim', [/^version:/m, /^blocks:/m]],
]

const refusal = (name: string): string =>
  `This is a workflow of ${name}. Only workflows of ours and of n8n can be taken over; say in a sentence what it does, and begin from what is proposed`

/** Why what was parsed of a file cannot be taken over, in words; null where it is of no other maker that is known. */
export function detectOtherMaker(raw: unknown): string | null {
  if (readAt(raw, 'schema_version') !== undefined || readAt(raw, 'format') !== undefined) return null
  const [name] = MAKERS.find(([, is]) => is(raw)) ?? []
  return name === undefined ? null : refusal(name)
}

/** The same of a text that is no JSON. */
export function detectOtherMakerText(text: string): string | null {
  const beginning = text.slice(0, BEGINNING)
  const [name] = YAML.find(([, lines]) => lines.every((line) => line.test(beginning))) ?? []
  return name === undefined ? null : refusal(name)
}
