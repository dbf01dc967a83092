import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { Link } from '#web/ui/link.tsx'

export interface Choice {
  key: string
  label: string
  /** A choice that is a category has its glyph. */
  category?: string
  /** How many agents it would leave; null where that is the list itself. */
  count: number | null
  href: string
  chosen: boolean
}

/**
 * The choices of one facet as links: each has its address, and shows how many agents it would leave.
 * @param row side by side at every width, not only on a phone
 */
export function Facet({ title, choices, row }: { title: string; choices: readonly Choice[]; row: boolean }) {
  // What would leave nothing is no choice, unless it was made already.
  const shown = choices.filter(({ count, chosen }) => count !== 0 || chosen)
  if (shown.length === 0) return null
  return (
    <nav aria-label={title} className="min-w-0">
      <h2 className={`mb-1.5 font-medium text-muted text-xs max-lg:sr-only ${row ? 'sr-only' : ''}`}>{title}</h2>
      <ul className={`flex gap-1.5 max-lg:overflow-x-auto max-lg:pb-1 ${row ? 'lg:flex-wrap' : 'lg:grid lg:gap-0.5'}`}>
        {shown.map((choice) => (
          <li key={choice.key} className="shrink-0">
            <Link
              href={choice.href}
              aria-current={choice.chosen ? 'true' : undefined}
              className={`flex min-h-8 items-center justify-between gap-2 rounded px-2.5 hover:bg-hover aria-[current]:bg-indigo-soft aria-[current]:font-medium aria-[current]:text-indigo max-lg:border max-lg:border-line ${row ? 'border border-line bg-surface' : ''}`}
            >
              <span className="flex items-center gap-2">
                {choice.category !== undefined && <CategoryGlyph category={choice.category} size="text" />}
                {choice.label}
              </span>
              {choice.count !== null && <span className="text-muted text-xs tabular-nums">{choice.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
