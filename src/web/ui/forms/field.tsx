import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '#web/lib/language.ts'

export interface FieldText {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Kept for screen readers only. */
  hideLabel?: boolean
  optional?: boolean
}

/** What the control inside a Field must carry. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, help below, error below that; `children` gets the ids that tie the control to them. */
export function Field({
  label,
  help,
  error,
  hideLabel,
  optional,
  aside,
  children,
}: FieldText & { aside?: ReactNode; children: (control: FieldControl) => ReactNode }) {
  const id = useId()
  const described = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className={hideLabel && !aside ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="font-medium text-ink text-base">
          {label}
          {optional && <span className="font-normal text-muted"> ({t('optional')})</span>}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {help && (
        <p id={`${id}-help`} className="text-muted text-base">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-bad text-base">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
