import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { readServiceUsage } from './service-usage.ts'
import { mayUseServices } from './services.policy.ts'
import {
  createService,
  getService,
  listServices,
  type PrepareClosing,
  removeService,
  updateService,
  upgradeService,
} from './services.ts'

type Names =
  | 'listServices'
  | 'createService'
  | 'getService'
  | 'getServiceUsage'
  | 'updateService'
  | 'upgradeService'
  | 'deleteService'

interface Deps {
  db: Database
  prepareClosing: PrepareClosing
}

export const serviceHandlers = ({ db, prepareClosing }: Deps): Pick<Handlers, Names> => ({
  listServices: ({ query }, { caller }) => listServices(db, mayUseServices(caller), query),
  createService: ({ body }, { caller }) => createService(db, mayUseServices(caller), body),
  getService: ({ params }, { caller }) => getService(db, mayUseServices(caller), params.id),
  getServiceUsage: ({ params, query }, { caller }) =>
    readServiceUsage(db, mayUseServices(caller), params.id, Number(query.days)),
  updateService: ({ params, body }, { caller }) => updateService(db, mayUseServices(caller), params.id, body),
  upgradeService: ({ params, body }, { caller }) => upgradeService(db, mayUseServices(caller), params.id, body.version),
  deleteService: ({ params }, { caller }) => removeService(db, mayUseServices(caller), params.id, prepareClosing),
})
