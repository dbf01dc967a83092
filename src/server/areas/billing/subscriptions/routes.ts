import { ownAccount } from '#server/areas/accounts/accounts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { listManagedPlans, updatePlan } from './manage-plans.ts'
import { listPlans } from './plans.ts'
import { quotePlan } from './quote.ts'
import { mayManagePlans } from './subscriptions.policy.ts'
import {
  cancelSubscription,
  changeSubscription,
  currentSubscription,
  endMandate,
  listHistory,
  resumeSubscription,
  startTrial,
} from './subscriptions.ts'

type Names =
  | 'listPlans'
  | 'getCurrentSubscription'
  | 'endMandate'
  | 'quotePlan'
  | 'createSubscription'
  | 'changeSubscription'
  | 'cancelSubscription'
  | 'resumeSubscription'
  | 'listSubscriptionHistory'
  | 'listManagedPlans'
  | 'updatePlan'

/** @param askProof whether addresses can be confirmed here */
export const subscriptionHandlers = (db: Database, askProof: boolean): Pick<Handlers, Names> => ({
  listPlans: ({ query }) => listPlans(db, query),
  getCurrentSubscription: (_input, { caller }) => currentSubscription(db, ownAccount(caller), askProof),
  endMandate: (_input, { caller }) => endMandate(db, ownAccount(caller), askProof),
  quotePlan: ({ query }, { caller }) => quotePlan(db, ownAccount(caller).on, { ...query, askProof }),
  createSubscription: ({ body }, { caller }) => startTrial(db, ownAccount(caller), { ...body, askProof }),
  changeSubscription: ({ params, body }, { caller }) =>
    changeSubscription(db, ownAccount(caller), { ...params, ...body }),
  cancelSubscription: ({ params }, { caller }) => cancelSubscription(db, ownAccount(caller), params.id),
  resumeSubscription: ({ params }, { caller }) => resumeSubscription(db, ownAccount(caller), params.id),
  listManagedPlans: async ({ query }, { caller }) =>
    listPage(await listManagedPlans(db, mayManagePlans(caller)), 'items', query),
  updatePlan: ({ params, body }, { caller }) => updatePlan(db, mayManagePlans(caller), params.id, body),
  listSubscriptionHistory: ({ query }, { caller }) => listHistory(db, ownAccount(caller), query),
})
