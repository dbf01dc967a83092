import { useEffect } from 'react'

import type { View } from './model/draft/view.ts'
import { useDraft } from './services/context/use-draft.ts'
import { useView } from './services/context/use-view.ts'

/** What is open next to the canvas. */
export interface Beside {
  settings: boolean
  /** The data of the node whose settings are open. */
  data: boolean
  panel: ReturnType<View['panel']['get']>
  /** One setting with all the space. */
  focused: boolean
}

/** Lists that lead from one node to the next: they stay next to the settings they open, in the place of the data. */
const LEADING: readonly Beside['panel'][] = ['setup', 'search']

/**
 * What closes when something is opened, so that the canvas keeps its room: one panel at a time, and next to the settings of a node either
 * its data or the list that leads through nodes.
 * @param opened what was opened last
 */
export function closing(beside: Beside, opened: keyof Beside): readonly (keyof Beside)[] {
  const { settings, data, panel, focused } = beside
  const leads = LEADING.includes(panel)
  const open = (...names: (keyof Beside | false)[]) => names.filter((name) => name !== false)
  switch (opened) {
    case 'settings':
      return settings ? open(panel !== null && !leads && 'panel', leads && data && 'data', focused && 'focused') : []
    case 'data':
      return data && settings ? open(panel !== null && 'panel') : []
    case 'panel':
      if (panel === null) return []
      return leads ? open(settings && data && 'data') : open(settings && 'settings', focused && 'focused')
    case 'focused':
      return focused ? open(settings && 'settings', panel !== null && !leads && 'panel') : []
  }
}

/** Keeps the canvas usable as panels open. */
export function useRoom(): void {
  const [draft, view] = [useDraft(), useView()]
  useEffect(() => {
    const { data } = draft.run
    const close: Record<keyof Beside, () => void> = {
      settings: () => view.open.set(null),
      data: () => data.set(false),
      panel: () => view.panel.set(null),
      focused: () => view.focused.set(null),
    }
    const look = (opened: keyof Beside) => () => {
      const beside: Beside = {
        settings: view.open.get() !== null,
        data: data.get(),
        panel: view.panel.get(),
        focused: view.focused.get() !== null,
      }
      for (const which of closing(beside, opened)) close[which]()
    }
    const ends = [
      view.open.subscribe(look('settings')),
      data.subscribe(look('data')),
      view.panel.subscribe(look('panel')),
      view.focused.subscribe(look('focused')),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [draft, view])
}
