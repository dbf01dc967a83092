/** What the settings of a document name by id: a step's own, and those of the tools that a step may use. */

import type { Problem } from '#contract/core/envelope.ts'
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { isObject } from '#shared/json.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Whether it is an id at all; an expression or a typing error is none. */
export const isId = (text: string): boolean => UUID.test(text)

export interface Named {
  node: string
  /** Dotted, from the node's settings on: `tools.0.config.credential`. */
  path: string
  /** In lower case; never empty. */
  id: string
}

/**
 * Where settings stand: a node's, a tool's (`nodes/lib/ai/agent-tools.ts`), and those of the node that a tool is. Not deeper: what is sent
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

/**
 * Refuses what is named and not owned. What the document named `before` stays: a thing that was deleted must not keep the rest from
 * being edited.
 * @param owned which of these ids are the owner's; asked once, and not at all when nothing new is named
 * @throws invalid_input with the problem, per place; the first 20
 */
export async function refuseUnowned(
  named: readonly Named[],
  before: readonly Named[],
  owned: (ids: string[]) => Promise<ReadonlySet<string>>,
  problem: Pick<Problem, 'code' | 'message'>,
): Promise<void> {
  const kept = new Set(before.map(({ id }) => id))
  const added = named.filter(({ id }) => !kept.has(id))
  if (added.length === 0) return
  const own = await owned([...new Set(added.map(({ id }) => id))].filter(isId))
  const problems = added
    .filter(({ id }) => !own.has(id))
    .map(({ node, path }): Problem => ({ ...problem, field: `document.${node}.${path}` }))
  if (problems.length > 0) throw new AppError('invalid_input', { problems: problems.slice(0, 20) })
}
