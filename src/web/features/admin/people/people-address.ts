/** The list of users as its address asks for it. What an address says that the server would refuse is left out. */

import { USER_SORTS, type UserSort } from '#contract/accounts/user-rules.ts'
import { USER_STATUSES, type UserStatus } from '#contract/accounts/user-values.ts'
import { ROLES, type Role } from '#contract/core/access.ts'
import { q } from '#web/api/query.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'

export const SIZE = 25

export interface PeopleState {
  search: string
  role: Role | null
  status: UserStatus | null
  sort: UserSort
  page: number
}

export const readPeopleState = (params: URLSearchParams): PeopleState => ({
  search: (params.get('search') ?? '').trim().slice(0, 200),
  role: ROLES.find((role) => role === params.get('role')) ?? null,
  status: USER_STATUSES.find((status) => status === params.get('status')) ?? null,
  sort: USER_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
  page: pageParam(params),
})

export const peoplePath = ({ search, role, status, sort, page }: PeopleState): string =>
  paths.adminUsers({ search, role, status, sort: sort === 'newest' ? null : sort, page: toParam(page) })

export const peopleQuery = ({ search, role, status, sort, page }: PeopleState) =>
  q('listUsers', {
    query: { page, limit: SIZE, sort, ...(search && { search }), ...(role && { role }), ...(status && { status }) },
  })
