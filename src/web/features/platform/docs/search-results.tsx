import { SearchX } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { withKeys } from './keyed.ts'
import type { Section } from './library.ts'
import { highlight, searchSections } from './search.ts'

function Marked({ text, search }: { text: string; search: string }) {
  const pieces = highlight(text, search).map((piece, index) => ({ piece, found: index % 2 === 1 }))
  return withKeys(pieces, ({ piece }) => piece).map(([key, { piece, found }]) =>
    found ? (
      <mark key={key} className="rounded-sm bg-marigold-soft text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}

/** Arrow keys walk the results. */
function onKey(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link.matches(':focus'))
  links[at + step]?.focus()
  event.preventDefault()
}

export function SearchResults({ sections, search }: { sections: readonly Section[]; search: string }) {
  const hits = searchSections(sections, search)
  return (
    <section aria-label={t('Results')} className="grid max-w-prose content-start gap-4">
      <h1 className="text-3xl">{t('Search the documentation')}</h1>
      <p role="status" className="wrap-anywhere text-muted">
        {hits.length === 1
          ? t('1 place for “{search}”', { search })
          : t('{count} places for “{search}”', { count: formatNumber(hits.length), search })}
      </p>
      {hits.length === 0 && (
        <EmptyState icon={<SearchX aria-hidden="true" />} title={t('Nothing found')}>
          {t('Try another word or fewer words.')}
        </EmptyState>
      )}
      <ul onKeyDown={onKey} className="grid gap-2">
        {hits.map(({ section, excerpt }) => (
          <li key={`${section.page.slug}#${section.id}`}>
            <Link
              href={`${paths.docs(section.page.slug)}${section.id && `#${section.id}`}`}
              className="grid gap-0.5 surface-card px-4 py-3 hover:border-control"
            >
              <span className="text-muted text-xs">{section.page.title}</span>
              <span className="font-medium">
                <Marked text={section.heading} search={search} />
              </span>
              <span className="line-clamp-2 text-muted text-xs">
                <Marked text={excerpt} search={search} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
