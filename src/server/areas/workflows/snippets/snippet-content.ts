/** What a snippet can contain: a self-contained part of a workflow, without ids and secrets of any user. */
import { fieldError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { SNIPPET_LIMITS } from '#contract/workflows/snippet-limits.ts'
import type { SnippetContent } from '#contract/workflows/snippets.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { type SnippetInput, type SnippetParts, valueAt } from '#graph/snippet.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { withoutOwned } from '#nodes/import/owned-ids.ts'
import { withoutSecrets } from '#nodes/import/secrets.ts'

const IS_ASKED = ['string', 'number', 'boolean']

function checkInputs(inputs: readonly SnippetInput[], nodes: readonly WorkflowNode[]): void {
  const keys = new Set<string>()
  inputs.forEach(({ key, places }, at) => {
    if (keys.has(key)) throw fieldError(`content.inputs.${at}.key`, `The key “${key}” is used twice`)
    keys.add(key)
    places.forEach(({ node, path, part }, index) => {
      const field = `content.inputs.${at}.places.${index}`
      const value = valueAt(nodes.find(({ id }) => id === node)?.config, path)
      if (value === undefined) throw fieldError(field, 'This setting doesn’t exist in the snippet')
      if (!IS_ASKED.includes(typeof value)) throw fieldError(field, 'Only text, numbers and yes/no can be asked for')
      if (part !== undefined && (typeof value !== 'string' || !value.includes(part)))
        throw fieldError(`${field}.part`, 'This text isn’t in the setting')
    })
  })
}

/**
 * The content as it is stored.
 * @throws invalid_input naming what is wrong and where
 */
export function sealContent({ nodes, edges, inputs }: SnippetContent): SnippetParts {
  const { document, problems } = parseDocument({ schema_version: 1, nodes, edges, notes: [], groups: [] })
  if (!document) {
    const [problem] = problems
    const place = ['content', problem?.node, problem?.field].filter(Boolean).join('.')
    throw fieldError(place, problem?.message ?? 'It can’t be read')
  }
  const trigger = document.nodes.find(({ type }) => catalogue.isTrigger(type))
  if (trigger) throw fieldError('content.nodes', `“${trigger.title}” is a trigger: a snippet can’t include it`)
  const sealed = document.nodes.map((node) => ({
    ...node,
    config: withoutSecrets(withoutOwned(node.config)) as JsonObject,
  }))
  checkInputs(inputs, sealed)
  const parts = { nodes: sealed, edges: document.edges, inputs }
  if (JSON.stringify(parts).length > SNIPPET_LIMITS.chars)
    throw fieldError('content', `A snippet can have up to ${SNIPPET_LIMITS.chars} characters`)
  return parts
}
