import type { Person } from '#contract/admin/people.ts'
import { q } from '#web/api/query.ts'
import { AuditList } from './audit.tsx'
import { OrderSums, OrdersTable } from './orders-table.tsx'
import { FEW, type PersonState, personPath } from './person-address.ts'
import { RunsTable } from './runs-table.tsx'
import { Section } from './section.tsx'

/** What they paid, what failed and why, and how their role and status came about: support’s questions on one screen. */
export function Overview({ person, state }: { person: Person; state: PersonState }) {
  const { id } = person
  const few = { limit: FEW, offset: 0 }
  return (
    <>
      <Section
        title="Latest payments"
        query={q('listPersonOrders', { params: { id }, query: few })}
        all={{ label: 'All payments', href: personPath({ ...state, tab: 'payments', show: null, page: 1 }) }}
      >
        {({ items, ...sums }) => (
          <>
            <OrderSums {...sums} />
            <OrdersTable orders={items} />
          </>
        )}
      </Section>
      <Section
        title="Latest failed runs"
        query={q('listPersonRuns', { params: { id }, query: { status: 'failed', ...few } })}
        all={{ label: 'All runs', href: personPath({ ...state, tab: 'runs', show: null, page: 1 }) }}
      >
        {({ items }) => <RunsTable caption="Failed runs, newest first" runs={items} empty="No run has failed." />}
      </Section>
      <Section
        title="Role and status"
        query={q('listPersonAudit', { params: { id }, query: { show: 'standing', ...few } })}
        all={{ label: 'Audit trail', href: personPath({ ...state, tab: 'audit', show: null, page: 1 }) }}
      >
        {({ items }) => <AuditList of={id} entries={items} empty="Role and status have never been changed." />}
      </Section>
    </>
  )
}
