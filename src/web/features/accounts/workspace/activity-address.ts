/** The activity of a workspace as its address asks for it. What an address says that the server would refuse is left out. */
import type { UserId } from '#contract/core/primitives.ts'
import { ACTIVITY, ACTIVITY_KINDS, type ActivityKind } from '#contract/runs/oversight/activity-values.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

export interface ActivityState {
  person: string
  kind: ActivityKind | ''
  object: string
  /** Days in the reader’s time zone, the last one included. */
  from: string
  to: string
  page: number
}

export const NO_FILTER: ActivityState = { person: '', kind: '', object: '', from: '', to: '', page: 1 }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const dayOf = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

export function readActivityState(params: URLSearchParams): ActivityState {
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))]
  const person = params.get('person') ?? ''
  const page = Number(params.get('page'))
  return {
    person: UUID.test(person) ? person : '',
    kind: ACTIVITY_KINDS.find((one) => one === params.get('kind')) ?? '',
    object: (params.get('object') ?? '').trim().slice(0, ACTIVITY.search_chars),
    from,
    to: from !== '' && to !== '' && to < from ? '' : to,
    page: Number.isInteger(page) && page >= 1 && page <= ACTIVITY.counted / ACTIVITY.page ? page : 1,
  }
}

export const isFiltered = ({ person, kind, object, from, to }: ActivityState): boolean =>
  [person, kind, object, from, to].some((value) => value !== '')

export const activityPath = ({ page, ...state }: ActivityState): string =>
  paths.workspace('activity', { ...state, page: page === 1 ? null : page })

/** The beginning of a day of the reader, or of the day after it. */
function startOf(day: string, later: 0 | 1): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

export const filterOf = ({ person, kind, object, from, to }: ActivityState) => ({
  ...(person !== '' && { person: person as UserId }),
  ...(kind !== '' && { kind }),
  ...(object !== '' && { object }),
  ...(from !== '' && { from: startOf(from, 0) }),
  ...(to !== '' && { to: startOf(to, 1) }),
})

export const activityInput = (state: ActivityState) => ({
  ...filterOf(state),
  limit: ACTIVITY.page,
  offset: (state.page - 1) * ACTIVITY.page,
})
export const activityQuery = (state: ActivityState) => q('listActivity', { query: activityInput(state) })
