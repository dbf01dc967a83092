import type { ReactNode } from 'react'

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
