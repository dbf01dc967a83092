import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { buttonClass } from './button.tsx'
import { Link } from './link.tsx'

export interface PaginationProps {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  href: (page: number) => string
  /** What its pages are of, where a page shows several lists. */
  label?: string
}

const look = buttonClass({ size: 'sm' })

/** Position in a list and links to the adjacent pages; each page has its URL. Nothing while the whole list is shown. */
export function Pagination({ page, pageSize, total, href, label = t('Pages') }: PaginationProps) {
  if (total <= pageSize && page <= 1) return null
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted tabular-nums">
        {t('{first}–{last} of {total}', { first, last: Math.min(page * pageSize, total), total })}
      </p>
      <div className="flex gap-2">
        <Step label="Previous" to={page > 1 ? href(page - 1) : null} />
        <Step label="Next" to={page < pages ? href(page + 1) : null} />
      </div>
    </nav>
  )
}

function Step({ label, to }: { label: 'Previous' | 'Next'; to: string | null }) {
  const inner = (
    <>
      {label === 'Previous' && <ChevronLeft aria-hidden="true" />}
      {t(label)}
      {label === 'Next' && <ChevronRight aria-hidden="true" />}
    </>
  )
  return to === null ? (
    <button type="button" disabled className={look}>
      {inner}
    </button>
  ) : (
    <Link href={to} rel={label === 'Next' ? 'next' : 'prev'} className={look}>
      {inner}
    </Link>
  )
}
