import type { ReactNode } from 'react'
import { SaveState } from './people/save-state.tsx'

/** What is open, and how far it is saved. */
export function DesignerBar({ name, aside }: { name: string; aside?: ReactNode }) {
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-3 border-line border-b bg-paper px-4 py-1.5">
      <h1 className="truncate font-medium">
        <bdi>{name}</bdi>
      </h1>
      <SaveState />
      <div className="ml-auto flex flex-wrap items-center gap-2">{aside}</div>
    </div>
  )
}
