import { useView } from '#web/canvas/services/context/use-view.ts'
import { useStore } from '#web/lib/store.ts'
import { CheckpointDialog } from './checkpoint-dialog.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { PublishDialog } from './publish-dialog.tsx'

/** The panel of versions and the windows over the canvas that belong to them. */
export function Versions() {
  const panel = useStore(useView().panel)
  return (
    <>
      {panel === 'history' && <HistoryPanel />}
      <PublishDialog />
      <CheckpointDialog />
      <CompareDialog />
    </>
  )
}
