import { useEffect, useState } from 'react'
import { t } from '#web/lib/language.ts'

export interface Place {
  /** Of the heading or part that it leads to. */
  id: string
  name: string
  count?: number
}

/** Below the bar of the site and this row. */
const READING_LINE = '-140px 0px -60% 0px'

/** The part that is being read: the first of those that the upper part of the window shows. */
function useReading(places: readonly Place[]): string | null {
  const [reading, setReading] = useState<string | null>(null)
  const ids = places.map(({ id }) => id).join()
  useEffect(() => {
    const seen = new Set<string>()
    const sight = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target.id || target.getAttribute('aria-labelledby') || ''
          if (isIntersecting) seen.add(id)
          else seen.delete(id)
        }
        const first = ids.split(',').find((id) => seen.has(id))
        if (first !== undefined) setReading(first)
      },
      { rootMargin: READING_LINE },
    )
    for (const id of ids.split(',')) {
      const element = document.getElementById(id)
      const part = element?.closest('section') ?? element
      if (part) sight.observe(part)
    }
    return () => sight.disconnect()
  }, [ids])
  return reading
}

/** One row of links to the parts of a long page, which stays in sight. */
export function SectionNav({ places }: { places: readonly Place[] }) {
  const reading = useReading(places) ?? places[0]?.id
  return (
    <nav
      aria-label={t('On this page')}
      className="sticky top-14 z-20 border-line border-b bg-paper max-sm:-mx-4 max-sm:px-4 print:hidden"
    >
      <ul className="flex gap-6 overflow-x-auto">
        {places.map(({ id, name, count }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={id === reading ? 'location' : undefined}
              className="-mb-px flex min-h-11 items-center gap-1.5 border-transparent border-b-2 font-medium text-muted hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
            >
              {name}
              {count !== undefined && count > 0 && <span className="text-xs tabular-nums">{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
