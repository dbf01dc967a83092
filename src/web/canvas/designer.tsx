import { type ReactNode, useEffect, useState } from 'react'
import type { Workflow } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { Commands } from '#web/canvas/actions/commands.tsx'
import { Comments } from '#web/canvas/comments/comments.tsx'
import { CommentsButton } from '#web/canvas/comments/comments-button.tsx'
import { DataPanel } from '#web/canvas/data/data-panel.tsx'
import { ExportMenu } from '#web/canvas/export/export-menu.tsx'
import { ListView } from '#web/canvas/list/view.tsx'
import { People } from '#web/canvas/people/people.tsx'
import { PeopleBar } from '#web/canvas/people/people-bar.tsx'
import { SaveTrouble } from '#web/canvas/people/save-state.tsx'
import { Canvas } from '#web/canvas/picture/canvas.tsx'
import { ProposalWindow } from '#web/canvas/proposal/proposal-window.tsx'
import { Dock } from '#web/canvas/run/dock.tsx'
import { RunBanner } from '#web/canvas/run/run-banner.tsx'
import { RunControls } from '#web/canvas/run/run-controls.tsx'
import { runningOf } from '#web/canvas/run/running.ts'
import { RunsHere } from '#web/canvas/run/runs-here.tsx'
import { FocusPanel } from '#web/canvas/settings/focus-panel.tsx'
import { SettingsPanel } from '#web/canvas/settings/settings-panel.tsx'
import { SetupButton } from '#web/canvas/setup/setup-button.tsx'
import { SetupPanel } from '#web/canvas/setup/setup-panel.tsx'
import { Structure } from '#web/canvas/structure/structure.tsx'
import { startSync } from '#web/canvas/sync/draft-sync.ts'
import { PublishState } from '#web/canvas/versions/publish-state.tsx'
import { Versions } from '#web/canvas/versions/versions.tsx'
import { useStore } from '#web/lib/store.ts'
import { DesignerBar } from './designer-bar.tsx'
import { createDraft, type Draft } from './draft.ts'
import { ModeSwitch } from './mode-switch.tsx'
import { useRoom } from './room.ts'
import { DraftProvider } from './use-draft.ts'
import { useView, ViewProvider } from './use-view.ts'
import { createView } from './view.ts'

/** Under the header of the page, where that stands above it. */
const FULL = 'h-[calc(100dvh-var(--page-top,3.5rem))]'

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
  const past = useStore(runningOf(draft).past)
  const shown = past?.draft ?? draft
  const editing = readOnly === null
  return (
    <DraftProvider value={draft}>
      <ViewProvider value={view}>
        <People active={editing}>
          <div className={`flex flex-col ${className}`}>
            <DesignerBar aside={<BarEnd shown={shown} looking={!editing} aside={aside} />} />
            {editing && <RunBanner />}
            <SaveTrouble />
            <div className="relative flex min-h-0 grow">
              {/* A past run is another document: what stood open over the one before begins anew. */}
              <DraftProvider key={past?.draft ? past.id : ''} value={shown}>
                <Shown editing={editing} />
              </DraftProvider>
              {editing && <FocusPanel />}
              {editing && <SetupPanel />}
              {editing && <Versions />}
              {editing && <ProposalWindow />}
              {editing && <Comments />}
            </div>
            {editing && (
              <DraftProvider value={shown}>
                <Dock />
              </DraftProvider>
            )}
          </div>
          {editing && <RunsHere update={abilities.update} />}
        </People>
      </ViewProvider>
    </DraftProvider>
  )
}

/** What is edited, or a past run as it was. */
function Shown({ editing }: { editing: boolean }) {
  const mode = useStore(useView().mode)
  useRoom()
  return (
    <>
      {mode === 'canvas' ? <Canvas /> : <ListView />}
      <Commands />
      {editing && <DataPanel />}
      <SettingsPanel />
      <Structure />
    </>
  )
}

/** What is only looked at may be of somebody else, whose versions are not told. */
function BarEnd({ shown, looking, aside }: { shown: Draft; looking: boolean; aside: ReactNode }) {
  return (
    <>
      {!looking && <PeopleBar />}
      <ModeSwitch />
      <DraftProvider value={shown}>{!looking && <ExportMenu />}</DraftProvider>
      {!looking && <SetupButton />}
      {!looking && <CommentsButton />}
      {!looking && <PublishState />}
      <DraftProvider value={shown}>{!looking && <RunControls />}</DraftProvider>
      {aside}
    </>
  )
}
