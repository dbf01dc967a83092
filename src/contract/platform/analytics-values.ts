/** What figures are asked for by, and the rules of their periods, as plain data. */
import { DAY_MS } from '#shared/time.ts'

/** Lengths in days that a period may be asked for by; `own` is from one day to another. */
export const ANALYTICS_PERIODS = ['7', '30', '90', '365', 'own'] as const
/** Days that a period may have. */
export const LONGEST_PERIOD = 366
/** A search is shown once so many different visits have made it. */
export const FEWEST_VISITS_OF_SEARCH = 3
/** An account is new for so many days. */
export const NEW_FOR_DAYS = 30
/** Runs that are looked at for what one person used. */
export const MOST_RUNS_OF_USAGE = 50_000
/** Weeks of sign-up that are compared, and weeks that each is followed. */
export const MOST_COHORTS = 53
/** Plans that come with figures of one's own runs. */
export const PLANS_WITH_USAGE = ['professional', 'enterprise'] as const

/** By what lists are sorted, the largest first. */
export const AGENT_SORTS = ['views', 'tried', 'bought', 'again', 'runs', 'failed', 'gross_paise'] as const
export const SELLER_SORTS = ['gross_paise', 'sales', 'runs', 'tried', 'views'] as const

/** Nothing was counted before. */
const EARLIEST_DAY = '2020-01-01'

export interface PeriodProblem {
  field: 'first_day' | 'last_day'
  message: string
}

/** What is wrong with the days of an `own` period. @param today in India */
export function findPeriodProblem(
  { first_day: first, last_day: last }: { first_day?: string | undefined; last_day?: string | undefined },
  today: string,
): PeriodProblem | null {
  const refused = (field: PeriodProblem['field'], message: string): PeriodProblem => ({ field, message })
  if (first === undefined) return refused('first_day', 'Choose the first day')
  if (last === undefined) return refused('last_day', 'Choose the last day')
  if (last > today) return refused('last_day', 'Choose a last day that isn’t in the future')
  if (first > last) return refused('first_day', 'Choose a first day that isn’t after the last day')
  if (first < EARLIEST_DAY) return refused('first_day', 'Choose a first day after 2019')
  if (Date.parse(last) - Date.parse(first) >= LONGEST_PERIOD * DAY_MS)
    return refused('first_day', `Choose a period of up to ${LONGEST_PERIOD} days`)
  return null
}
