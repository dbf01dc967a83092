import { memo } from 'react'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { Tone } from '#web/ui/tone.ts'
import type { RecordedFinding } from './recording.ts'

const TONES: Record<string, Tone> = { Possible: 'warn' }

export interface ReplayCodesProps {
  findings: readonly RecordedFinding[]
  /** How many are listed by now. */
  shown: number
  /** The one looked at. */
  selected: number | null
  /** Stays the same from one drawing to the next. */
  onSelect: (finding: number) => void
}

/** The codes as they are listed; pressing one shows its words in the document. */
export const ReplayCodes = memo(function ReplayCodes({ findings, shown, selected, onSelect }: ReplayCodesProps) {
  const billable = findings.filter((finding) => finding.billable).length
  const list = (from: number, to: number) => (
    <ol className="grid gap-px">
      {findings.slice(from, to).map((finding, index) => (
        <Code
          key={finding.code + finding.assertion}
          finding={finding}
          place={from + index}
          covered={from + index >= shown}
          selected={selected === from + index}
          onSelect={onSelect}
        />
      ))}
    </ol>
  )
  return (
    <ScrollRegion label={t('Codes')} className="min-h-0 min-w-0 grow p-2 contain-content">
      <h2 data-covered={shown === 0} className="px-2 pt-1 pb-1.5 text-base data-[covered=true]:opacity-0">
        {t('{count} billable candidates', { count: billable })}
      </h2>
      {list(0, billable)}
      {billable < findings.length && (
        <>
          <h2 data-covered={shown <= billable} className="px-2 pt-3 pb-1.5 text-base data-[covered=true]:opacity-0">
            {t('{count} not billable: negated, past or family history', { count: findings.length - billable })}
          </h2>
          {list(billable, findings.length)}
        </>
      )}
    </ScrollRegion>
  )
})

interface CodeProps {
  finding: RecordedFinding
  place: number
  covered: boolean
  selected: boolean
  onSelect: (finding: number) => void
}

const Code = memo(function Code({ finding, place, covered, selected, onSelect }: CodeProps) {
  return (
    <li
      data-covered={covered}
      className="relative min-w-0 before:pointer-events-none before:absolute before:top-3 before:left-2 before:h-2 before:w-2/5 before:rounded-sm before:bg-hover before:opacity-0 data-[covered=true]:before:opacity-100"
    >
      <button
        type="button"
        data-covered={covered}
        aria-pressed={selected}
        onClick={() => onSelect(place)}
        className="flex min-h-9 w-full min-w-0 items-center gap-2.5 rounded px-2 text-left hover:bg-hover aria-pressed:bg-indigo-soft data-[covered=true]:opacity-0"
      >
        <span className="w-17 shrink-0 font-semibold font-mono">{finding.code}</span>
        <span className="min-w-0 grow truncate text-muted" title={finding.description}>
          {finding.description}
        </span>
        {finding.assertion !== 'Present' && (
          <Badge tone={TONES[finding.assertion] ?? 'neutral'}>{finding.assertion}</Badge>
        )}
      </button>
    </li>
  )
})
