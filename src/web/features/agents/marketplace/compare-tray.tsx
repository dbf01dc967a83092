import { useQueries } from '@tanstack/react-query'
import { Scale, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import type { Compare } from './use-compare.ts'

const CompareDialog = lazyPart(
  () => import('./compare-dialog.tsx'),
  (m) => m.CompareDialog,
)

/** Up to three agents chosen for comparison, kept in the address. */
export function CompareTray({ compare }: { compare: Compare }) {
  const [open, setOpen] = useState(false)
  // An address may name an agent that is gone: it is left out.
  const agents = useQueries({ queries: compare.slugs.map(compare.query) }).flatMap(({ data }) => (data ? [data] : []))
  if (agents.length === 0) return null
  return (
    <section
      aria-label={t('Agents to compare')}
      className="sticky bottom-4 z-20 flex animate-rise flex-wrap items-center gap-2 rounded border border-control bg-surface p-2.5 shadow-raised"
    >
      <ul className="flex min-w-0 grow flex-wrap gap-2">
        {agents.map((agent) => (
          <li key={agent.slug} className="flex min-w-0 items-center gap-1 rounded bg-hover pl-2.5">
            <span className="truncate">{agent.name}</span>
            <IconButton
              size="sm"
              label={t('Remove {name} from comparison', { name: agent.name })}
              onClick={() => compare.toggle(agent.slug)}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" onClick={compare.clear}>
        {t('Clear')}
      </Button>
      <Button
        size="sm"
        icon={<Scale aria-hidden="true" />}
        reason={agents.length < 2 ? t('Choose another agent to compare.') : undefined}
        onClick={() => setOpen(true)}
      >
        {t('Compare {count}', { count: agents.length })}
      </Button>
      <Suspense fallback={null}>{open && <CompareDialog agents={agents} onClose={() => setOpen(false)} />}</Suspense>
    </section>
  )
}
