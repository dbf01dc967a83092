/** Which nodes are not what they were in another version of the document: what decides their data, not how they look or stand. */
import type { WorkflowDocument, WorkflowNode } from './document.ts'

/** The same for the same settings, whatever the order of their keys. */
function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${written(one)}`)
    .join(',')}}`
}

const kept = new WeakMap<WorkflowNode, string>()

/** A node is replaced when it changes, so its text is made once. */
function textOf(node: WorkflowNode): string {
  const known = kept.get(node)
  if (known !== undefined) return known
  const { id: _, title: __, position: ___, ...rest } = node
  const made = written(rest)
  kept.set(node, made)
  return made
}

function inflows({ edges }: WorkflowDocument): Map<string, string> {
  const found = new Map<string, string[]>()
  for (const { from, to } of edges) {
    const list = found.get(to.node)
    if (list) list.push(`${from.node}:${from.port}`)
    else found.set(to.node, [`${from.node}:${from.port}`])
  }
  return new Map([...found].map(([id, list]) => [id, list.sort().join(' ')]))
}

/** Ids of nodes of `now` that were otherwise in `before`, or not there. */
export function editedSince(now: WorkflowDocument, before: WorkflowDocument): Set<string> {
  if (now === before) return new Set()
  const [into, was] = [inflows(now), inflows(before)]
  const earlier = new Map(before.nodes.map((node) => [node.id, node]))
  const edited = now.nodes.filter((node) => {
    const old = earlier.get(node.id)
    return old === undefined || textOf(old) !== textOf(node) || into.get(node.id) !== was.get(node.id)
  })
  return new Set(edited.map(({ id }) => id))
}
