/** What a snippet holds, and how the values of its inputs get into its settings. Pure. */
import type { Json } from '#contract/core/primitives.ts'
import type { Edge, SnippetOrigin, WorkflowNode } from './document.ts'
import { splitTemplate } from './expressions/template.ts'

export interface InputPlace {
  node: string
  /** Keys and indexes into the settings of the node. */
  path: string[]
  /** Only this text in the setting, at every occurrence. */
  part?: string | undefined
}

export interface SnippetInput {
  key: string
  label: string
  places: InputPlace[]
}

export interface SnippetParts {
  nodes: WorkflowNode[]
  edges: Edge[]
  inputs: SnippetInput[]
}

/** The same origin of nodes that are called otherwise. */
export const withNames = (origin: SnippetOrigin, name: (id: string) => string): SnippetOrigin => ({
  ...origin,
  nodes: Object.fromEntries(Object.entries(origin.nodes).map(([id, source]) => [name(id), source])),
})

/** The value at a path; undefined when there is none. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, Json>)[key]
  }
  return at
}

function withAt(value: Json, [key, ...rest]: readonly string[], change: (old: Json) => Json): Json {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? withAt(item, rest, change) : item))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value
  return { ...value, [key]: withAt(value[key] as Json, rest, change) }
}

/** As it is written inside a quoted text of an expression, whichever quotes are around it. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll("'", '\\u0027')

/** Another text in place of one, everywhere in a setting; inside expressions it stays a text. */
function replacePart(setting: string, part: string, value: string): string {
  if (!setting.includes('{{')) return setting.replaceAll(part, () => value)
  try {
    let [result, end] = ['', 0]
    for (const piece of splitTemplate(setting)) {
      if (piece.type === 'text') continue
      const start = setting.indexOf(piece.source, piece.start)
      result += setting.slice(end, start).replaceAll(part, () => value)
      result += piece.source.replaceAll(quoted(part), () => quoted(value))
      end = start + piece.source.length
    }
    return result + setting.slice(end).replaceAll(part, () => value)
  } catch {
    // What cannot be read as expressions is a text like any other; validation names it.
    return setting.replaceAll(part, () => value)
  }
}

/** The default of an input: the value at its first place. */
export function proposedValue({ nodes }: Pick<SnippetParts, 'nodes'>, { places }: SnippetInput): Json {
  const [first] = places
  if (!first) return ''
  if (first.part !== undefined) return first.part
  return valueAt(nodes.find(({ id }) => id === first.node)?.config, first.path) ?? ''
}

/** The nodes with the values of the inputs in their settings; an input without a value stays as it is. */
export function filledNodes(
  { nodes, inputs }: Pick<SnippetParts, 'nodes' | 'inputs'>,
  values: Readonly<Record<string, Json>>,
): WorkflowNode[] {
  return nodes.map((node) => {
    let config: Json = node.config
    for (const input of inputs) {
      if (!Object.hasOwn(values, input.key)) continue
      const value = values[input.key] as Json
      for (const { path, part, node: id } of input.places) {
        if (id !== node.id) continue
        config = withAt(config, path, (old) =>
          part === undefined ? value : typeof old === 'string' ? replacePart(old, part, String(value)) : old,
        )
      }
    }
    return config === node.config ? node : { ...node, config: config as WorkflowNode['config'] }
  })
}
