/** Nodes that are the same under another id. */
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { renameReference } from '#graph/rename-reference.ts'
import { canonicalJson } from '#graph/values/hash.ts'

/** So many are looked for: documents that have nothing to do with each other are not compared node with node for long. */
const MOST = 100

/**
 * A node that is gone and one that came are one and the same when nothing else comes into question: of one type, with the settings
 * of the other or with its title.
 * @returns the new id by the old one
 */
export function findRenames(before: WorkflowDocument, after: WorkflowDocument): ReadonlyMap<string, string> {
  const [olds, news] = [ids(before), ids(after)]
  const gone = before.nodes.filter(({ id }) => !news.has(id))
  const came = after.nodes.filter(({ id }) => !olds.has(id))
  const renames = new Map<string, string>()
  if (gone.length === 0 || came.length === 0) return renames
  for (const looks of [exact, bySettings, byTitle]) {
    const taken = new Set(renames.values())
    const wanted = once(
      came.filter(({ id }) => !taken.has(id)),
      looks,
    )
    for (const [key, old] of once(
      gone.filter(({ id }) => !renames.has(id)),
      looks,
    )) {
      const found = wanted.get(key)
      if (old && found && renames.size < MOST) renames.set(old.id, found.id)
    }
  }
  return renames
}

const ids = (document: WorkflowDocument) => new Set(document.nodes.map(({ id }) => id))
const exact = (node: WorkflowNode) => `${node.type} ${node.title} ${canonicalJson(node.config)}`
/** Empty settings say nothing about who one is. */
const bySettings = (node: WorkflowNode) =>
  Object.keys(node.config).length === 0 ? null : `${node.type} ${canonicalJson(node.config)}`
const byTitle = (node: WorkflowNode) => `${node.type} ${node.title}`

/** By what they look like; null where several look the same. */
function once(
  nodes: readonly WorkflowNode[],
  looks: (node: WorkflowNode) => string | null,
): Map<string, WorkflowNode | null> {
  const found = new Map<string, WorkflowNode | null>()
  for (const node of nodes) {
    const key = looks(node)
    if (key !== null) found.set(key, found.has(key) ? null : node)
  }
  return found
}

/** The document with other ids, and every reference with them; the same objects where nothing changes. */
export function renamed(document: WorkflowDocument, renames: ReadonlyMap<string, string>): WorkflowDocument {
  if (renames.size === 0) return document
  const to = (id: string) => renames.get(id) ?? id
  const following = (node: WorkflowNode): WorkflowNode => {
    let { config } = node
    const text = JSON.stringify(config)
    if (text.includes('$nodes'))
      for (const [old, id] of renames) if (text.includes(old)) config = renameReference(config, old, id)
    const id = to(node.id)
    return id === node.id && config === node.config ? node : { ...node, id, config }
  }
  return {
    ...document,
    nodes: document.nodes.map(following),
    edges: document.edges.map((edge) => ({
      ...edge,
      from: { ...edge.from, node: to(edge.from.node) },
      to: { ...edge.to, node: to(edge.to.node) },
    })),
    groups: document.groups.map((group) => ({ ...group, nodes: group.nodes.map(to) })),
  }
}
