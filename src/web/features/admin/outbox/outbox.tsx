import { MailOpen } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OutboxMail } from '#contract/admin/outbox.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { MailStatus } from './mail-status.tsx'
import { OpenMail } from './open-mail.tsx'
import { listQuery, mailQuery, type OutboxState, outboxPath, readOutboxState, STATUSES } from './outbox-address.ts'

export const loader = async ({ url }: ScreenArgs) => {
  const state = readOutboxState(url.searchParams)
  await Promise.all([load(listQuery(state)), state.mail && load(mailQuery(state.mail))])
}

const columns = (state: OutboxState): readonly Column<OutboxMail>[] => [
  {
    key: 'subject',
    header: 'Message',
    className: 'w-full max-w-0',
    cell: (mail) => (
      <div className="min-w-40 py-2">
        <Link
          href={outboxPath({ ...state, mail: mail.id })}
          aria-current={mail.id === state.mail ? 'true' : undefined}
          className="block truncate font-medium leading-6 hover:underline aria-[current]:text-indigo"
        >
          <bdi>{mail.subject || '(no subject)'}</bdi>
        </Link>
        <p className="truncate text-muted text-base">
          to <bdi>{mail.to}</bdi>
        </p>
      </div>
    ),
  },
  { key: 'status', header: 'State', cell: (mail) => <MailStatus mail={mail} /> },
  { key: 'at', header: 'Created', className: 'max-sm:hidden', cell: (mail) => <RelativeTime time={mail.created_at} /> },
]

/** Outgoing mail, for the super admin: what waits, what was sent, what was given up, and each message as it reads. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = readOutboxState(params)
  const { items, total, limit, set_up } = useData(listQuery(state))
  useFresh('listOutbox', set_up && items.some(({ status }) => status === 'queued'))
  return (
    <AdminFrame
      title="Outbox"
      intro="Email sent by this installation. Kept for 30 days and visible only to super admins."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!set_up && <NotSetUp />}
        <div className="overflow-x-auto py-0.5 pl-0.5">
          <Segmented
            label="State"
            segments={[{ value: '', label: 'All' }, ...STATUSES]}
            value={state.status ?? ''}
            onChange={(value) =>
              void navigate(outboxPath(readOutboxState(new URLSearchParams({ status: value }))), {
                preventScrollReset: true,
              })
            }
          />
        </div>
        <div
          className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${state.mail ? 'xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]' : ''}`}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Table
              caption="Outgoing email, newest first"
              columns={columns(state)}
              rows={items}
              rowKey={({ id }) => id}
              empty={<Nothing state={state} />}
            />
            <Pagination
              page={state.page}
              pageSize={limit}
              total={total}
              href={(page) => outboxPath({ ...state, page })}
            />
          </div>
          {state.mail && <OpenMail key={state.mail} id={state.mail} close={outboxPath({ ...state, mail: null })} />}
        </div>
      </div>
    </AdminFrame>
  )
}

const Nothing = ({ state }: { state: OutboxState }) =>
  state.status === null ? (
    <EmptyState icon={<MailOpen aria-hidden="true" />} title="No email yet">
      Messages to users, such as password reset links, appear here.
    </EmptyState>
  ) : (
    <EmptyState
      title="Nothing with this status"
      action={<LinkButton href={outboxPath({ status: null, page: 1, mail: null })}>Show all email</LinkButton>}
    />
  )

const NotSetUp = () => (
  <Callout tone="warn" title="Email isn’t set up">
    <p className="max-w-prose">
      Nothing is sent. Messages wait here, and you can copy their links. To send email, start Chowk with{' '}
      <code className="font-mono text-xs">SMTP_URL</code> (or <code className="font-mono text-xs">SMTP_HOST</code>,{' '}
      <code className="font-mono text-xs">SMTP_PORT</code>, <code className="font-mono text-xs">SMTP_USER</code> and{' '}
      <code className="font-mono text-xs">SMTP_PASSWORD</code>) and <code className="font-mono text-xs">MAIL_FROM</code>
      . Messages less than a day old are sent then.
    </p>
  </Callout>
)
