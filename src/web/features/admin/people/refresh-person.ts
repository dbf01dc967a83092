import { refresh } from '#web/api/action.ts'

/** After an act on a person: everything that shows what they are and what was done. */
export const refreshPerson = (): Promise<void> =>
  refresh(
    'getPerson',
    'listUsers',
    'listPersonAudit',
    'listPersonSessions',
    'listPersonCredits',
    'listPersonOrders',
    'listPersonRuns',
    'getDashboard',
  )
