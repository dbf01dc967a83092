import type { ReactNode } from 'react'

/** One component with its name, in its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-line border-t py-6 lg:grid-cols-[180px_1fr]">
      <h2 className="font-medium text-muted text-base">{name}</h2>
      <div className="flex min-w-0 flex-wrap items-start gap-4">{children}</div>
    </section>
  )
}
