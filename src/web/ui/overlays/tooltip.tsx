import { type ReactNode, useId } from 'react'

interface TooltipProps {
  text: string
  children: ReactNode
  side?: 'top' | 'bottom'
  /** `end` for what is at the right edge of the page, beyond which a centred text would reach. */
  align?: 'center' | 'end'
}

/** A short explanation on hover and focus of what it wraps. What a person must know is written out instead. */
export function Tooltip({ text, children, side = 'top', align = 'center' }: TooltipProps) {
  const id = useId()
  return (
    <span className="group/tip relative inline-flex">
      <span aria-describedby={id} className="inline-flex">
        {children}
      </span>
      <span
        id={id}
        role="tooltip"
        className={`pointer-events-none absolute z-50 hidden w-max max-w-64 rounded bg-ink px-2 py-1 text-paper text-xs group-focus-within/tip:block group-hover/tip:block ${align === 'end' ? 'right-0' : 'left-1/2 -translate-x-1/2'} ${side === 'top' ? 'bottom-full mb-1.5' : 'top-full mt-1.5'}`}
      >
        {text}
      </span>
    </span>
  )
}
