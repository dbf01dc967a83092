import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** A list with nothing in it: says what would be here and teaches the next step with one button. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded border border-line border-dashed px-6 py-12 text-center">
      {icon && <span className="text-muted [&_svg]:size-7">{icon}</span>}
      <h2 className="text-lg">{title}</h2>
      {children && <p className="max-w-prose text-muted">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

export interface ErrorStateProps {
  /** What happened. */
  title: string
  /** What was kept and what to do. */
  children?: ReactNode
  onRetry?: () => void
  action?: ReactNode
}

/** A part of a page that could not be had. The page around it stands. */
export function ErrorState({ title, children, onRetry, action }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded border border-line bg-surface px-6 py-10 text-center"
    >
      <CircleAlert aria-hidden="true" className="size-7 text-bad" />
      <h2 className="text-lg">{title}</h2>
      {children && <p className="max-w-prose text-muted">{children}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
            Try Again
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}

const TONES = {
  bad: 'border-bad bg-bad-soft text-bad',
  warn: 'border-warn bg-warn-soft text-warn',
  good: 'border-good bg-good-soft text-good',
  neutral: 'border-line bg-sunken text-ink',
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
