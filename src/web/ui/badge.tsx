import type { ReactNode } from 'react'

const TONES = {
  neutral: 'bg-hover text-ink',
  outline: 'text-muted ring-1 ring-line ring-inset',
  live: 'bg-marigold-soft text-marigold-ink',
  selected: 'bg-indigo-soft text-indigo',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}
export type Tone = keyof typeof TONES

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
