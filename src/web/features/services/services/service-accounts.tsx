import { useQuery } from '@tanstack/react-query'
import type { AgentId, ServiceId } from '#contract/core/primitives.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import LentAccounts from '#web/parts/connectors/lent-accounts.tsx'

/** The accounts of one's own that the version of a service works with. Nothing for one that works with none. */
export function ServiceAccounts({ id, agent }: { id: ServiceId; agent: AgentId }) {
  const { data } = useQuery(q('getAccountSlots', { params: { id: agent }, query: { service_id: id } }))
  if (!data || data.accounts.length === 0) return null
  return (
    <section aria-labelledby="accounts" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="accounts" className="text-xl">
        {t('Accounts it works with')}
      </h2>
      <LentAccounts agent={agent} service={id} />
    </section>
  )
}
