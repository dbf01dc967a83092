import { useEffect, useState } from 'react'
import type { NodeDescription } from '#nodes/describe.ts'
import { ask } from './analysis.ts'

type Kept = ReadonlyMap<string, NodeDescription | null>
let kept: Kept = new Map()

/** Everything about a type of node; null for a type that is gone, undefined while it is being asked. */
export function useDescription(type: string): NodeDescription | null | undefined {
  const [known, setKnown] = useState(kept)
  useEffect(() => {
    if (kept.has(type)) return setKnown(kept)
    let left = false
    ask('describe', type).then(
      (description) => {
        kept = new Map(kept).set(type, description)
        if (!left) setKnown(kept)
      },
      // The worker could not start: it is asked again when the panel opens next.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [type])
  return known.get(type)
}
