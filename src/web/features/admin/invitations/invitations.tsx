import { MailPlus } from 'lucide-react'
import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { INVITATIONS } from '#contract/accounts/invitation-values.ts'
import type { Invitation } from '#contract/accounts/invitations.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { emailRule } from '#web/parts/accounts/identity/rules.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const SIZE = 25

const listQuery = (page: number) => q('listInvitations', { query: { limit: SIZE, offset: (page - 1) * SIZE } })

export const loader = ({ url }: ScreenArgs) => load(listQuery(pageParam(url.searchParams)))

const COLUMNS: readonly Column<Invitation>[] = [
  {
    key: 'email',
    header: 'Email',
    className: 'w-full max-w-0',
    cell: ({ email, expired, expires_at }) => (
      <div className="min-w-40 py-2">
        <p className="truncate font-medium" title={email}>
          <bdi>{email}</bdi>
        </p>
        <p className="text-muted text-base sm:hidden">
          {expired ? (
            'Expired'
          ) : (
            <>
              Expires <RelativeTime time={expires_at} />
            </>
          )}
        </p>
      </div>
    ),
  },
  {
    key: 'by',
    header: 'Invited by',
    className: 'max-md:hidden',
    cell: ({ invited_by }) => <bdi>{invited_by ?? 'A former admin'}</bdi>,
  },
  {
    key: 'expires',
    header: 'Expires',
    className: 'whitespace-nowrap max-sm:hidden',
    cell: ({ expired, expires_at }) => (expired ? 'Expired' : <RelativeTime time={expires_at} />),
  },
  { key: 'withdraw', header: <span className="sr-only">Withdraw</span>, cell: (one) => <Withdraw invitation={one} /> },
]

/** One that is gone already is what was wanted. */
function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const withdraw = useAction(async () => {
    await call('withdrawInvitation', { params: { id } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    await refresh('listInvitations')
    notify({ type: 'success', title: 'The invitation was withdrawn' })
  })
  return (
    <div className="grid justify-items-end gap-1">
      <Button
        size="sm"
        aria-label={`Withdraw the invitation of ${email}`}
        busy={withdraw.busy && 'Withdrawing...'}
        onClick={() => void withdraw.run()}
      >
        Withdraw
      </Button>
      {withdraw.error !== null && <p className="text-bad text-base">{friendly(withdraw.error)}</p>}
    </div>
  )
}

/** People who may create an account while sign-up is by invitation. */
export function Component() {
  const [params] = useSearchParams()
  const page = pageParam(params)
  const { items, total } = useData(listQuery(page))
  return (
    <AdminFrame
      title="Invitations"
      intro="People who may create an account while sign-up is by invitation. People who have signed up are no longer listed."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Invite />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Table
            caption="Invitations, newest first"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={<MailPlus aria-hidden="true" />} title="No invitations">
                People you invite appear here until they sign up.
              </EmptyState>
            }
          />
          <Pagination
            page={page}
            pageSize={SIZE}
            total={total}
            href={(to) => paths.adminInvitations({ page: toParam(to) })}
          />
        </div>
      </div>
    </AdminFrame>
  )
}

function Invite() {
  const email = useField(emailRule)
  const send = useAction(async () => {
    try {
      await call('sendInvitation', { body: { email: email.value.trim() } })
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem('email') : undefined
      if (problem !== undefined) return email.refuse(problem)
      throw error
    }
    email.clear()
    await refresh('listInvitations')
    notify({ type: 'success', title: 'The invitation was sent' })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.check()) void send.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-4 surface-card p-4">
      <TextField
        {...email.input}
        type="email"
        label="Email"
        help={`Gets a link that works once, for ${INVITATIONS.days} days. Inviting again sends a new link.`}
      />
      {send.error !== null && <Callout tone="bad">{friendly(send.error)}</Callout>}
      <Button className="w-fit" type="submit" variant="primary" busy={send.busy && 'Sending...'}>
        Send invitation
      </Button>
    </form>
  )
}
