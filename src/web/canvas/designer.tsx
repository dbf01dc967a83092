import '#web/canvas/services/language/speak.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { Workflow } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { CommentPins } from '#web/canvas/panels/comments/comment-pins.tsx'
import { keepClosedLoops } from '#web/canvas/services/draft/closed-loops.ts'
import { openDraft } from '#web/canvas/services/draft/open-draft.ts'
import { useStore } from '#web/lib/store.ts'
import { createView } from './model/draft/view.ts'
import { BuilderLink } from './panels/bar/builder-link.tsx'
import { DesignerBar } from './panels/bar/designer-bar.tsx'
import { ModeSwitch } from './panels/bar/mode-switch.tsx'
import { MoreMenu } from './panels/bar/more-menu.tsx'
import { ChatButton } from './panels/chat/chat-button.tsx'
import { ChatPanel } from './panels/chat/chat-panel.tsx'
import { Comments } from './panels/comments/comments.tsx'
import { CommentsButton } from './panels/comments/comments-button.tsx'
import { DataPanel } from './panels/data/data-panel.tsx'
import { Presence } from './panels/presence/presence.tsx'
import { PresenceBar } from './panels/presence/presence-bar.tsx'
import { SaveTrouble } from './panels/presence/save-state.tsx'
import { ProposalWindow } from './panels/proposal/proposal-window.tsx'
import { Dock } from './panels/run/dock.tsx'
import { LastRun } from './panels/run/last-run.tsx'
import { RunBanner } from './panels/run/run-banner.tsx'
import { RunControls } from './panels/run/run-controls.tsx'
import { RunsHere } from './panels/run/runs-here.tsx'
import { FocusPanel } from './panels/settings/focus-panel.tsx'
import { SettingsPanel } from './panels/settings/settings-panel.tsx'
import { SetupButton } from './panels/setup/setup-button.tsx'
import { SetupPanel } from './panels/setup/setup-panel.tsx'
import { PublishState } from './panels/versions/publish-state.tsx'
import { Versions } from './panels/versions/versions.tsx'
import { useRoom } from './room.ts'
import { DraftProvider } from './services/context/use-draft.ts'
import { useView, ViewProvider } from './services/context/use-view.ts'
import { useFreshLists } from './services/queries/use-fresh-lists.ts'
import { startSync } from './services/sync/draft-sync.ts'
import { BeginWithAction } from './tools/gestures/begin-with-action.tsx'
import { ListView } from './tools/list/list-view.tsx'
import { Structure } from './tools/structure/structure.tsx'
import { Canvas } from './tools/surface/canvas.tsx'
import { Commands } from './tools/surface/commands.tsx'

/** Below the header of the page, if there is one above it. */
const FULL = 'h-[calc(100dvh-var(--page-top,3.5rem))]'

/** The panels leave the canvas 55 % of a wide window, and 720 px of one that is less wide, however wide they were dragged. */
const SIDE = 'relative flex min-w-0 shrink-0 xl:max-w-[min(45vw,100vw-720px)] max-md:contents'

export interface DesignerProps {
  workflow: Workflow
  /** Only looked at, and why: nothing of it is sent to the server. */
  readOnly?: string | null
  /** Buttons at the end of the bar. */
  aside?: ReactNode
  /** An action of an app to add a step for. */
  begin?: { app: string; action: string; onDone: () => void } | null
  /** Its height. */
  className?: string
}

/** An open workflow: the bar at the top, the canvas or the list, and the panels next to it. */
export function Designer({ workflow, readOnly = null, aside, begin = null, className = FULL }: DesignerProps) {
  const { id, revision, abilities } = workflow
  const [draft] = useState(() =>
    openDraft({
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
  useEffect(() => (readOnly === null ? keepClosedLoops(view, id) : undefined), [view, id, readOnly])
  // Later ones come through the sync: the draft is on this one.
  const [first] = useState(revision)
  useEffect(() => (readOnly === null ? startSync(draft, first) : undefined), [draft, first, readOnly])
  const past = useStore(draft.run.past)
  const shown = past?.draft ?? draft
  const editing = readOnly === null
  return (
    <DraftProvider value={draft}>
      <ViewProvider value={view}>
        <Presence active={editing}>
          <div className={`flex flex-col ${className}`}>
            <DesignerBar aside={<BarEnd shown={shown} looking={!editing} aside={aside} />} />
            {editing && <RunBanner />}
            <SaveTrouble />
            <div className="relative flex min-h-0 grow">
              {/* A past run is another document: the panels open for the previous one start over. */}
              <DraftProvider key={past?.draft ? past.id : ''} value={shown}>
                <Shown />
              </DraftProvider>
              <div className={SIDE}>
                <DraftProvider key={past?.draft ? past.id : ''} value={shown}>
                  {editing && <DataPanel />}
                  <SettingsPanel />
                  <Structure />
                </DraftProvider>
                {editing && <OtherPanels />}
              </div>
            </div>
            {editing && (
              <DraftProvider value={shown}>
                <Dock />
              </DraftProvider>
            )}
          </div>
          {editing && begin && <BeginWithAction {...begin} />}
          {editing && <RunsHere update={abilities.update} />}
        </Presence>
      </ViewProvider>
    </DraftProvider>
  )
}

/** What is edited, or a past run as it was. */
function Shown() {
  const mode = useStore(useView().mode)
  useRoom()
  useFreshLists()
  return (
    <>
      {mode === 'canvas' ? (
        <Canvas>
          <CommentPins />
          <LastRun />
        </Canvas>
      ) : (
        <ListView>
          <LastRun />
        </ListView>
      )}
      <Commands />
    </>
  )
}

const OtherPanels = () => (
  <>
    <FocusPanel />
    <SetupPanel />
    <Versions />
    <ProposalWindow />
    <Comments />
    <ChatPanel />
  </>
)

/** A read-only workflow may belong to another user, whose versions are not shown. */
function BarEnd({ shown, looking, aside }: { shown: Draft; looking: boolean; aside: ReactNode }) {
  return (
    <>
      {!looking && <PresenceBar />}
      <ModeSwitch />
      {!looking && <BuilderLink />}
      {!looking && <SetupButton />}
      {!looking && <ChatButton />}
      {!looking && <CommentsButton />}
      <DraftProvider value={shown}>{!looking && <MoreMenu />}</DraftProvider>
      {!looking && <PublishState />}
      <DraftProvider value={shown}>{!looking && <RunControls />}</DraftProvider>
      {aside}
    </>
  )
}
