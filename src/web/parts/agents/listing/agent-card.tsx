import { type ReactNode, Suspense } from 'react'
import type { Agent } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { Card, LIFTS } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { AgentIcon } from './agent-icon.tsx'
import { listingFigures } from './figures.ts'
import { priceText } from './price.ts'

// Nothing waits for it, and the first load of lists is counted.
const SaveAgent = optionalPart(
  () => import('./bookmark-button.tsx'),
  (m) => m.default,
)

interface Props {
  agent: Agent
  /** Why it is in the list, where its words do not tell. */
  note?: string | false
  control?: ReactNode
}

/** An agent in a list: the whole card opens it; `control` stands above that, such as a choice to compare. */
export function AgentCard({ agent, note, control }: Props) {
  const figures = listingFigures(agent.stats).slice(0, 3)
  const measured = figures.some((figure) => !figure.empty)
  return (
    <Card as="li" className={`flex flex-col gap-3 ${LIFTS}`}>
      <div className="flex items-start gap-3">
        <AgentIcon agent={agent} />
        <div className="min-w-0 grow">
          <h3 className="text-lg">
            <Link href={paths.agent(agent.slug)} className="after:absolute after:inset-0 after:rounded">
              {agent.name}
            </Link>
          </h3>
          <p className="truncate text-muted text-sm">
            {agent.seller.display_name} · {agent.category.name}
          </p>
        </div>
        <Suspense fallback={<span className="size-8 shrink-0" />}>
          <SaveAgent agent={agent} />
        </Suspense>
      </div>
      <p className="grow text-muted">{agent.tagline}</p>
      {note && <p className="text-indigo text-sm">{note}</p>}
      {measured ? (
        <dl className="grid grid-cols-3 gap-2 border-line border-t pt-3">
          {figures.map(({ label, value, empty }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-muted text-xs">{label}</dt>
              <dd className={`font-medium tabular-nums ${empty ? 'text-muted' : ''}`}>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="border-line border-t pt-3 text-muted">{t('New: no measurements yet')}</p>
      )}
      <div className="flex min-h-7 items-center justify-between gap-3">
        <span className="font-medium">{priceText(agent.price)}</span>
        {control}
      </div>
    </Card>
  )
}
