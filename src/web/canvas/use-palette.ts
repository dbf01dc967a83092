import { useEffect, useState } from 'react'
import { ask } from './brain.ts'
import type { PaletteEntry } from './brain-answers.ts'

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
