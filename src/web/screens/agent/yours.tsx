import { useQuery } from '@tanstack/react-query'
import type { AgentDetail } from '#contract/agents.ts'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { CREDITS_PAGE } from '#web/credits/credits-page.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { StatusChip } from '#web/ui/status.tsx'

/** The services that one has of this agent, and where to see what they cost. Nothing before there is one. */
export function Yours({ agent: { id, price } }: { agent: AgentDetail }) {
  const user = useUser()
  const { data } = useQuery({
    ...q('listServices', { query: { agent_id: id, limit: 5 } }),
    enabled: user !== null,
  })
  if (user === null || !data || data.items.length === 0) return null
  return (
    <section aria-labelledby="yours" className="grid gap-2 border-line border-t pt-3">
      <h2 id="yours" className="font-medium text-sm">
        Yours
      </h2>
      <ul className="grid gap-2 text-sm">
        {data.items.map((service) => (
          <li key={service.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
            <TextLink href={paths.service(service.id)} className="truncate">
              {service.name}
            </TextLink>
            <StatusChip status={service.status} />
            <span className="col-span-2 text-muted">
              Version {service.version.number}
              {service.version.newest > service.version.number && `, ${service.version.newest} is there`} ·{' '}
              {service.runs === 1 ? '1 run' : `${service.runs} runs`}
            </span>
          </li>
        ))}
      </ul>
      {price.type !== 'free' && (
        <p className="flex gap-3 text-sm">
          <TextLink href={CREDITS_PAGE}>What it cost</TextLink>
          <TextLink href={paths.subscription('invoices')}>Invoices</TextLink>
        </p>
      )}
    </section>
  )
}
