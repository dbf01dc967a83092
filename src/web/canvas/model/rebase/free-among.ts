import { freeId } from '#web/canvas/model/graph/naming.ts'

/** An id has at most 64 characters; its number takes up to six of them. */
const MOST = 58

/** The wanted id, or the first with a number behind it that none of these has. */
export function freeAmong(wanted: string, items: Iterable<{ id: string }>): string {
  const taken = new Set([...items].map(({ id }) => id))
  return taken.has(wanted) ? freeId(wanted.slice(0, MOST), taken) : wanted
}
