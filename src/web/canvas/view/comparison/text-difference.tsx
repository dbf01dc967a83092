import { useState } from 'react'
import type { TextPiece } from '#web/canvas/model/diff/diff.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'

/** Of an unchanged passage, so many characters are shown at each end. */
const AROUND = 120

/** Two texts in one: what is gone struck out, what is new underlined. A screen reader says which is which. */
export function TextDifference({ pieces }: { pieces: readonly TextPiece[] }) {
  const [whole, setWhole] = useState(false)
  const long = pieces.some(({ kind, text }) => kind === 'same' && text.length > 3 * AROUND)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="whitespace-pre-wrap break-words rounded-sm bg-sunken px-2.5 py-2 font-mono text-xs leading-relaxed">
        {placed(pieces).map(({ piece, at }, index) => (
          <Piece key={at} piece={piece} short={!whole} first={index === 0} last={index === pieces.length - 1} />
        ))}
      </p>
      {long && (
        <Button size="sm" variant="ghost" className="w-fit" onClick={() => setWhole(!whole)}>
          {whole ? t('Show changes only') : t('Show full text')}
        </Button>
      )}
    </div>
  )
}

/** Each with its place in both texts together: no two have the same. */
function placed(pieces: readonly TextPiece[]): { piece: TextPiece; at: number }[] {
  let at = 0
  return pieces.map((piece) => {
    const here = at
    at += piece.text.length + 1
    return { piece, at: here }
  })
}

function Piece({ piece, short, first, last }: { piece: TextPiece; short: boolean; first: boolean; last: boolean }) {
  const { kind, text } = piece
  if (kind === 'added')
    return (
      <ins className="mx-px rounded-sm bg-good-soft text-good decoration-1 underline-offset-2">
        <span className="sr-only"> {t('added:')} </span>
        {text}
      </ins>
    )
  if (kind === 'removed')
    return (
      <del className="mx-px rounded-sm bg-bad-soft text-bad decoration-1">
        <span className="sr-only"> {t('removed:')} </span>
        {text}
      </del>
    )
  if (!short || text.length <= 3 * AROUND) return text
  return `${first ? '' : text.slice(0, AROUND)} […] ${last ? '' : text.slice(-AROUND)}`
}
