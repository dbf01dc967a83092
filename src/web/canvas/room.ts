import { useEffect } from 'react'

import { useDraft } from './services/context/use-draft.ts'
import { useView } from './services/context/use-view.ts'

/** The panels next to the canvas: the settings of a node, its data, and one other panel. */
export interface Beside {
  settings: boolean
  data: boolean
  panel: boolean
}

/** From this width of the window on, all three leave the canvas its room, in px. */
const ROOM_FOR_THREE = 1840

/**
 * Which one closes when a third panel opens: the other one that is not the settings.
 * @param opened what was opened last
 */
export function closing(beside: Beside, opened: keyof Beside, width: number): 'data' | 'panel' | null {
  if (width >= ROOM_FOR_THREE || !beside.settings || !beside.data || !beside.panel) return null
  return opened === 'data' ? 'panel' : 'data'
}

/** Keeps the canvas usable: at most two panels next to it, unless the window is wide. */
export function useRoom(): void {
  const [draft, view] = [useDraft(), useView()]
  useEffect(() => {
    const { data } = draft.run
    const look = (opened: keyof Beside) => () => {
      const beside = { settings: view.open.get() !== null, data: data.get(), panel: view.panel.get() !== null }
      const which = closing(beside, opened, innerWidth)
      if (which === 'data') data.set(false)
      if (which === 'panel') view.panel.set(null)
    }
    const ends = [
      view.open.subscribe(look('settings')),
      data.subscribe(look('data')),
      view.panel.subscribe(look('panel')),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [draft, view])
}
