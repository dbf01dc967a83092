/** Which loops are collapsed, as this browser remembers it of each workflow. */

import type { WorkflowDocument } from '#graph/document.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { hiddenByLoops } from '#web/canvas/model/graph/loops.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

/** More would be kept of a workflow than anyone collapses. */
const MOST = 200

function read(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Reads what was collapsed, and keeps every change. @returns how to stop */
export function keepClosedLoops({ closedLoops }: View, workflow: string): () => void {
  const key = `loops-${workflow}`
  closedLoops.set(new Set(read(key)))
  return closedLoops.subscribe(() => {
    const ids = [...closedLoops.get()].slice(0, MOST)
    writeStored(key, ids.length === 0 ? null : JSON.stringify(ids))
  })
}

export function toggleLoop({ closedLoops }: View, loop: string): void {
  const next = new Set(closedLoops.get())
  if (!next.delete(loop)) next.add(loop)
  closedLoops.set(next)
}

/** Expands the loops that hide a node, such as one that is searched for. @returns whether any did */
export function revealInLoops({ closedLoops }: View, document: WorkflowDocument, node: string): boolean {
  const next = new Set(closedLoops.get())
  let loop = hiddenByLoops(document, next).get(node)
  if (loop === undefined) return false
  for (; loop !== undefined; loop = hiddenByLoops(document, next).get(node)) next.delete(loop)
  closedLoops.set(next)
  return true
}
