import type { Place } from '#findings/result.ts'
import { t } from '#web/lib/language.ts'

const flat = (text: string): string => text.replace(/\s+/g, ' ')
const brief = (text: string): string => flat(text).trim()
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most).trimEnd()}…` : text)

/** How much of a long passage is quoted; the document next to it shows the rest. */
const MOST_CHARS = 320

/** The evidence in the document's own words, each a way to its place; the exact words stand out in their sentence. */
export function Quotes({
  places,
  selected,
  all,
  onSelect,
}: {
  places: readonly Place[]
  selected: number | null
  /** All of them; otherwise the first. */
  all: boolean
  onSelect: (place: number) => void
}) {
  const shown = all ? places : places.slice(0, 1)
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('Evidence')} className="grid gap-1 px-3 pb-2.5">
      {shown.map((place, index) => (
        <li key={`${place.source?.file_id ?? ''}-${place.page}-${place.start}-${place.end}`}>
          <button
            type="button"
            onClick={() => onSelect(index)}
            aria-current={index === selected ? 'location' : undefined}
            className="grid w-full grid-cols-[1fr_auto] items-baseline gap-3 rounded-sm border-line border-l-2 py-1 pr-1.5 pl-2.5 text-left text-muted text-base hover:bg-hover hover:text-ink aria-[current]:border-l-indigo aria-[current]:text-ink"
          >
            <Words place={place} />
            <span className="max-w-48 truncate tabular-nums">
              {place.source && <bdi>{place.source.name}</bdi>}
              {place.source && place.page !== null && ', '}
              {place.page !== null && `p. ${place.page}`}
            </span>
          </button>
        </li>
      ))}
      {!all && places.length > 1 && (
        <li className="pl-2.5 text-muted text-base">{t('and {count} more', { count: places.length - 1 })}</li>
      )}
    </ul>
  )
}

function Words({ place }: { place: Place }) {
  const { around, start, end } = place
  if (!around) return <span>“{cut(brief(place.text), MOST_CHARS)}”</span>
  const from = start - around.start
  const to = end - around.start
  return (
    <span>
      “{flat(around.text.slice(0, from)).trimStart()}
      <strong className="font-semibold text-ink">{flat(around.text.slice(from, to))}</strong>
      {flat(around.text.slice(to)).trimEnd()}”
    </span>
  )
}
