/** Wishes about the groups that one node is in, on the document that others made. */
import type { Group } from '#graph/document.ts'
import type { Step } from '#graph/operations.ts'
import { type Carry, find } from './carry.ts'
import { named } from './rebase-names.ts'

type Membership = Extract<Step, { type: 'join_groups' | 'leave_groups' }>

/**
 * A node that others have restored is already in the group; a group that has become shorter takes it as its last one.
 */
const placesToJoin = ({ nodes }: Group, id: string, at: readonly number[]): number[] =>
  nodes.includes(id) ? [] : at.map((place, index) => Math.min(place, nodes.length + index))

const placesToLeave = ({ nodes }: Group, id: string, at: readonly number[]): number[] => {
  if (at.every((place) => nodes[place] === id)) return [...at]
  return nodes.flatMap((member, place) => (member === id ? [place] : [])).slice(0, at.length)
}

/** @param there what the node is called there */
export function rebaseMemberships({ now, names }: Carry, step: Membership, there: string): Step[] {
  const placesOf = step.type === 'join_groups' ? placesToJoin : placesToLeave
  const groups = step.groups.flatMap(({ group_id, at }) => {
    const group = find(now.groups, named(names.groups, group_id))
    const places = group ? placesOf(group, there, at) : []
    return group && places.length > 0 ? [{ group_id: group.id, at: places }] : []
  })
  return groups.length === 0 ? [] : [{ type: step.type, node_id: there, groups }]
}
