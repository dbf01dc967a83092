import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

type BoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'size'> & {
  label: ReactNode
  help?: ReactNode
}

const row = 'flex min-h-6 items-start gap-2.5'

function Words({ id, label, help, disabled }: { id: string; label: ReactNode; help: ReactNode; disabled?: boolean }) {
  return (
    <div>
      <label htmlFor={id} className={`text-base ${disabled ? 'text-muted' : ''}`}>
        {label}
      </label>
      {help && (
        <p id={`${id}-help`} className="text-muted text-base">
          {help}
        </p>
      )}
    </div>
  )
}

export function Checkbox({ label, help, ...props }: BoxProps) {
  const id = useId()
  return (
    <div className={row}>
      <input
        {...props}
        type="checkbox"
        id={id}
        aria-describedby={help ? `${id}-help` : undefined}
        className="mt-0.5 size-4.5 shrink-0 accent-indigo disabled:cursor-not-allowed"
      />
      <Words id={id} label={label} help={help} disabled={props.disabled ?? false} />
    </div>
  )
}

/** On or off, taking effect at once. A choice that waits for a submit is a Checkbox. */
export function Switch({ label, help, ...props }: BoxProps & { checked: boolean }) {
  const id = useId()
  return (
    <div className={row}>
      <span className="relative mt-px inline-block h-5 w-9 shrink-0">
        <input
          {...props}
          type="checkbox"
          role="switch"
          aria-checked={props.checked}
          id={id}
          aria-describedby={help ? `${id}-help` : undefined}
          className="peer absolute -inset-0.5 z-10 m-0 cursor-pointer appearance-none rounded-full disabled:cursor-not-allowed"
        />
        <span className="absolute inset-0 rounded-full border border-control bg-sunken transition-colors peer-checked:border-indigo peer-checked:bg-indigo peer-disabled:opacity-55" />
        <span className="absolute top-1 left-1 size-3 rounded-full bg-control transition-transform peer-checked:translate-x-4 peer-checked:bg-on-strong" />
      </span>
      <Words id={id} label={label} help={help} disabled={props.disabled ?? false} />
    </div>
  )
}
