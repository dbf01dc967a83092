import type { ReactNode } from 'react'

export interface SectionProps {
  id: string
  title: ReactNode
  help?: string
  aside?: ReactNode
  children: ReactNode
}

/** A part of the page with its heading. */
export function Section({ id, title, help, aside, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 id={id} className="scroll-mt-20 text-xl sm:text-3xl">
            {title}
          </h2>
          {help && <p className="max-w-prose text-lg text-muted">{help}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}
