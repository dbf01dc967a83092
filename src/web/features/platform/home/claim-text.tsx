import { t } from '#web/lib/language.ts'
import type { Claim } from './claims.ts'

/** A claim with its figure in bold. */
export function ClaimText({ claim: { text, figure } }: { claim: Claim }) {
  const words = t(text)
  const at = figure === null ? -1 : words.indexOf(figure)
  if (figure === null || at < 0) return words
  return (
    <>
      {words.slice(0, at)}
      <strong className="font-semibold text-ink tabular-nums">{figure}</strong>
      {words.slice(at + figure.length)}
    </>
  )
}
