import { useEffect, useState } from 'react'
import type { Workflow } from '#contract/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { useStore } from '#web/lib/store.ts'
import { Canvas } from './canvas.tsx'
import { DesignerBar } from './designer-bar.tsx'
import { createDraft } from './draft.ts'
import { startSync } from './draft-sync.ts'
import { DraftProvider } from './use-draft.ts'
import { ViewProvider } from './use-view.ts'
import { createView } from './view.ts'

/** A workflow, open: the bar above, the canvas or the list, and the panels beside it. */
export function Designer({ workflow }: { workflow: Workflow }) {
  const { id, revision, abilities } = workflow
  const [draft] = useState(() =>
    createDraft({
      id,
      document: workflow.document as unknown as WorkflowDocument,
      readOnly: abilities.update.allowed ? null : abilities.update.reason,
    }),
  )
  const [view] = useState(createView)
  useEffect(() => startSync(draft, revision), [draft, revision])
  const mode = useStore(view.mode)
  return (
    <DraftProvider value={draft}>
      <ViewProvider value={view}>
        <div className="flex h-[calc(100dvh-3.5rem)] flex-col">
          <DesignerBar name={workflow.name} />
          <div className="relative flex min-h-0 grow">{mode === 'canvas' && <Canvas />}</div>
        </div>
      </ViewProvider>
    </DraftProvider>
  )
}
