import { useEffect, useState } from 'react'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { t } from '#web/lib/language.ts'
import { ask } from './analysis.ts'
import type { PaletteEntry } from './answers.ts'

let known: readonly PaletteEntry[] | null = null

/** Every type of node there is; null until the worker has said. */
export function usePalette(): readonly PaletteEntry[] | null {
  const [entries, setEntries] = useState(known)
  useEffect(() => {
    if (known) return
    let left = false
    ask('palette').then(
      (palette) => {
        known = palette.map((one) => ({ ...one, title: ownWord(one.title, 'node'), description: t(one.description) }))
        if (!left) setEntries(known)
      },
      () => {},
    )
    return () => {
      left = true
    }
  }, [])
  return entries
}
