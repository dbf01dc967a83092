import '#web/canvas/services/language/speak.ts'
import { createContext, useContext } from 'react'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { useStore } from '#web/lib/store.ts'

const DraftContext = createContext<Draft | null>(null)
export const DraftProvider = DraftContext.Provider

/** The draft this part of the page edits. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('Only parts of the designer use a draft')
  return draft
}

export const useDocument = () => useStore(useDraft().document)
export const useSelection = () => useStore(useDraft().selection)
export const useAnalysis = () => useStore(useDraft().analysis)
