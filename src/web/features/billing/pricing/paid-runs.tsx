import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { paths } from '#web/paths.ts'
import { Link, TextLink } from '#web/ui/link.tsx'

const SHOWN = 5

export const paidAgentsQuery = q('listAgents', { query: { price: 'per_run', sort: 'popular', page_size: SHOWN } })

/** What runs of paid agents cost here, with the agents that are used most. */
export function PaidRuns() {
  const { data } = useQuery(paidAgentsQuery)
  if (!data) return null
  const { agents, total } = data
  return (
    <section aria-labelledby="runs" className="mt-14 grid gap-4 later">
      <div className="grid max-w-prose gap-1">
        <h2 id="runs" className="text-xl">
          {t('Runs of paid agents')}
        </h2>
        <p className="text-muted">
          {total === 0
            ? t('Every agent here is free to run at the moment. An agent that costs something says so before each run.')
            : t(
                'Sellers set the price of a run. You pay it from your credits, only when the run succeeds, with or without a plan.',
              )}
        </p>
      </div>
      {total > 0 && (
        <ul className="surface-card">
          {agents.map(({ id, slug, name, tagline, price }) => (
            <li
              key={id}
              className="grid grid-cols-[minmax(0,1fr)_max-content] items-baseline gap-x-6 border-line border-b px-4 py-3 last:border-0 sm:px-5"
            >
              <span className="grid">
                <Link href={paths.agent(slug)} className="font-medium [overflow-wrap:anywhere] hover:underline">
                  <bdi>{name}</bdi>
                </Link>
                <span className="text-muted [overflow-wrap:anywhere]">{tagline}</span>
              </span>
              <span className="tabular-nums">{priceText(price)}</span>
            </li>
          ))}
        </ul>
      )}
      {total > SHOWN && (
        <p>
          <TextLink href={paths.marketplace({ price: 'per_run' })}>
            {t('All {count} agents with a price per run', { count: total })}
          </TextLink>
        </p>
      )}
    </section>
  )
}
