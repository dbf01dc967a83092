import { useNavigate } from 'react-router'
import type { Person } from '#contract/admin/people.ts'
import { q } from '#web/api/query.ts'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type PersonState, personPath, SIZE, sliceOf } from './person-address.ts'
import { RunsTable } from './runs-table.tsx'
import { Section } from './section.tsx'

/** All runs of the person, or those that failed. */
export function Runs({ person: { id }, state }: { person: Person; state: PersonState }) {
  const navigate = useNavigate()
  const status = state.show === 'failed' ? 'failed' : 'all'
  return (
    <>
      <Segmented
        label="Status"
        segments={[
          { value: 'all', label: 'All' },
          { value: 'failed', label: 'Failed' },
        ]}
        value={status}
        onChange={(value) =>
          void navigate(personPath({ ...state, show: value === 'failed' ? value : null, page: 1 }), {
            preventScrollReset: true,
          })
        }
      />
      <Section title="Runs" query={q('listPersonRuns', { params: { id }, query: { status, ...sliceOf(state.page) } })}>
        {({ items, total }) => (
          <>
            <RunsTable
              caption="Runs, newest first"
              runs={items}
              empty={status === 'failed' ? 'No run has failed.' : 'No runs yet.'}
            />
            <Pagination
              page={state.page}
              pageSize={SIZE}
              total={total}
              href={(page) => personPath({ ...state, page })}
            />
          </>
        )}
      </Section>
    </>
  )
}
