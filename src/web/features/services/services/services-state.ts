/** My AI Services as the address asks for them. What an address says that the server would refuse is left out. */
import { SERVICE_SORTS, SERVICE_STATUSES } from '#contract/services/service-values.ts'
import type { ListServices, ServiceStatus } from '#contract/services/services.ts'
import { q } from '#web/api/query.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'

const PAGE_SIZE = 25

export interface ServicesState {
  search: string
  status: ServiceStatus | null
  sort: NonNullable<ListServices['sort']>
  page: number
}

export function readServicesState(params: URLSearchParams): ServicesState {
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    status: SERVICE_STATUSES.find((one) => one === params.get('status')) ?? null,
    sort: SERVICE_SORTS.find((one) => one === params.get('sort')) ?? 'added',
    page: pageParam(params),
  }
}

export const servicesQuery = ({ search, status, sort, page }: ServicesState) =>
  q('listServices', {
    query: {
      ...{ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, sort },
      ...(search !== '' && { search }),
      ...(status && { status }),
    },
  })

/** The address of a list; what is ordinary is left out. */
export function servicesAddress(now: ServicesState, change: Partial<ServicesState>): string {
  const { search, status, sort, page } = { ...now, page: 1, ...change }
  return paths.services({
    search: search || null,
    status,
    sort: sort === 'added' ? null : sort,
    page: toParam(page),
  })
}
