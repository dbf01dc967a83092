import type { ReactNode, Ref } from 'react'

/**
 * A part of a page that scrolls separately: reachable by keyboard, named for screen readers, and containing absolutely
 * positioned elements.
 */
export function ScrollRegion({
  label,
  className = '',
  ref,
  children,
}: {
  label: string
  className?: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}) {
  return (
    <section
      ref={ref}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={`relative overflow-auto -outline-offset-2 ${className}`}
    >
      {children}
    </section>
  )
}
