import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language.ts'
import { Button } from './button.tsx'

export interface ErrorStateProps {
  /** What happened. */
  title: string
  /** What was kept and what to do. */
  children?: ReactNode
  onRetry?: () => void
  action?: ReactNode
}

/** A part of a page that could not be loaded. The rest of the page remains. */
export function ErrorState({ title, children, onRetry, action }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 surface-card px-6 py-10 text-center">
      <CircleAlert aria-hidden="true" className="size-7 text-bad" />
      <h2 className="text-lg">{title}</h2>
      {children && <p className="max-w-prose text-muted">{children}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
            {t('Try Again')}
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}
