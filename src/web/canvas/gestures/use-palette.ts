import { useEffect, useState } from 'react'
import type { PaletteEntry } from '#web/canvas/brain/answers.ts'
import { ask } from '#web/canvas/brain/brain.ts'

let known: readonly PaletteEntry[] | null = null

/** Every type of node there is; null until the worker has said. */
export function usePalette(): readonly PaletteEntry[] | null {
  const [entries, setEntries] = useState(known)
  useEffect(() => {
    if (known) return
    let left = false
    ask('palette').then(
      (palette) => {
        known = palette
        if (!left) setEntries(palette)
      },
      () => {},
    )
    return () => {
      left = true
    }
  }, [])
  return entries
}
