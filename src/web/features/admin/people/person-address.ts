/** One person's page as its address asks for it: which section, what of it, and which page. */
import type { UserId } from '#contract/core/primitives.ts'
import { q } from '#web/api/query.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'

export const TABS = {
  overview: 'Overview',
  runs: 'Runs',
  payments: 'Payments',
  credits: 'Credits',
  services: 'Services',
  sessions: 'Sessions',
  messages: 'Messages',
  audit: 'Audit trail',
} as const
export type Tab = keyof typeof TABS

export interface PersonState {
  id: string
  tab: Tab
  /** A part of the section: failed runs, what the person did. */
  show: string | null
  page: number
}

export const readPersonState = (id: string, params: URLSearchParams): PersonState => ({
  id,
  tab: (Object.keys(TABS) as Tab[]).find((tab) => tab === params.get('tab')) ?? 'overview',
  show: params.get('show'),
  page: pageParam(params),
})

export const personPath = ({ id, tab, show, page }: PersonState): string =>
  paths.adminUser(id, { tab: tab === 'overview' ? null : tab, show, page: toParam(page) })

export const SIZE = 20
/** So many of a list are on the overview. */
export const FEW = 5

export const sliceOf = (page: number) => ({ limit: SIZE, offset: (page - 1) * SIZE })

export const personQuery = (id: string) => q('getPerson', { params: { id: id as UserId } })
