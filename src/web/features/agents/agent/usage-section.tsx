import type { ReactNode } from 'react'

/** One way to use an agent, or a part of how. */
export function UsageSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{title}</h3>
      {children}
    </div>
  )
}
