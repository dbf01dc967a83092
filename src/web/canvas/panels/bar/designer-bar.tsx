import type { ReactNode } from 'react'
import { SaveState } from '#web/canvas/panels/presence/save-state.tsx'
import { WorkflowName } from './workflow-name.tsx'

/** What is open, and how far it is saved. */
export function DesignerBar({ aside }: { aside?: ReactNode }) {
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-paper py-1.5 pr-[calc(1rem+var(--bar-end,0px))] pl-4">
      {/* What it is called gives way before the buttons go to a row of their own. */}
      <div className="flex min-w-0 grow basis-44 items-center gap-3">
        <WorkflowName />
        <SaveState />
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-1">{aside}</div>
    </div>
  )
}
