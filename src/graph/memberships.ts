/** Where a node is among the nodes of groups. Pure. */
import type { Group, WorkflowDocument } from './document.ts'
import { OperationError } from './operation-error.ts'
import type { Step } from './operations.ts'

type Membership = Extract<Step, { type: 'join_groups' }>['groups'][number]
interface OfNode {
  node_id: string
  groups: readonly Membership[]
}

/** The members with `node` at the places `at` or without it; null where that cannot be done. */
type ChangeMembers = (members: readonly string[], node: string, at: ReadonlySet<number>) => string[] | null

/** The groups a node is in, with its places. */
export const placesIn = (groups: readonly Group[], node_id: string): Membership[] =>
  groups.flatMap(({ id, nodes }) => {
    const at = nodes.flatMap((member, place) => (member === node_id ? [place] : []))
    return at.length > 0 ? [{ group_id: id, at }] : []
  })

/** @throws OperationError unknown_group, bad_place */
export const joinGroups = (document: WorkflowDocument, step: OfNode): WorkflowDocument =>
  changeMembers(document, step, (members, node, at) => {
    const length = members.length + at.size
    const others = members.values()
    return [...at].every((place) => place < length)
      ? Array.from({ length }, (_, place) => (at.has(place) ? node : (others.next().value ?? node)))
      : null
  })

/** @throws OperationError unknown_group, bad_place */
export const leaveGroups = (document: WorkflowDocument, step: OfNode): WorkflowDocument =>
  changeMembers(document, step, (members, node, at) =>
    [...at].every((place) => members[place] === node) ? members.filter((_, place) => !at.has(place)) : null,
  )

function changeMembers(
  document: WorkflowDocument,
  { node_id, groups }: OfNode,
  change: ChangeMembers,
): WorkflowDocument {
  if (groups.length === 0) return document
  const wanted = new Map(groups.map(({ group_id, at }) => [group_id, at]))
  const known = new Set(document.groups.map(({ id }) => id))
  const unknown = groups.find(({ group_id }) => !known.has(group_id))
  if (unknown) throw new OperationError('unknown_group', `There is no group “${unknown.group_id}”`)
  const refuse = (group: string): never => {
    const message = `“${node_id}” has no such place in the group “${group}”`
    throw new OperationError('bad_place', message, { node: node_id, field: 'groups' })
  }
  // Named twice, a group would have to be changed twice, in an order that its inverse does not have.
  if (wanted.size < groups.length) refuse(groups[0]?.group_id ?? '')
  return {
    ...document,
    groups: document.groups.map((group) => {
      const at = wanted.get(group.id)
      if (!at) return group
      const places = new Set(at)
      const nodes = places.size === at.length ? change(group.nodes, node_id, places) : null
      return nodes ? { ...group, nodes } : refuse(group.id)
    }),
  }
}
