import { memo, useEffect, useMemo, useRef } from 'react'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { type Line, linesOf, type Piece } from './recorded-lines.ts'
import type { Recording } from './recording.ts'
import type { Frame } from './replay-frame.ts'

export interface ReplayDocumentProps {
  recording: Recording
  frame: Frame
  /** The pane follows what happens; not while it stands paused. */
  following: boolean
  /** A person has taken hold of the pane. */
  onHold: () => void
}

/** How often, over the reading and the marking, the pane looks where it should stand. */
const LOOKS = 20

/** The document as it is read and marked. All of it is always there for a screen reader; the replay only uncovers it. */
export function ReplayDocument({ recording, frame, following, onHold }: ReplayDocumentProps) {
  const pane = useRef<HTMLElement>(null)
  const lines = useMemo(() => linesOf(recording), [recording])
  const read = frame.text * recording.text.length
  const latest = frame.selected ?? Math.floor((frame.text + frame.marks) * LOOKS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `latest` is what the pane follows
  useEffect(() => {
    if (following) follow(pane.current)
  }, [following, latest])
  return (
    <div onWheel={onHold} onTouchMove={onHold} className="flex min-h-0 min-w-0 grow flex-col">
      <ScrollRegion ref={pane} label={`Text of ${recording.document}`} className="min-h-0 grow px-4 py-3 sm:px-5">
        {lines.map((line) => (
          <LineOfText
            key={line.start}
            line={line}
            read={line.start < read}
            marks={marksIn(line, frame.marks)}
            selected={holds(line, frame.selected) ? frame.selected : null}
          />
        ))}
      </ScrollRegion>
    </div>
  )
}

/** The marking as far as it concerns the line: it changes only while the line's own words are marked. */
const marksIn = ({ orders }: Line, marks: number): number => {
  if (orders === null || marks <= orders[0]) return 0
  return marks > orders[1] ? 1 : marks
}
const holds = ({ pieces }: Line, finding: number | null): boolean =>
  finding !== null && pieces.some(({ findings }) => findings.includes(finding))

interface LineProps {
  line: Line
  read: boolean
  marks: number
  selected: number | null
}

/** Drawn anew only when something in it changes: ten times a second, all lines would be too much for a phone. */
const LineOfText = memo(function LineOfText({ line, read, marks, selected }: LineProps) {
  return (
    <p
      data-read={read}
      className={`min-h-[1lh] break-words text-sm leading-5 transition-opacity duration-200 data-[read=false]:opacity-0 ${line.heading ? 'font-semibold' : ''}`}
    >
      {line.pieces.map((piece) => (
        <Words key={piece.start} piece={piece} marks={marks} selected={selected} />
      ))}
    </p>
  )
})

function Words({ piece, marks, selected }: { piece: Piece; marks: number; selected: number | null }) {
  if (piece.findings.length === 0) return piece.text
  const chosen = selected !== null && piece.findings.includes(selected)
  const marked = marks > piece.order || marks === 1
  return (
    <mark
      data-replay={chosen ? 'selected' : marked ? 'marked' : 'coming'}
      className="rounded-sm bg-transparent text-ink transition-colors duration-200 data-[replay=marked]:bg-indigo/12 data-[replay=selected]:bg-indigo/25 data-[replay=selected]:outline-2 data-[replay=selected]:outline-indigo dark:data-[replay=marked]:bg-indigo/22 dark:data-[replay=selected]:bg-indigo/40"
    >
      {piece.text}
    </mark>
  )
}

/** Scrolls the pane alone: to the words looked at, else to the last ones marked, else to the last line read. */
function follow(pane: HTMLElement | null): void {
  if (!pane) return
  const target =
    pane.querySelector('[data-replay="selected"]') ??
    [...pane.querySelectorAll('[data-replay="marked"]')].at(-1) ??
    [...pane.querySelectorAll('[data-read="true"]')].at(-1)
  if (!target) return
  const offset = target.getBoundingClientRect().top - pane.getBoundingClientRect().top
  if (offset < 24 || offset > pane.clientHeight - 72)
    pane.scrollTo({
      top: pane.scrollTop + offset - pane.clientHeight / 3,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })
}
