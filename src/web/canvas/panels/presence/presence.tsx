import { type ReactNode, useEffect } from 'react'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { OwnPageProvider, usePresence } from '#web/canvas/services/presence/use-presence.ts'
import { useStore } from '#web/lib/store.ts'
import { ConflictsDialog } from './conflicts-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'

/** What several people in one workflow need, around the designer. */
export function Presence({ active, children }: { active: boolean; children: ReactNode }) {
  const own = usePresence(active)
  useName()
  return (
    <OwnPageProvider value={own}>
      {children}
      {active && <MembersDialog />}
      {active && <ConflictsDialog />}
    </OwnPageProvider>
  )
}

/** A name given by another person. */
function useName() {
  const view = useView()
  const name = useStore(useDraft().sync.name)
  useEffect(() => {
    const about = view.about.get()
    if (name !== null && name !== about.name) view.about.set({ ...about, name })
  }, [name, view])
}
