/** Workflows of products whose files are known by their form and not taken over: told by name, so that nobody looks for a fault in the file. */
import { at, isObject } from './untrusted.ts'

const some = (list: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(list) && list.slice(0, 50).some(is)
const isText = (value: unknown): value is string => typeof value === 'string'
const hasEdges = (flow: unknown): boolean => Array.isArray(at(flow, 'nodes')) && Array.isArray(at(flow, 'edges'))

const MAKERS: readonly [name: string, is: (raw: unknown) => boolean][] = [
  ['Dify', (raw) => at(raw, 'kind') === 'app' && isObject(at(raw, 'app'))],
  ['Dify', (raw) => hasEdges(at(raw, 'graph')) || hasEdges(at(raw, 'workflow', 'graph'))],
  [
    'Sim',
    (raw) => [raw, at(raw, 'state')].some((one) => isObject(at(one, 'blocks')) && Array.isArray(at(one, 'edges'))),
  ],
  [
    'Langflow',
    (raw) => hasEdges(at(raw, 'data')) && some(at(raw, 'data', 'nodes'), (one) => isObject(at(one, 'data', 'node'))),
  ],
  [
    'Flowise',
    (raw) => hasEdges(raw) && some(at(raw, 'nodes'), (one) => /^(customNode|agentFlow)$/.test(String(at(one, 'type')))),
  ],
  [
    'Activepieces',
    (raw) => [raw, at(raw, 'template'), at(raw, 'flows', 0)].some((one) => isText(at(one, 'trigger', 'type'))),
  ],
  ['Make', (raw) => some(at(raw, 'flow'), (one) => isText(at(one, 'module')))],
  ['Zapier', (raw) => Array.isArray(at(raw, 'zaps'))],
  ['Node-RED', (raw) => some(raw, (one) => Array.isArray(at(one, 'wires')) && isText(at(one, 'type')))],
  ['another product', (raw) => hasEdges(raw) || hasEdges(at(raw, 'data'))],
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
export function ofOtherMaker(raw: unknown): string | null {
  if (at(raw, 'schema_version') !== undefined || at(raw, 'format') !== undefined) return null
  const [name] = MAKERS.find(([, is]) => is(raw)) ?? []
  return name === undefined ? null : refusal(name)
}

/** The same of a text that is no JSON. */
export function textOfOtherMaker(text: string): string | null {
  const beginning = text.slice(0, BEGINNING)
  const [name] = YAML.find(([, lines]) => lines.every((line) => line.test(beginning))) ?? []
  return name === undefined ? null : refusal(name)
}
