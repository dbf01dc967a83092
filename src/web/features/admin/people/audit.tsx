import { useNavigate } from 'react-router'
import type { Person, PersonAuditEntry } from '#contract/admin/people.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { auditText } from './audit-text.ts'
import { type PersonState, personPath, SIZE, sliceOf } from './person-address.ts'
import { Section } from './section.tsx'

/** What was done to the person, or what they did to others. */
export function Audit({ person: { id }, state }: { person: Person; state: PersonState }) {
  const navigate = useNavigate()
  const show = state.show === 'by' ? 'by' : 'about'
  return (
    <>
      <Segmented
        label="View"
        segments={[
          { value: 'about', label: 'About them' },
          { value: 'by', label: 'By them' },
        ]}
        value={show}
        onChange={(value) =>
          void navigate(personPath({ ...state, show: value === 'by' ? value : null, page: 1 }), {
            preventScrollReset: true,
          })
        }
      />
      <Section
        title="Audit trail"
        query={q('listPersonAudit', { params: { id }, query: { show, ...sliceOf(state.page) } })}
      >
        {({ items, total }) => (
          <>
            <AuditList
              of={id}
              entries={items}
              empty={show === 'by' ? 'They’ve done nothing that is audited.' : 'Nothing was done to this account.'}
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

const Named = ({ person }: { person: PersonAuditEntry['actor'] }) =>
  person === null ? (
    <span className="text-muted">a deleted account</span>
  ) : (
    <TextLink href={paths.adminUser(person.id)}>
      <bdi>{person.display_name}</bdi>
    </TextLink>
  )

/** Entries on a person’s page. The target is named where it is another person. */
export function AuditList({
  of,
  entries,
  empty,
}: {
  of: Person['id']
  entries: readonly PersonAuditEntry[]
  empty: string
}) {
  if (entries.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <ol className="surface-card">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid grid-cols-[minmax(0,1fr)] gap-1 border-line border-b px-4 py-3 last:border-0"
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{auditText(entry)}</span>
            <span className="text-muted text-xs">
              <RelativeTime time={entry.created_at} />
            </span>
          </p>
          {entry.reason && <p className="break-words [unicode-bidi:plaintext]">{entry.reason}</p>}
          <p className="break-words text-muted text-base">
            By <Named person={entry.actor} />
            {entry.target && entry.target.id !== of && (
              <>
                {' '}
                on <Named person={entry.target} />
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
