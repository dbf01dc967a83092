import type { ReactNode } from 'react'

const TONES = {
  bad: 'border-bad/25 bg-bad-soft text-bad',
  warn: 'border-warn/25 bg-warn-soft text-warn',
  good: 'border-good/25 bg-good-soft text-good',
  neutral: 'border-edge bg-sunken text-ink',
}

/** A message that belongs to the form or section below it. */
export function Callout({
  tone = 'neutral',
  title,
  children,
}: {
  tone?: keyof typeof TONES
  title?: string
  children?: ReactNode
}) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`grid gap-0.5 rounded border px-3.5 py-2.5 ${TONES[tone]}`}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children && <div>{children}</div>}
    </div>
  )
}
