import { ChevronRight, CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAnalysis } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'

/** A part of the agent, folded away while it is not worked on. */
export function Section({
  title,
  summary,
  open = false,
  problems = [],
  children,
}: {
  title: string
  /** What it says while it is closed. */
  summary: string
  open?: boolean
  /** Settings whose problems it shows, as `node.field`. */
  problems?: readonly string[]
  children: ReactNode
}) {
  const [shown, setShown] = useState(open)
  const analysis = useAnalysis()
  const isWrong = analysis.problems.some(
    ({ node, field }) =>
      node !== null && problems.some((one) => `${node}.${field ?? ''}`.startsWith(one) || one === `${node}.`),
  )
  return (
    <details
      open={shown}
      onToggle={(event) => setShown(event.currentTarget.open)}
      className="group/section border-line border-b"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 py-2 hover:bg-hover">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open/section:rotate-90"
        />
        <h2 className="font-medium">{title}</h2>
        {isWrong && (
          <span className="inline-flex items-center gap-1 text-bad text-xs">
            <CircleAlert aria-hidden="true" className="size-4" />
            {t('Incomplete')}
          </span>
        )}
        <span className="ml-auto min-w-0 truncate text-muted text-xs group-open/section:hidden">{summary}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-5">{children}</div>
    </details>
  )
}
