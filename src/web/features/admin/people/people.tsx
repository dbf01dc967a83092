import { Search, Users } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ListedUser } from '#contract/accounts/user-management.ts'
import { USER_SORTS, type UserSort } from '#contract/accounts/user-rules.ts'
import { USER_STATUSES } from '#contract/accounts/user-values.ts'
import { ROLES } from '#contract/core/access.ts'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { useTypedSearch } from '#web/parts/runs/use-typed-search.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { DecideRequest, type Deciding } from './decide-request.tsx'
import { KnownAs } from './known-as.tsx'
import { type PeopleState, peoplePath, peopleQuery, readPeopleState, SIZE } from './people-address.ts'
import { RoleRequests } from './role-requests.tsx'
import { STATUS_NAMES, UserStatusBadge } from './user-status.tsx'

export const loader = ({ url }: ScreenArgs) => load(peopleQuery(readPeopleState(url.searchParams)))

const ALL = 'all'
const SORT_NAMES: Record<UserSort, string> = {
  newest: 'Newest first',
  name: 'By name',
  last_sign_in: 'Last sign-in first',
}

/** Everyone with an account. Role requests are approved or rejected here. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = readPeopleState(params)
  const { items, total } = useData(peopleQuery(state))
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const isPending = state.status === 'pending'
  return (
    <AdminFrame
      title="User Management"
      intro="Everyone with an account. Open a person to see what they paid and what failed."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Filters state={state} />
        {isPending && items.length > 0 ? (
          <RoleRequests items={items} onDecide={setDeciding} />
        ) : (
          <Table
            caption={`Users, ${SORT_NAMES[state.sort].toLowerCase()}`}
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => void navigate(paths.adminUser(id))}
            empty={<Nothing state={state} />}
          />
        )}
        <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => peoplePath({ ...state, page })} />
      </div>
      {deciding && <DecideRequest deciding={deciding} onClose={() => setDeciding(null)} />}
    </AdminFrame>
  )
}

function Filters({ state }: { state: PeopleState }) {
  const navigate = useNavigate()
  const go = (change: Partial<PeopleState>, typed = false) =>
    void navigate(peoplePath({ ...state, page: 1, ...change }), { replace: typed, preventScrollReset: true })
  const { typed, onSubmit } = useTypedSearch(state.search, (search) => go({ search }, true))
  return (
    <form className="flex flex-wrap gap-3" onSubmit={onSubmit}>
      <div className="min-w-48 max-w-md grow basis-64">
        <TextField
          label="Search users"
          hideLabel
          type="search"
          name="search"
          placeholder="Name, email or user ID"
          icon={<Search aria-hidden="true" />}
          maxLength={200}
          defaultValue={state.search}
          onChange={({ target }) => typed(target.value)}
        />
      </div>
      <div className="w-40">
        <Select
          label="Role"
          hideLabel
          value={state.role ?? ALL}
          options={[
            { value: ALL, label: 'Any role' },
            ...ROLES.map((role) => ({ value: role, label: roleName(role) })),
          ]}
          onChange={({ target }) => go({ role: ROLES.find((role) => role === target.value) ?? null })}
        />
      </div>
      <div className="w-40">
        <Select
          label="Status"
          hideLabel
          value={state.status ?? ALL}
          options={[
            { value: ALL, label: 'Any status' },
            ...USER_STATUSES.map((status) => ({
              value: status,
              label: status === 'pending' ? 'Requesting a role' : STATUS_NAMES[status],
            })),
          ]}
          onChange={({ target }) => go({ status: USER_STATUSES.find((status) => status === target.value) ?? null })}
        />
      </div>
      <div className="w-44">
        <Select
          label="Order"
          hideLabel
          value={state.sort}
          options={USER_SORTS.map((sort) => ({ value: sort, label: SORT_NAMES[sort] }))}
          onChange={({ target }) => go({ sort: USER_SORTS.find((sort) => sort === target.value) ?? 'newest' })}
        />
      </div>
    </form>
  )
}

const COLUMNS: readonly Column<ListedUser>[] = [
  {
    key: 'person',
    header: 'Person',
    className: 'w-full max-w-0',
    cell: (user) => (
      <div className="flex min-w-36 items-center gap-3 py-2">
        <Avatar name={user.display_name} src={user.avatar_url} size={32} />
        <div className="min-w-0">
          <Link href={paths.adminUser(user.id)} className="block truncate font-medium leading-6 hover:underline">
            <bdi>{user.display_name}</bdi>
          </Link>
          <p className="truncate text-muted text-base">
            <KnownAs user={user} />
          </p>
        </div>
      </div>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    className: 'max-sm:hidden',
    cell: ({ role }) => <span className="whitespace-nowrap">{roleName(role)}</span>,
  },
  { key: 'status', header: 'Status', cell: (user) => <UserStatusBadge user={user} /> },
  {
    key: 'last',
    header: 'Last sign-in',
    className: 'max-md:hidden',
    cell: ({ last_login }) =>
      last_login ? <RelativeTime time={last_login} /> : <span className="text-muted">Never</span>,
  },
  {
    key: 'created',
    header: 'Joined',
    className: 'max-lg:hidden',
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
  },
]

const Nothing = ({ state }: { state: PeopleState }) =>
  state.status === 'pending' && state.search === '' && state.role === null ? (
    <EmptyState icon={<Users aria-hidden="true" />} title="No role requests waiting">
      When someone requests a role, you can approve or reject it here.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Users aria-hidden="true" />}
      title="No users match"
      action={<LinkButton href={paths.adminUsers()}>Show all users</LinkButton>}
    >
      Search finds parts of a name or email address, or a user ID.
    </EmptyState>
  )
