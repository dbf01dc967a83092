import { createContext, useContext } from 'react'
import type { View } from '#web/canvas/model/draft/view.ts'

const ViewContext = createContext<View | null>(null)
export const ViewProvider = ViewContext.Provider

export function useView(): View {
  const view = useContext(ViewContext)
  if (!view) throw new Error('Only parts of the designer have a view')
  return view
}
