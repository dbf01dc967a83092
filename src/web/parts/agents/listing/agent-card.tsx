import { type ReactNode, Suspense } from 'react'
import type { Agent, AgentStats } from '#contract/agents/agents.ts'
import { formatCompact, formatDuration, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { Card, LIFTS } from '#web/ui/card.tsx'
import { categoryLook, HUE_CLASSES } from '#web/ui/category.ts'
import { Link } from '#web/ui/link.tsx'
import { AgentIcon } from './agent-icon.tsx'
import { priceText } from './price.ts'
import { ResultPreview } from './result-preview.tsx'

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

/** The figures there are, in the same order on each card, so that cards compare. An agent that has not run yet has none. */
function Facts({ stats: { runs, success_rate, median_ms } }: { stats: AgentStats }) {
  if (runs === 0) return null
  const facts = [
    [t('Runs'), formatCompact(runs)],
    [t('Success'), success_rate !== null && formatPercent(success_rate)],
    [t('Median time'), median_ms !== null && formatDuration(median_ms)],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr_1fr] gap-x-3 border-line border-t pt-3 text-muted text-xs">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name as string}>
              <dt>{name}</dt>
              <dd className="font-semibold text-ink tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** An agent in a list: the whole card opens it; `control` is layered above that, for example a checkbox to compare. */
export function AgentCard({ agent, note, control }: Props) {
  return (
    <Card
      as="li"
      flush
      className={`group flex flex-col ${HUE_CLASSES[categoryLook(agent.category.slug).hue]} ${LIFTS}`}
    >
      <ResultPreview preview={agent.preview} glyph={agent.icon} />
      <div className="flex grow flex-col gap-3 border-line border-t p-4">
        <div className="flex items-start gap-3">
          <AgentIcon agent={agent} />
          <div className="min-w-0 grow">
            <h3 className="text-lg leading-snug">
              <Link href={paths.agent(agent.slug)} className="after:absolute after:inset-0 after:rounded-lg">
                {agent.name}
              </Link>
            </h3>
            <p className="text-muted text-xs">
              {agent.seller.display_name} · {t(agent.category.name)}
            </p>
          </div>
          <Suspense fallback={<span className="size-8 shrink-0" />}>
            <SaveAgent agent={agent} />
          </Suspense>
        </div>
        <p className="mb-auto line-clamp-3 text-muted">{agent.tagline}</p>
        {note && <p className="text-indigo text-xs">{note}</p>}
        <Facts stats={agent.stats} />
        <div className="flex min-h-7 items-center justify-between gap-3">
          <span className="font-semibold">{priceText(agent.price)}</span>
          {control}
        </div>
      </div>
    </Card>
  )
}
