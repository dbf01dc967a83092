/** How many things a document may have: asked before its schema is, which looks at each of them, and after every edit that adds one. */
import { DOCUMENT_LIMITS } from './values/document-values.ts'

const COUNTED = {
  nodes: 'nodes',
  edges: 'edges',
  notes: 'notes',
  groups: 'groups',
  members: 'nodes in groups',
} as const
type Counted = keyof typeof COUNTED

export interface TooMany {
  code: `too_many_${Counted}`
  message: string
  /** The list of the document that is too long. */
  field: Exclude<Counted, 'members'>
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

const keysOf = (value: unknown): number => (typeof value === 'object' && value !== null ? Object.keys(value).length : 0)

interface RawGroup {
  nodes?: unknown
  snippet?: { inputs?: unknown; nodes?: unknown } | null
}

/** Nodes that groups name as theirs, and names that they keep of the snippets they came from. */
function membersOf(groups: unknown): number {
  if (!Array.isArray(groups)) return 0
  let count = 0
  for (const group of groups as (RawGroup | null)[])
    count += lengthOf(group?.nodes) + keysOf(group?.snippet?.inputs) + keysOf(group?.snippet?.nodes)
  return count
}

/** @param document a document, or a value that may be none */
export function findTooMany(document: unknown): TooMany[] {
  const lists = (typeof document === 'object' && document !== null ? document : {}) as Record<string, unknown>
  return (Object.keys(COUNTED) as Counted[]).flatMap((name): TooMany[] => {
    const count = name === 'members' ? membersOf(lists.groups) : lengthOf(lists[name])
    const most = DOCUMENT_LIMITS[name]
    if (count <= most) return []
    const message = `A workflow has at most ${most} ${COUNTED[name]}, this one has ${count}`
    return [{ code: `too_many_${name}`, message, field: name === 'members' ? 'groups' : name }]
  })
}
