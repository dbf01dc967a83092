import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language.ts'
import { Link } from './link.tsx'

export interface Crumb {
  label: string
  href: string
}

/** The way here; the page itself is the heading below and is not repeated. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('Breadcrumbs')}>
      <ol className="flex flex-wrap items-center gap-1 text-muted text-base">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="inline-flex items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden="true" className="size-3.5" />}
            <Link href={crumb.href} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
              {crumb.label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

export interface PageHeaderProps {
  title: ReactNode
  children?: ReactNode
  crumbs?: readonly Crumb[]
  /** What the page is about, such as a `CategoryGlyph`. */
  icon?: ReactNode
  actions?: ReactNode
}

/** The top of every page: its one `h1`, what it is for, and its actions. */
export function PageHeader({ title, children, crumbs, icon, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 grid gap-2">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-4">
          {icon}
          <div className="grid min-w-0 gap-1">
            <h1 className="text-3xl">{title}</h1>
            {children && <p className="max-w-prose text-muted">{children}</p>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  )
}
