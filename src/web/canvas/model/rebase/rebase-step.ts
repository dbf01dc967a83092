/** One intent on the document that others made: which steps of it happen there, and what becomes a conflict. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Step } from '#graph/operations.ts'
import { type Carry, clash, type FieldIntent, find, wins, within } from './carry.ts'
import type { Place } from './conflicts.ts'
import { freeAmong } from './free-among.ts'
import { mergeConfig } from './merge-config.ts'
import { rebaseAside } from './rebase-aside.ts'
import { rebaseMemberships } from './rebase-memberships.ts'
import { named, withNames } from './rebase-names.ts'
import { same } from './same.ts'

type Of<T extends Step['type']> = Extract<Step, { type: T }>

/** The node of an intent as it is here and there; one that was replaced by another kind is not the same any more. */
function nodesOf({ old, now, names }: Carry, id: string) {
  const here = find(old.nodes, id)
  const there = find(now.nodes, named(names.nodes, id))
  return { here, there: here && there && here.type === there.type ? there : undefined }
}

const touching = ({ edges }: WorkflowDocument, id: string): Edge[] =>
  edges.filter(({ from, to }) => from.node === id || to.node === id)

/** They deleted the node: what I made of it is kept, to be put back. */
export function lose(carry: Carry, node: WorkflowNode, extra: readonly Edge[] = []): void {
  const { names, old } = carry
  const edges = [...touching(old, node.id), ...extra].map((edge) => ({
    ...edge,
    from: { ...edge.from, node: edge.from.node === node.id ? node.id : named(names.nodes, edge.from.node) },
    to: { ...edge.to, node: edge.to.node === node.id ? node.id : named(names.nodes, edge.to.node) },
  }))
  const config = withNames(node.config, names.nodes)
  const key = `lost node ${node.id}`
  clash(carry, {
    key,
    title: node.title,
    type: 'lost',
    node: { ...node, config },
    edges,
    note: null,
    group: null,
  })
}

function rebaseConfig(carry: Carry, { node_id, config }: Of<'set_config'>): Step[] {
  const { here, there } = nodesOf(carry, node_id)
  if (!here) return []
  if (!there) {
    lose(carry, { ...here, config })
    return []
  }
  const { nodes } = carry.names
  const merged = mergeConfig(withNames(here.config, nodes), withNames(config, nodes), there.config)
  for (const { path, mine, theirs } of merged.clashes) {
    const key = `node ${there.id} config ${path.join('.')}`
    const place: Place = { type: 'node', id: there.id, field: 'config' }
    clash(carry, { key, title: there.title, type: 'field', place, path, mine, theirs })
  }
  return same(merged.config, there.config) ? [] : [{ type: 'set_config', node_id: there.id, config: merged.config }]
}

/** A field of the node itself. */
function rebaseField(
  carry: Carry,
  step: Of<'set_title'> | Of<'set_disabled'>,
  field: 'title' | 'disabled',
  mine: string | boolean | null,
): Step[] {
  const { here, there } = nodesOf(carry, step.node_id)
  if (!here) return []
  if (!there) {
    const { [field]: _, ...rest } = here
    lose(carry, { ...rest, ...(mine !== null && { [field]: mine }) } as WorkflowNode)
    return []
  }
  const place: Place = { type: 'node', id: there.id, field }
  const intent = { place, title: there.title, before: here[field] ?? null, mine, theirs: there[field] ?? null }
  return wins(carry, intent) ? [{ ...step, node_id: there.id }] : []
}

function rebasePolicy(carry: Carry, { type, node_id, ...changes }: Of<'set_policy'>): Step[] {
  const { here, there } = nodesOf(carry, node_id)
  if (!here) return []
  if (!there) {
    lose(carry, here)
    return []
  }
  const won = Object.entries(changes).filter(([name, mine]) => {
    if (mine === undefined) return false
    const field = name as keyof typeof changes
    const place: Place = { type: 'node', id: there.id, field }
    const intent = { place, title: there.title, before: here[field] ?? null, mine, theirs: there[field] ?? null }
    return wins(carry, intent as FieldIntent)
  })
  return won.length === 0 ? [] : [{ type, node_id: there.id, ...Object.fromEntries(won) }]
}

function rebaseAdd(carry: Carry, step: Of<'add_node'>): Step[] {
  const { names, now } = carry
  const id = freeAmong(step.node.id, now.nodes)
  names.nodes.set(step.node.id, id)
  carry.own.add(step.node.id)
  const config = withNames(step.node.config, names.nodes)
  return [within({ ...step, node: { ...step.node, id, config } }, now.nodes)]
}

/** The parts of a node that a person would miss. */
const substance = ({ position: _, id: __, ...rest }: WorkflowNode): JsonObject => rest as JsonObject

/** What they made of a node since is not deleted unasked. */
function rebaseRemove(carry: Carry, { node_id }: Of<'remove_node'>): Step[] {
  const { here, there } = nodesOf(carry, node_id)
  if (!here || !there) return []
  const { names } = carry
  const mine = { ...substance(here), config: withNames(here.config, names.nodes) }
  const wires = new Set(touching(carry.old, here.id).map(({ id }) => named(names.edges, id)))
  const isNew = touching(carry.now, there.id).some(({ id }) => !wires.has(id))
  if (same(mine, substance(there)) && !isNew) return [{ type: 'remove_node', node_id: there.id }]
  const key = `kept node ${there.id}`
  clash(carry, { key, title: there.title, type: 'kept', what: 'node', id: there.id })
  return []
}

function rebaseRename(carry: Carry, { node_id, new_id }: Of<'rename'>): Step[] {
  const { here, there } = nodesOf(carry, node_id)
  const { names, now } = carry
  if (!here || node_id === new_id) return []
  const isOwn = carry.own.delete(node_id)
  names.nodes.delete(node_id)
  if (isOwn) carry.own.add(new_id)
  if (!there) return []
  const wasMine = isOwn || there.id === node_id || there.id === new_id
  const others = now.nodes.filter(({ id }) => id !== there.id)
  const id = wasMine ? freeAmong(new_id, others) : there.id
  names.nodes.set(new_id, id)
  if (!wasMine) {
    const place: Place = { type: 'node', id: there.id, field: 'id' }
    const key = `node ${there.id} id`
    clash(carry, { key, title: there.title, type: 'field', place, path: [], mine: new_id, theirs: there.id })
  }
  return id === there.id ? [] : [{ type: 'rename', node_id: there.id, new_id: id }]
}

const sameWay = (a: Edge, b: Edge) => same(a.from, b.from) && same(a.to, b.to)

function rebaseConnect(carry: Carry, step: Of<'connect'>): Step[] {
  const { names, now, old } = carry
  const { edge } = step
  const ends = [edge.from.node, edge.to.node].map((id) => ({ id, ...nodesOf(carry, id) }))
  const missing = ends.find(({ here, there }) => here && !there)
  if (missing?.here) {
    lose(carry, missing.here, [edge])
    return []
  }
  const wanted = {
    ...edge,
    from: { ...edge.from, node: named(names.nodes, edge.from.node) },
    to: { ...edge.to, node: named(names.nodes, edge.to.node) },
  }
  const mine = new Set(old.edges.map(({ id }) => named(names.edges, id)))
  // Both drew the same wire: one is enough. A second one of my own is my own affair.
  const there = now.edges.find((one) => sameWay(one, wanted) && !mine.has(one.id))
  const id = there?.id ?? freeAmong(edge.id, now.edges)
  names.edges.set(edge.id, id)
  return there ? [] : [within({ ...step, edge: { ...wanted, id } }, now.edges)]
}

function rebaseDisconnect({ names, now }: Carry, { edge_id }: Of<'disconnect'>): Step[] {
  const id = named(names.edges, edge_id)
  return find(now.edges, id) ? [{ type: 'disconnect', edge_id: id }] : []
}

/** The steps that are left of an intent on the document as they made it. */
export function rebaseStep(carry: Carry, step: Step): Step[] {
  switch (step.type) {
    case 'add_node':
      return rebaseAdd(carry, step)
    case 'remove_node':
      return rebaseRemove(carry, step)
    case 'connect':
      return rebaseConnect(carry, step)
    case 'disconnect':
      return rebaseDisconnect(carry, step)
    case 'set_config':
      return rebaseConfig(carry, step)
    case 'rename':
      return rebaseRename(carry, step)
    case 'set_title':
      return rebaseField(carry, step, 'title', step.title)
    case 'set_disabled':
      return rebaseField(carry, step, 'disabled', step.disabled)
    case 'set_policy':
      return rebasePolicy(carry, step)
    case 'move': {
      const { there } = nodesOf(carry, step.node_id)
      return there ? [{ ...step, node_id: there.id }] : []
    }
    case 'join_groups':
    case 'leave_groups': {
      const { here, there } = nodesOf(carry, step.node_id)
      return here && there ? rebaseMemberships(carry, step, there.id) : []
    }
    default:
      return rebaseAside(carry, step)
  }
}
