import { type ReactNode, useId } from 'react'

/** A short explanation on hover and focus of what it wraps. What a person must know is written out instead. */
export function Tooltip({
  text,
  children,
  side = 'top',
}: {
  text: string
  children: ReactNode
  side?: 'top' | 'bottom'
}) {
  const id = useId()
  return (
    <span className="group/tip relative inline-flex">
      <span aria-describedby={id} className="inline-flex">
        {children}
      </span>
      <span
        id={id}
        role="tooltip"
        className={`pointer-events-none invisible absolute left-1/2 z-50 w-max max-w-64 -translate-x-1/2 rounded bg-ink px-2 py-1 text-paper text-xs opacity-0 transition-opacity group-focus-within/tip:visible group-focus-within/tip:opacity-100 group-hover/tip:visible group-hover/tip:opacity-100 ${side === 'top' ? 'bottom-full mb-1.5' : 'top-full mt-1.5'}`}
      >
        {text}
      </span>
    </span>
  )
}
