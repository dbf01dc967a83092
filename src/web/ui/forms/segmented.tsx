import { type ReactNode, useId } from 'react'

export interface Segment {
  value: string
  label: ReactNode
  /** Of a choice that is good or bad news. */
  tone?: 'good' | 'bad'
}

const TONES = {
  good: 'has-checked:bg-good-soft has-checked:text-good has-checked:ring-good',
  bad: 'has-checked:bg-bad-soft has-checked:text-bad has-checked:ring-bad',
  plain: 'has-checked:bg-surface has-checked:text-ink has-checked:ring-line',
}

/** One of a few choices that stand side by side; arrow keys move between them. */
export function Segmented({
  label,
  segments,
  value,
  onChange,
  disabled,
}: {
  label: string
  segments: readonly Segment[]
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}) {
  const name = useId()
  return (
    <fieldset
      disabled={disabled}
      className="inline-flex w-fit flex-wrap gap-0.5 rounded bg-sunken p-0.5 ring-1 ring-line"
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={`inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-3 font-medium text-muted text-base hover:text-ink has-checked:ring-1 has-focus-visible:outline-2 has-focus-visible:outline-indigo has-disabled:cursor-not-allowed [&_svg]:size-4 ${TONES[segment.tone ?? 'plain']}`}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="sr-only"
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  )
}
