import '#web/canvas/services/language/speak.ts'
import { type ReactNode, Suspense } from 'react'
import type { JsonObject, WorkflowId } from '#contract/core/primitives.ts'
import type { Workflow } from '#contract/workflows/workflows.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

// Not part of what draws pages without a browser: the canvas brings the catalogue and the schemas of the contract with it.
const Designer = lazyPart(
  () => import('./designer.tsx'),
  (m) => m.Designer,
)

interface Props {
  name: string
  document: JsonObject
  /** Why it cannot be changed here. */
  reason: string
  /** Buttons at the end of the bar. */
  aside: ReactNode
  /** Details next to the diagram, or below it if there is no room. */
  children: ReactNode
  /** Its height. */
  className: string
}

const NEVER = '1970-01-01T00:00:00.000Z'

/** A workflow that is nobody's draft, as the designer shows one. It has no id: nothing of it is on the server. */
const shown = (name: string, document: JsonObject, reason: string): Workflow => ({
  id: '00000000-0000-0000-0000-000000000000' as WorkflowId,
  name,
  description: '',
  revision: 0,
  nodes: 0,
  created_at: NEVER,
  updated_at: NEVER,
  document,
  problems: [],
  hook: null,
  role: 'viewer',
  abilities: { update: { allowed: false, reason }, run: { allowed: false, reason }, share: { allowed: false, reason } },
})

/** A template or an agent's workflow on the canvas, to look at: every step opens, nothing changes. */
export function ReadOnlyDesigner({ name, document, reason, aside, children, className }: Props) {
  const inBrowser = useInBrowser()
  const coming = (
    <div className="grid h-full content-start justify-items-start gap-6 p-4">
      <h1 className="font-medium">
        <bdi>{name}</bdi>
      </h1>
      <Spinner />
    </div>
  )
  return (
    <div className={`flex flex-col lg:flex-row ${className}`}>
      <div className="min-w-0 grow max-lg:h-[60dvh] max-lg:shrink-0">
        {inBrowser ? (
          <Suspense fallback={coming}>
            <Designer workflow={shown(name, document, reason)} readOnly={reason} aside={aside} className="h-full" />
          </Suspense>
        ) : (
          coming
        )}
      </div>
      <aside
        aria-label={t('About {name}', { name })}
        className="border-line max-lg:border-t lg:w-80 lg:shrink-0 lg:overflow-y-auto lg:border-l"
      >
        {children}
      </aside>
    </div>
  )
}
