import { FlaskConical } from 'lucide-react'
import type { OwnAgent } from '#contract/agents/publishing.ts'
import { load, q, useData } from '#web/api/query.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { t } from '#web/lib/language.ts'
import { PhaseBadge } from '#web/parts/agents/listing/phase-badge.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const all = () => q('listOwnAgents', { query: { limit: 100 } })
export const loader = () => load(all())

const columns = (): readonly Column<OwnAgent>[] => [
  {
    key: 'name',
    header: t('Agent'),
    className: 'w-full max-w-0',
    cell: (agent) => (
      <Link
        href={paths.sellerEvaluations(agent.id)}
        className="block min-h-11 truncate py-2 font-medium hover:underline"
      >
        <bdi>{agent.name}</bdi>
      </Link>
    ),
  },
  { key: 'phase', header: t('Status'), cell: (agent) => <PhaseBadge phase={agent.phase} /> },
  {
    key: 'open',
    header: <span className="sr-only">{t('Open')}</span>,
    cell: (agent) => (
      <LinkButton
        size="sm"
        href={paths.sellerEvaluations(agent.id)}
        aria-label={t('Test cases of {name}', { name: agent.name })}
      >
        {t('Test cases')}
      </LinkButton>
    ),
  },
]

/** Agents with test cases, so that a later version cannot become worse unnoticed. */
export function Component() {
  const { items } = useData(all())
  return (
    <SellerFrame title={t('Evaluations')} intro={t('Test cases show how well a version works before buyers find out.')}>
      <Table
        caption={t('Your agents')}
        columns={columns()}
        rows={items.filter(({ phase }) => phase !== 'archived')}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<FlaskConical aria-hidden="true" />}
            title={t('No agent yet')}
            action={<LinkButton href={paths.publish()}>{t('Choose a workflow')}</LinkButton>}
          >
            {t('Test cases belong to an agent. Create one first.')}
          </EmptyState>
        }
      />
    </SellerFrame>
  )
}
