import type { Finding } from './finding.ts'
import type { Selection } from './selection.ts'

interface Piece {
  start: number
  end: number
  /** The finding and place it belongs to; of several the selected one, else the shortest. */
  of: Selection | null
}

interface Span extends Selection {
  start: number
  end: number
}

/** The text cut where a place begins or ends. */
export function piecesOf(length: number, findings: readonly Finding[], selection: Selection | null): Piece[] {
  const spans: Span[] = findings
    .flatMap(({ id, places }) =>
      places.map(({ start, end }, place) => ({ id, place, start: Math.max(0, start), end: Math.min(length, end) })),
    )
    .filter(({ start, end }) => start < end)
  const isSelected = (span: Span) => span.id === selection?.id && span.place === selection.place
  const cuts = [...new Set([0, length, ...spans.flatMap(({ start, end }) => [start, end])])].toSorted((a, b) => a - b)
  const sorted = spans.toSorted((a, b) => a.start - b.start)
  let next = 0
  let open: Span[] = []
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? length
    for (let span = sorted[next]; span && span.start <= start; span = sorted[++next]) open.push(span)
    open = open.filter((span) => span.end > start)
    const best = open.find(isSelected) ?? open.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
    return { start, end, of: best ? { id: best.id, place: best.place } : null }
  })
}

/** A document without pages: its text with the places of the findings marked. */
export function TextView({
  text,
  findings,
  selection,
  onSelect,
}: {
  text: string
  findings: readonly Finding[]
  selection: Selection | null
  onSelect: (selection: Selection) => void
}) {
  return (
    <div className="whitespace-pre-wrap wrap-anywhere border border-line bg-surface px-4 py-5 text-base leading-6 sm:px-6">
      {piecesOf(text.length, findings, selection).map(({ start, end, of }) => {
        const words = text.slice(start, end)
        if (of === null) return words
        const selected = of.id === selection?.id && of.place === selection.place
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list of findings is the keyboard's way to the same
          <mark
            key={start}
            data-mark={selected ? 'selected' : 'other'}
            onClick={() => onSelect(of)}
            className={`cursor-pointer rounded-sm py-0.5 text-ink ${selected ? 'bg-indigo/25 outline-2 outline-indigo' : 'bg-indigo/12 hover:bg-indigo/20'}`}
          >
            {words}
          </mark>
        )
      })}
    </div>
  )
}
