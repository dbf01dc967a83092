import type { ReactNode } from 'react'
import { Link } from './link.tsx'

export interface FilterChip {
  key: string
  label: string
  /** The address of the list with it; of one that is chosen, without it. */
  href: string
  chosen: boolean
  count?: string | undefined
  icon?: ReactNode
}

/** What a list is narrowed by, one press each. They are places: Back, reload and a shared link keep them. */
export function FilterChips({ label, chips }: { label: string; chips: readonly FilterChip[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1.5">
      {chips.map(({ key, label: name, href, chosen, count, icon }) => (
        <Link
          key={key}
          href={href}
          aria-current={chosen ? 'true' : undefined}
          className={`inline-flex h-8 items-center gap-1.5 whitespace-nowrap rounded-full border px-3 text-base [&_svg]:size-3.5 ${chosen ? 'border-indigo bg-indigo-soft font-medium text-indigo' : 'border-line bg-surface text-muted hover:border-control hover:text-ink'}`}
        >
          {icon}
          {name}
          {count !== undefined && <span className="text-xs tabular-nums">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
