import { useState } from 'react'
import type { Person, PersonSession } from '#contract/admin/people.ts'
import { q } from '#web/api/query.ts'
import { readUserAgent } from '#web/lib/user-agent.ts'
import { Button } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { EndSessions } from './acts.tsx'
import { type PersonState, personPath, SIZE, sliceOf } from './person-address.ts'
import { Section } from './section.tsx'

function deviceOf({ user_agent }: PersonSession): string {
  const { browser, system } = readUserAgent(user_agent)
  return [browser, system].filter((part) => part !== null).join(' on ') || 'Unknown device'
}

const columns = (person: Person, onEnd: (session: PersonSession) => void): readonly Column<PersonSession>[] => [
  {
    key: 'device',
    header: 'Device',
    className: 'w-full max-w-0',
    cell: (session) => (
      <div className="min-w-32 py-2">
        <p className="truncate font-medium">{deviceOf(session)}</p>
        <p className="break-all text-muted text-base">{session.ip ?? 'Unknown IP address'}</p>
      </div>
    ),
  },
  { key: 'used', header: 'Last use', cell: ({ last_used_at }) => <RelativeTime time={last_used_at} /> },
  {
    key: 'began',
    header: 'Signed in',
    className: 'max-md:hidden',
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
  },
  {
    key: 'end',
    header: <span className="sr-only">End session</span>,
    align: 'right',
    cell: (session) => (
      <Button
        size="sm"
        aria-label={`End session: ${deviceOf(session)}`}
        reason={person.abilities.end_sessions.reason ?? undefined}
        onClick={() => onEnd(session)}
      >
        End
      </Button>
    ),
  },
]

/** Where they are signed in. */
export function Sessions({ person, state }: { person: Person; state: PersonState }) {
  const [ending, setEnding] = useState<PersonSession | null>(null)
  return (
    <>
      <Section
        title="Sessions"
        query={q('listPersonSessions', { params: { id: person.id }, query: sliceOf(state.page) })}
      >
        {({ items, total }) => (
          <>
            <Table
              caption="Sessions, last used first"
              columns={columns(person, setEnding)}
              rows={items}
              rowKey={({ id }) => id}
              empty={
                <p className="text-muted">
                  {person.sign_in === null
                    ? 'Sessions are kept by the sign-in provider and can’t be listed here.'
                    : 'Not signed in anywhere.'}
                </p>
              }
            />
            <Pagination
              page={state.page}
              pageSize={SIZE}
              total={total}
              href={(page) => personPath({ ...state, page })}
            />
            {items.length > 0 && <p className="text-muted text-base">Last use is recorded once a day.</p>}
          </>
        )}
      </Section>
      {ending && (
        <EndSessions
          person={person}
          session={{ id: ending.id, device: deviceOf(ending) }}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  )
}
