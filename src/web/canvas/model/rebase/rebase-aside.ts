/** Wishes about notes and groups on the document that others made. */
import type { Group, Note } from '#graph/document.ts'
import type { Step } from '#graph/operations.ts'
import { withNames } from '#graph/snippet.ts'
import { type Carry, clash, find, wins, within } from './carry.ts'
import type { Place } from './conflicts.ts'
import { freeAmong } from './free-among.ts'
import { named } from './rebase-names.ts'
import { same } from './same.ts'

type Of<T extends Step['type']> = Extract<Step, { type: T }>
export type Aside = Exclude<
  Step,
  { node_id: string } | { type: 'add_node' } | { type: 'connect' } | { type: 'disconnect' }
>

const withChanges = <T extends object>(item: T, changes: object): T =>
  Object.fromEntries(
    Object.entries({ ...item, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  ) as T

/** Fields that both may have changed; where things are and how large they are is nothing to ask about. */
const ASKED = { note: ['text', 'color'], group: ['title', 'description', 'color'] } as const

function asked(carry: Carry, type: 'note' | 'group', items: { here: object; there: Note | Group }, changes: object) {
  const { here, there } = items
  return Object.entries(changes).filter(([name, mine]) => {
    if (mine === undefined) return false
    if (!(ASKED[type] as readonly string[]).includes(name)) return true
    const of = (item: object) => (item as Record<string, string | undefined>)[name] ?? null
    const place = { type, id: there.id, field: name } as Place
    const title = 'title' in there ? there.title : there.text.slice(0, 40)
    return wins(carry, { place, title, before: of(here), mine: mine as string, theirs: of(there) })
  })
}

function updateNote(carry: Carry, { type, note_id, ...changes }: Of<'update_note'>): Step[] {
  const { old, now, names } = carry
  const here = find(old.notes, note_id)
  const there = find(now.notes, named(names.notes, note_id))
  if (!here) return []
  if (!there) {
    const note = withChanges(here, changes)
    const key = `lost note ${here.id}`
    clash(carry, { key, title: note.text.slice(0, 40), type: 'lost', node: null, edges: [], note, group: null })
    return []
  }
  const won = asked(carry, 'note', { here, there }, changes)
  return won.length === 0 ? [] : [{ type, note_id: there.id, ...Object.fromEntries(won) }]
}

/** My members that came and went, on theirs. */
function membersOf(carry: Carry, here: Group, there: Group, mine: readonly string[]): string[] {
  const { nodes } = carry.names
  const before = new Set(here.nodes.map((id) => named(nodes, id)))
  const wanted = mine.map((id) => named(nodes, id))
  const known = new Set(carry.now.nodes.map(({ id }) => id))
  const stays = there.nodes.filter((id) => wanted.includes(id) || !before.has(id))
  return [...stays, ...wanted.filter((id) => !before.has(id) && !stays.includes(id) && known.has(id))]
}

function updateGroup(carry: Carry, { type, group_id, nodes, ...changes }: Of<'update_group'>): Step[] {
  const { old, now, names } = carry
  const here = find(old.groups, group_id)
  const there = find(now.groups, named(names.groups, group_id))
  if (!here) return []
  if (!there) {
    const group = withChanges(here, { ...changes, ...(nodes && { nodes: nodes.map((id) => named(names.nodes, id)) }) })
    const key = `lost group ${here.id}`
    clash(carry, { key, title: group.title, type: 'lost', node: null, edges: [], note: null, group })
    return []
  }
  const won = asked(carry, 'group', { here, there }, changes)
  const members = nodes && membersOf(carry, here, there, nodes)
  const moved = members !== undefined && !same(members, there.nodes)
  if (won.length === 0 && !moved) return []
  return [{ type, group_id: there.id, ...Object.fromEntries(won), ...(moved && { nodes: members }) }]
}

function addGroup(carry: Carry, step: Of<'add_group'>): Step[] {
  const { now, names } = carry
  const id = freeAmong(step.group.id, now.groups)
  names.groups.set(step.group.id, id)
  const known = new Set(now.nodes.map((node) => node.id))
  const nodes = step.group.nodes.map((node) => named(names.nodes, node)).filter((node) => known.has(node))
  const snippet = step.group.snippet && withNames(step.group.snippet, (node) => named(names.nodes, node))
  return [within({ ...step, group: { ...step.group, id, nodes, ...(snippet && { snippet }) } }, now.groups)]
}

/** Their words are not deleted unasked. */
function remove(carry: Carry, what: 'note' | 'group', id: string): Step[] {
  const list = what === 'note' ? 'notes' : 'groups'
  const here = find<Note | Group>(carry.old[list], id)
  const there = find<Note | Group>(carry.now[list], named(carry.names[list], id))
  if (!here || !there) return []
  const words = (item: Note | Group) =>
    'text' in item ? item.text : [item.title, item.description].filter(Boolean).join(': ')
  if (words(here) === words(there))
    return what === 'note'
      ? [{ type: 'remove_note', note_id: there.id }]
      : [{ type: 'remove_group', group_id: there.id }]
  const key = `kept ${what} ${there.id}`
  clash(carry, { key, title: words(there).slice(0, 40), type: 'kept', what, id: there.id })
  return []
}

export function rebaseAside(carry: Carry, step: Aside): Step[] {
  switch (step.type) {
    case 'add_note': {
      const id = freeAmong(step.note.id, carry.now.notes)
      carry.names.notes.set(step.note.id, id)
      return [within({ ...step, note: { ...step.note, id } }, carry.now.notes)]
    }
    case 'update_note':
      return updateNote(carry, step)
    case 'remove_note':
      return remove(carry, 'note', step.note_id)
    case 'add_group':
      return addGroup(carry, step)
    case 'update_group':
      return updateGroup(carry, step)
    case 'remove_group':
      return remove(carry, 'group', step.group_id)
  }
}
