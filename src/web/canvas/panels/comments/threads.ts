/** Comments as threads, pins and mentions. Pure. */
import type { CommentPerson, WorkflowComment } from '#contract/workflows/comments.ts'
import type { Group, WorkflowDocument } from '#graph/document.ts'
import { groupBoxes, hiddenNodes } from '#web/canvas/model/graph/groups.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'

export interface Thread {
  root: WorkflowComment
  answers: readonly WorkflowComment[]
}

/** Oldest first. */
export function threadsOf(comments: readonly WorkflowComment[]): Thread[] {
  const answers = Map.groupBy(
    comments.filter(({ parent_id }) => parent_id !== null),
    ({ parent_id }) => parent_id,
  )
  return comments
    .filter(({ parent_id }) => parent_id === null)
    .map((root) => ({ root, answers: answers.get(root.id) ?? [] }))
}

export interface PlacedPin {
  key: string
  x: number
  y: number
  /** The title of its node, or of the collapsed group around it; null for a point. */
  title: string | null
  threads: readonly Thread[]
}

/** The buttons of a group, from the upper right corner of its frame, in px. */
const GROUP_BUTTONS = { width: 72, height: 40 } as const
/** With one more, of a group that is from a snippet. */
const widthOf = ({ snippet }: Group): number => GROUP_BUTTONS.width + (snippet ? 32 : 0)

type Place = Omit<PlacedPin, 'threads'>

/**
 * Where pins of a node go: the corner of its card, of the group that hides it, or next to the buttons of the group it
 * would cover.
 */
function placesOf(document: WorkflowDocument): (id: string) => Place | null {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]))
  const hidden = hiddenNodes(document)
  const boxes = groupBoxes(document)
  return (id) => {
    const node = nodes.get(id)
    if (!node) return null
    const within = boxes.find(({ group }) => group.id === hidden.get(id))
    if (within) {
      const { group, x, y, width } = within
      return { key: `group ${group.id}`, x: x + width, y, title: group.title }
    }
    const [x, y] = [node.position.x + CARD.width, node.position.y]
    const under = boxes.find(
      (box) =>
        !box.group.collapsed &&
        x <= box.x + box.width &&
        x >= box.x + box.width - widthOf(box.group) &&
        y >= box.y &&
        y - box.y <= GROUP_BUTTONS.height + CARD.height / 4,
    )
    const beside = under ? under.x + under.width - widthOf(under.group) - CARD.height / 3 : x
    return { key: `node ${id}`, x: beside, y, title: node.title }
  }
}

/** Open threads where they are pinned: those of a node together. What is pinned to a node that is gone has no place. */
export function pinsOf(threads: readonly Thread[], document: WorkflowDocument): PlacedPin[] {
  const placed = placesOf(document)
  const pins = new Map<string, PlacedPin>()
  for (const thread of threads) {
    const { id, node_id, point, resolved_at } = thread.root
    if (resolved_at !== null) continue
    const place = node_id === null ? point && { key: id, ...point, title: null } : placed(node_id)
    if (!place) continue
    const known = pins.get(place.key)
    pins.set(place.key, { ...place, threads: [...(known?.threads ?? []), thread] })
  }
  return [...pins.values()]
}

/** What is being named before the cursor: the text after the last `@`, null when none is being written. */
export function mentionAt(text: string, cursor: number): { start: number; query: string } | null {
  const start = text.lastIndexOf('@', cursor - 1)
  if (start === -1 || (start > 0 && !/\s/.test(text[start - 1] ?? ''))) return null
  const query = text.slice(start + 1, cursor)
  return query.length > 40 || query.includes('\n') ? null : { start, query }
}

export const matching = (people: readonly CommentPerson[], query: string): CommentPerson[] => {
  const wanted = query.trim().toLowerCase()
  return people.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 8)
}

/** All people mentioned with `@`. If two people have the same name, both are mentioned. */
export const namedIn = (text: string, people: readonly CommentPerson[]): CommentPerson[] =>
  people.filter(({ name }) => name !== '' && text.includes(`@${name}`))

export interface TextPart {
  at: number
  text: string
  named: boolean
}

/** The text with the names of people marked. */
export function partsOf(text: string, people: readonly CommentPerson[]): TextPart[] {
  const names = [...new Set(people.map(({ name }) => `@${name}`))].sort((a, b) => b.length - a.length)
  const parts: TextPart[] = []
  let plain = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = names.find((one) => one.length > 1 && text.startsWith(one, at))
    if (!name) continue
    if (at > plain) parts.push({ at: plain, text: text.slice(plain, at), named: false })
    parts.push({ at, text: name, named: true })
    plain = at + name.length
    at = plain - 1
  }
  if (plain < text.length) parts.push({ at: plain, text: text.slice(plain), named: false })
  return parts
}
