import type { Person, PersonService } from '#contract/admin/people.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type PersonState, personPath, SIZE, sliceOf } from './person-address.ts'
import { Section } from './section.tsx'

const COLUMNS: readonly Column<PersonService>[] = [
  { key: 'status', header: 'Status', className: 'sm:w-32', cell: ({ status }) => <StatusChip status={status} /> },
  {
    key: 'name',
    header: 'Service',
    className: 'w-full max-w-0',
    cell: ({ name, agent }) => (
      <div className="min-w-32 py-2">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-base">
          <TextLink href={paths.agent(agent.slug)}>
            <bdi>{agent.name}</bdi>
          </TextLink>
        </p>
      </div>
    ),
  },
  {
    key: 'last',
    header: 'Last run',
    cell: ({ last_run_at }) =>
      last_run_at ? <RelativeTime time={last_run_at} /> : <span className="text-muted">Never</span>,
  },
  {
    key: 'created',
    header: 'Added',
    className: 'max-md:hidden',
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
  },
]

/** The agents they have added, and whether they run. */
export const Services = ({ person: { id }, state }: { person: Person; state: PersonState }) => (
  <Section title="Services" query={q('listPersonServices', { params: { id }, query: sliceOf(state.page) })}>
    {({ items, total }) => (
      <>
        <Table
          caption="Services, newest first"
          columns={COLUMNS}
          rows={items}
          rowKey={(service) => service.id}
          empty={<p className="text-muted">No services yet.</p>}
        />
        <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => personPath({ ...state, page })} />
      </>
    )}
  </Section>
)
