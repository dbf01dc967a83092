import { Fragment } from 'react'
import type { Finding } from '#findings/finding.ts'
import type { Hit } from './search-hits.ts'
import type { Selection } from './selection.ts'

interface Piece {
  start: number
  end: number
  /** The finding and place it belongs to; of several the selected one, else the shortest. */
  of: Selection | null
  /** Which of the hits it is part of; null for none. */
  hit: number | null
}

interface Span extends Selection {
  start: number
  end: number
}

/** The text cut where a place or a hit begins or ends. `hits` are in order, none inside another. */
export function piecesOf(
  length: number,
  findings: readonly Finding[],
  selection: Selection | null,
  hits: readonly Hit[] = [],
): Piece[] {
  const spans: Span[] = findings
    .flatMap(({ id, places }) =>
      places.map(({ start, end }, place) => ({ id, place, start: Math.max(0, start), end: Math.min(length, end) })),
    )
    .filter(({ start, end }) => start < end)
  const isSelected = (span: Span) => span.id === selection?.id && span.place === selection.place
  const ends = [...spans, ...hits].flatMap(({ start, end }) => [start, Math.min(length, end)])
  const cuts = [...new Set([0, length, ...ends])].toSorted((a, b) => a - b)
  const sorted = spans.toSorted((a, b) => a.start - b.start)
  let next = 0
  let open: Span[] = []
  let nextHit = 0
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? length
    for (let span = sorted[next]; span && span.start <= start; span = sorted[++next]) open.push(span)
    open = open.filter((span) => span.end > start)
    const best = open.find(isSelected) ?? open.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
    while ((hits[nextHit]?.end ?? length) <= start) nextHit += 1
    const hit = (hits[nextHit]?.start ?? length) <= start ? nextHit : null
    return { start, end, of: best ? { id: best.id, place: best.place } : null, hit }
  })
}

interface TextViewProps {
  text: string
  findings: readonly Finding[]
  selection: Selection | null
  onSelect: (selection: Selection) => void
  /** What was searched for, and which of it is shown. */
  hits: readonly Hit[]
  hit: number
}

/** A document without pages: its text with the places of the findings marked. */
export function TextView({ text, findings, selection, onSelect, hits, hit: current }: TextViewProps) {
  return (
    <div className="wrap-anywhere whitespace-pre-wrap border border-line bg-surface px-4 py-5 text-[calc(0.875rem*var(--zoom,1))] leading-[1.7] sm:px-6">
      {piecesOf(text.length, findings, selection, hits).map(({ start, end, of, hit }) => {
        const words = text.slice(start, end)
        const found = hit === null ? words : <Found current={hit === current}>{words}</Found>
        if (of === null) return hit === null ? words : <Fragment key={start}>{found}</Fragment>
        const selected = of.id === selection?.id && of.place === selection.place
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list of findings is the keyboard's way to the same
          <mark
            key={start}
            data-mark={selected ? 'selected' : 'other'}
            onClick={() => onSelect(of)}
            className={`cursor-pointer rounded-sm py-0.5 text-ink ${selected ? `bg-indigo/25 ${words.includes('\n') ? '' : 'outline-2 outline-indigo'}` : 'bg-indigo/12 hover:bg-indigo/20'}`}
          >
            {found}
          </mark>
        )
      })}
    </div>
  )
}

const Found = ({ current, children }: { current: boolean; children: string }) => (
  <mark
    data-mark={current ? 'hit' : 'other-hit'}
    className={`rounded-sm text-ink ${current ? 'bg-marigold/60 outline-2 outline-marigold-edge' : 'bg-marigold/35'}`}
  >
    {children}
  </mark>
)
