import { type ReactNode, useEffect, useState } from 'react'
import type { Workflow } from '#contract/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { useStore } from '#web/lib/store.ts'
import { Canvas } from './canvas.tsx'
import { Commands } from './commands.tsx'
import { Comments } from './comments/comments.tsx'
import { CommentsButton } from './comments/comments-button.tsx'
import { DataPanel } from './data/data-panel.tsx'
import { DesignerBar } from './designer-bar.tsx'
import { Dock } from './dock.tsx'
import { createDraft } from './draft.ts'
import { startSync } from './draft-sync.ts'
import { ExportMenu } from './export-menu.tsx'
import { ListView } from './list-view.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { People } from './people/people.tsx'
import { PeopleBar } from './people/people-bar.tsx'
import { SaveTrouble } from './people/save-state.tsx'
import { ProposalWindow } from './proposal/proposal-window.tsx'
import { RunBanner } from './run-banner.tsx'
import { RunControls } from './run-controls.tsx'
import { RunsHere } from './runs-here.tsx'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { SetupButton } from './setup/setup-button.tsx'
import { SetupPanel } from './setup/setup-panel.tsx'
import { Structure } from './structure.tsx'
import { DraftProvider } from './use-draft.ts'
import { ViewProvider } from './use-view.ts'
import { PublishState } from './versions/publish-state.tsx'
import { Versions } from './versions/versions.tsx'
import { createView } from './view.ts'

/** Under the header of the page. */
const FULL = 'h-[calc(100dvh-3.5rem)]'

export interface DesignerProps {
  workflow: Workflow
  /** Only looked at, and why: nothing of it is sent to the server. */
  readOnly?: string | null
  /** Buttons at the end of the bar. */
  aside?: ReactNode
  /** Its height. */
  className?: string
}

/** A workflow, open: the bar above, the canvas or the list, and the panels beside it. */
export function Designer({ workflow, readOnly = null, aside, className = FULL }: DesignerProps) {
  const { id, revision, abilities } = workflow
  const [draft] = useState(() =>
    createDraft({
      id,
      document: workflow.document as unknown as WorkflowDocument,
      readOnly: readOnly ?? (abilities.update.allowed ? null : abilities.update.reason),
    }),
  )
  const [view] = useState(() => {
    const made = createView()
    made.about.set({ name: workflow.name, description: workflow.description, own: workflow.role === 'owner' })
    return made
  })
  // Later ones come through the sync: the draft is on this one.
  const [first] = useState(revision)
  useEffect(() => (readOnly === null ? startSync(draft, first) : undefined), [draft, first, readOnly])
  const mode = useStore(view.mode)
  return (
    <DraftProvider value={draft}>
      <ViewProvider value={view}>
        <People active={readOnly === null}>
          <div className={`flex flex-col ${className}`}>
            <DesignerBar name={workflow.name} aside={<BarEnd looking={readOnly !== null} aside={aside} />} />
            {readOnly === null && <RunBanner />}
            <SaveTrouble />
            <div className="relative flex min-h-0 grow">
              {mode === 'canvas' ? <Canvas /> : <ListView />}
              <Commands />
              {readOnly === null && <DataPanel />}
              {readOnly === null && <SetupPanel />}
              <SettingsPanel />
              <Structure />
              {readOnly === null && <Versions />}
              {readOnly === null && <ProposalWindow />}
              {readOnly === null && <Comments />}
            </div>
            {readOnly === null && <Dock />}
          </div>
          {readOnly === null && <RunsHere update={abilities.update} />}
        </People>
      </ViewProvider>
    </DraftProvider>
  )
}

/** What is only looked at may be of somebody else, whose versions are not told. */
function BarEnd({ looking, aside }: { looking: boolean; aside: ReactNode }) {
  return (
    <>
      {!looking && <PeopleBar />}
      <ModeSwitch />
      {!looking && <ExportMenu />}
      {!looking && <SetupButton />}
      {!looking && <CommentsButton />}
      {!looking && <PublishState />}
      {!looking && <RunControls />}
      {aside}
    </>
  )
}
