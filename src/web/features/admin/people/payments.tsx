import type { Person } from '#contract/admin/people.ts'
import { q } from '#web/api/query.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { OrderSums, OrdersTable } from './orders-table.tsx'
import { type PersonState, personPath, SIZE, sliceOf } from './person-address.ts'
import { Section } from './section.tsx'

export const Payments = ({ person: { id }, state }: { person: Person; state: PersonState }) => (
  <Section title="Payments" query={q('listPersonOrders', { params: { id }, query: sliceOf(state.page) })}>
    {({ items, total, ...sums }) => (
      <>
        <OrderSums {...sums} />
        <OrdersTable orders={items} />
        <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => personPath({ ...state, page })} />
      </>
    )}
  </Section>
)
