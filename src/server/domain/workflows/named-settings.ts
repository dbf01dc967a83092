/** What the settings of a document name by id: a step's own, and those of the tools that a step may use. */
import type { JsonObject } from '#contract/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'

export interface Named {
  node: string
  /** Dotted, from the node's settings on: `tools.0.config.credential`. */
  path: string
  /** In lower case; never empty. */
  id: string
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Where settings stand: a node's, a tool's (`nodes/ai/agent-tools.ts`), and those of the node that a tool is. Not deeper: what is sent
 * to a service may hold fields of the same names.
 */
function settingsIn(config: JsonObject): [path: string, settings: JsonObject][] {
  const tools = (Array.isArray(config.tools) ? config.tools : []).flatMap((tool, at): [string, JsonObject][] => {
    if (!isObject(tool)) return []
    const own: [string, JsonObject] = [`tools.${at}.`, tool]
    return isObject(tool.config) ? [own, [`tools.${at}.config.`, tool.config]] : [own]
  })
  return [['', config], ...tools]
}

/** Every id under this name in the settings of every node. */
export const namedSettings = (document: WorkflowDocument, key: string): Named[] =>
  document.nodes.flatMap(({ id: node, config }) =>
    settingsIn(config).flatMap(([path, settings]) => {
      const id = settings[key]
      return typeof id === 'string' && id !== '' ? [{ node, path: path + key, id: id.toLowerCase() }] : []
    }),
  )
