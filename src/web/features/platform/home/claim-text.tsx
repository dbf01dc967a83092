import type { Claim } from './claims.ts'

/** A claim with its figure in bold. */
export function ClaimText({ claim: { text, figure } }: { claim: Claim }) {
  const at = figure === null ? -1 : text.indexOf(figure)
  if (figure === null || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <strong className="font-semibold text-ink tabular-nums">{figure}</strong>
      {text.slice(at + figure.length)}
    </>
  )
}
