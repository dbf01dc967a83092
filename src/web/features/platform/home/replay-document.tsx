import { memo, useEffect, useMemo, useRef } from 'react'
import { t } from '#web/lib/language.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { type Line, type Piece, recordedLines } from './recorded-lines.ts'
import type { Recording } from './recording.ts'
import type { Frame } from './replay-frame.ts'

export interface ReplayDocumentProps {
  recording: Recording
  frame: Frame
  /** The pane follows the replay, except while it is paused. */
  following: boolean
  /** A person has taken hold of the pane. */
  onHold: () => void
}

/** The document as it is read and marked. All of it is there from the beginning; the replay darkens what has been read. */
export function ReplayDocument({ recording, frame, following, onHold }: ReplayDocumentProps) {
  const pane = useRef<HTMLElement>(null)
  const lines = useMemo(() => recordedLines(recording), [recording])
  const read = frame.text * recording.text.length
  const followed = lineFollowed(lines, frame, read)
  useEffect(() => {
    if (following && pane.current) follow(pane.current, followed, frame.selected !== null)
  }, [following, followed, frame.selected])
  return (
    <div onWheel={onHold} onTouchMove={onHold} className="flex min-h-0 min-w-0 grow flex-col">
      <ScrollRegion
        ref={pane}
        label={t('Text of {document}', { document: recording.document })}
        className="min-h-0 grow px-4 py-4 contain-content sm:px-5"
      >
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

/**
 * Rendered again only when something in it changes: rendering all lines at every beat would be too much for a phone.
 */
const LineOfText = memo(function LineOfText({ line, read, marks, selected }: LineProps) {
  return (
    <p
      data-read={read}
      className={`min-h-[1lh] empty:min-h-2 break-words text-base leading-5.5 data-[read=false]:text-muted ${line.heading ? 'font-semibold' : ''}`}
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
      className="hue-healthcare rounded-sm bg-transparent text-inherit decoration-2 decoration-hue underline-offset-3 data-[replay=marked]:bg-hue-soft data-[replay=selected]:bg-indigo-soft data-[replay=marked]:underline data-[replay=selected]:outline-2 data-[replay=selected]:outline-indigo"
    >
      {piece.text}
    </mark>
  )
}

/** The line where something happens: that of the words looked at, else of the last ones marked, else the last one read. */
function lineFollowed(lines: readonly Line[], { selected, marks }: Frame, read: number): number {
  if (selected !== null) return lines.findIndex((line) => holds(line, selected))
  if (marks > 0) return lines.findLastIndex(({ orders }) => orders !== null && orders[0] < marks)
  return lines.findLastIndex(({ start }) => start < read)
}

/** Scrolls the pane alone, and at once, when the line has left it. In a long line, to the words looked at. */
function follow(pane: HTMLElement, line: number, toWords: boolean): void {
  const target = (toWords && pane.querySelector<HTMLElement>('[data-replay="selected"]')) || pane.children[line]
  if (!(target instanceof HTMLElement)) return
  const offset = target.offsetTop - pane.scrollTop
  if (offset < 24 || offset > pane.clientHeight - 72) pane.scrollTop = target.offsetTop - pane.clientHeight / 3
}
