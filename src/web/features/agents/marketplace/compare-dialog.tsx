import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { listingFigures } from '#web/parts/agents/listing/figures.ts'
import { sendsNowhere } from '#web/parts/agents/listing/permission-list.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { Quality } from '#web/parts/agents/listing/quality.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

const rows = (): readonly (readonly [label: string, cell: (agent: AgentDetail) => ReactNode])[] => [
  [t('Price'), (agent) => priceText(agent.price)],
  [t('Quality'), (agent) => <Quality agent={agent} />],
  [
    t('Rating'),
    (agent) =>
      agent.rating === null
        ? '—'
        : t('{rating} of 5 ({count})', { rating: agent.rating.toFixed(1), count: agent.review_count }),
  ],
  ...[0, 1, 2, 3].map(
    (index) =>
      [
        [t('Runs'), t('Success rate'), t('Median time'), t('Users in 30 days')][index] ?? '',
        (agent: AgentDetail) => listingFigures(agent.stats)[index]?.value,
      ] as const,
  ),
  [
    t('Category'),
    ({ category, more_categories }) => [category, ...more_categories].map(({ name }) => t(name)).join(', '),
  ],
  [t('Seller'), (agent) => agent.seller.display_name],
  [
    t('Sends data to'),
    ({ version }) => version?.permissions.sends_to.join(', ') || sendsNowhere(version?.permissions.models ?? []),
  ],
  [t('Models'), (agent) => agent.version?.permissions.models.join(', ') || t('None')],
]

/** Agents side by side on the same measures. */
export function CompareDialog({ agents, onClose }: { agents: readonly AgentDetail[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('Compare agents')}
      footer={
        <LinkButton href={paths.benches(agents.map(({ slug }) => slug))} icon={<FlaskConical aria-hidden="true" />}>
          {t('Test on my cases')}
        </LinkButton>
      }
    >
      <ScrollRegion label={t('Comparison')}>
        <table
          className={`w-full table-fixed border-collapse wrap-anywhere text-left ${agents.length > 2 ? 'min-w-lg' : ''}`}
        >
          <thead>
            <tr className="border-line border-b align-top">
              <td className="w-24 sm:w-36" />
              {agents.map((agent) => (
                <th key={agent.slug} scope="col" className="p-2 font-medium sm:p-3">
                  <span className="grid justify-items-start gap-2">
                    <AgentIcon agent={agent} size="sm" />
                    <TextLink href={paths.agent(agent.slug)}>{agent.name}</TextLink>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows().map(([label, cell]) => (
              <tr key={label} className="border-line border-b align-top last:border-0">
                <th scope="row" className="py-2.5 pr-3 font-normal text-muted">
                  {label}
                </th>
                {agents.map((agent) => (
                  <td key={agent.slug} className="px-2 py-2.5 sm:px-3">
                    {cell(agent)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Dialog>
  )
}
