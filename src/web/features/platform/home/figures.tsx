import { t } from '#web/lib/language.ts'
import { ClaimText } from './claim-text.tsx'
import { FIGURES, useShown } from './claims.ts'

/** The figures the operator claims; those that can be checked say where. */
export function Figures() {
  const isShown = useShown()
  const shown = FIGURES.filter((claim) => isShown(claim))
  const sources = shown.flatMap(({ text, evidence }) => (typeof evidence === 'string' ? [] : [{ text, ...evidence }]))
  if (shown.length === 0) return null
  return (
    <section aria-label={t('In figures')} className="grid gap-3">
      <ul className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-5 lg:grid-cols-4">
        {shown.map((claim) => (
          <li key={claim.text} className="text-lg text-muted">
            <ClaimText claim={claim} />
          </li>
        ))}
      </ul>
      {sources.length > 0 && (
        <p className="text-muted text-base">
          {sources.map(({ text, source, date }) => `${text}: ${source}, ${date}.`).join(' ')}
        </p>
      )}
    </section>
  )
}
