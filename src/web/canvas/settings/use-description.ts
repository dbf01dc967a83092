import { useEffect, useState } from 'react'
import type { NodeDescription } from '#nodes/describe.ts'
import { ask } from '#web/canvas/brain.ts'

const kept = new Map<string, NodeDescription | null>()

/** Everything about a type of node; null for a type that is gone, undefined while it is being asked. */
export function useDescription(type: string): NodeDescription | null | undefined {
  const [, arrived] = useState(0)
  useEffect(() => {
    if (kept.has(type)) return
    let left = false
    void ask('describe', type).then(
      (description) => {
        kept.set(type, description)
        if (!left) arrived((count) => count + 1)
      },
      // The worker could not start: what it would say is asked again when the panel opens next.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [type])
  return kept.get(type)
}
