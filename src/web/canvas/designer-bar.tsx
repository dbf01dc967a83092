import type { ReactNode } from 'react'
import { useStore } from '#web/lib/store.ts'
import { useDraft } from './use-draft.ts'

const SAID = { saved: 'Saved', saving: 'Saving...', waiting: 'Not saved', read_only: 'View only' } as const

/** What is open, and how far it is saved. */
export function DesignerBar({ name, aside }: { name: string; aside?: ReactNode }) {
  const save = useStore(useDraft().save)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-3 border-line border-b bg-paper px-4 py-1.5">
      <h1 className="truncate font-medium">
        <bdi>{name}</bdi>
      </h1>
      <p role="status" className="text-muted text-sm">
        {SAID[save.state]}
        {'reason' in save && `: ${save.reason}`}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">{aside}</div>
    </div>
  )
}
