import type { UserId } from '#contract/core/primitives.ts'
import {
  endSessionsOf,
  endSupportView,
  mailResetTo,
  mayActOnUsers,
  readCreditGrant,
  removeSecondFactorOf,
  startSupportView,
} from '#server/areas/accounts/accounts.ts'
import { giveCredits } from '#server/areas/billing/billing.ts'
import type { AccountSupport } from '#server/gateways/identity.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { maySeePerson } from './people.policy.ts'
import * as people from './people.ts'

type Names =
  | 'getPerson'
  | 'listPersonSessions'
  | 'listPersonServices'
  | 'listPersonRuns'
  | 'listPersonOrders'
  | 'listPersonCredits'
  | 'listPersonMessages'
  | 'listPersonAudit'
  | 'endPersonSessions'
  | 'mailPersonReset'
  | 'removePersonSecondFactor'
  | 'givePersonCredits'
  | 'startSupportView'
  | 'endSupportView'

export interface PeopleDeps {
  db: Database
  /** Null while accounts are kept by a provider elsewhere. */
  support: AccountSupport | null
  findMessages: people.FindMessages
}

const DONE = { done: true } as const

export function peopleHandlers(deps: PeopleDeps): Pick<Handlers, Names> {
  const { db, findMessages } = deps
  const see = (caller: Caller, { id }: { id: UserId }) => maySeePerson(caller, id)
  return {
    getPerson: ({ params }, { caller }) => people.getPerson(db, see(caller, params)),
    listPersonSessions: ({ params, query }, { caller }) => people.listSessions(db, see(caller, params), query),
    listPersonServices: ({ params, query }, { caller }) => people.listServices(db, see(caller, params), query),
    listPersonRuns: ({ params, query }, { caller }) => people.listRuns(db, see(caller, params), query),
    listPersonOrders: ({ params, query }, { caller }) => people.listOrders(db, see(caller, params), query),
    listPersonCredits: ({ params, query }, { caller }) => people.listCredits(db, see(caller, params), query),
    listPersonMessages: ({ params, query }, { caller }) =>
      people.listMessages(db, see(caller, params), findMessages, query),
    listPersonAudit: ({ params, query }, { caller }) => people.listAudit(db, see(caller, params), query),
    endPersonSessions: async ({ params, body }, { caller }) => {
      await endSessionsOf(deps, mayActOnUsers(caller), params.id, body)
      return DONE
    },
    mailPersonReset: async ({ params, body }, { caller }) => {
      await mailResetTo(deps, mayActOnUsers(caller), params.id, body.reason)
      return DONE
    },
    removePersonSecondFactor: async ({ params, body }, { caller }) => {
      await removeSecondFactorOf(deps, mayActOnUsers(caller), params.id, body.reason)
      return DONE
    },
    startSupportView: ({ params, body }, { caller }) =>
      startSupportView(db, mayActOnUsers(caller), params.id, body.reason),
    endSupportView: async ({ params }, { caller }) => {
      await endSupportView(db, mayActOnUsers(caller), params.id)
      return DONE
    },
    givePersonCredits: async ({ params, body }, { caller }) => {
      const actor = mayActOnUsers(caller)
      await db.transaction().execute(async (tx) => giveCredits(tx, await readCreditGrant(tx, actor, params.id), body))
      return DONE
    },
  }
}
