/** What an export holds in place of what belongs to its owner alone: a slot that says what has to be chosen or entered again. */

import type { Json } from '#contract/core/primitives.ts'
import { MOST_SLOTS, type Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { joinPath } from '#graph/join-path.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { isObject } from '#shared/json.ts'
import { type OwnedId, ownedIds, withoutOwned } from './owned-ids.ts'
import { REMOVED, withoutKeys, withoutSecrets } from './secrets.ts'

/** The types of credential a node takes, for a slot whose credential is gone. */
export function credentialTypesOf(type: string): string[] {
  const field = (
    catalogue.get(type)?.config.shape as Record<string, { meta?(): Record<string, unknown> | undefined }> | undefined
  )?.credential
  const types = field?.meta?.()?.credential_types
  return Array.isArray(types) ? types.map(String) : []
}

/**
 * The document as it may leave: without ids of its owner's things and without secrets.
 * @param nameOf what a thing is called and of what type it is; null when it is gone
 * @param before slots that were open already: they stay open as long as nothing was chosen
 */
export function sealDocument(
  document: WorkflowDocument,
  nameOf: (owned: OwnedId) => { type: string; name: string } | null,
  before: readonly Slot[],
): { document: WorkflowDocument; slots: Slot[] } {
  const types = new Map(document.nodes.map(({ id, type }) => [id, type]))
  const named = ownedIds(document).map((owned): Slot => {
    const { node, field, kind } = owned
    const other = kind === 'credential' ? (credentialTypesOf(types.get(node) ?? '')[0] ?? kind) : kind
    const found = nameOf(owned) ?? { type: other, name: '' }
    return {
      node,
      field: field.replace(/^workflow_ids\.\d+$/, 'workflow_ids').slice(0, 500),
      type: found.type,
      name: found.name.slice(0, 200),
    }
  })
  const nodes = document.nodes.map((node) => ({
    ...node,
    config: withoutSecrets(withoutOwned(node.config)),
  }))
  const hidden = nodes.flatMap(({ id: node, config }) =>
    [...marked(config, '')].map((field): Slot => ({ node, field: field.slice(0, 500), type: 'secret', name: '' })),
  )
  const open = before.filter(
    ({ node, field, type }) =>
      types.has(node) && type !== 'secret' && !named.some((one) => one.node === node && one.field === field),
  )
  const slots = [...named, ...open, ...hidden].sort(
    (a, b) => compare(a.node, b.node) || compare(a.field, b.field) || compare(a.name, b.name),
  )
  const notes = document.notes.map((note) => ({ ...note, text: withoutKeys(note.text, 20_000) }))
  const groups = document.groups.map(({ snippet: _, ...group }) => group)
  return { document: { ...document, nodes, notes, groups }, slots: slots.slice(0, MOST_SLOTS) }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function* marked(value: Json, path: string): Generator<string> {
  if (typeof value === 'string') {
    if (value.includes(REMOVED)) yield path
  } else if (Array.isArray(value))
    for (const [index, part] of value.entries()) yield* marked(part, joinPath(path, index))
  else if (isObject(value)) for (const [key, part] of Object.entries(value)) yield* marked(part, joinPath(path, key))
}
