import { mayManageOwnAccount } from '#server/areas/accounts/accounts.ts'
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
  endMandate,
  getSubscription,
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
  getCurrentSubscription: (_input, { caller }) => getSubscription(db, mayManageOwnAccount(caller), askProof),
  endMandate: (_input, { caller }) => endMandate(db, mayManageOwnAccount(caller), askProof),
  quotePlan: ({ query }, { caller }) => quotePlan(db, mayManageOwnAccount(caller).on, { ...query, askProof }),
  createSubscription: ({ body }, { caller }) => startTrial(db, mayManageOwnAccount(caller), { ...body, askProof }),
  changeSubscription: ({ params, body }, { caller }) =>
    changeSubscription(db, mayManageOwnAccount(caller), { ...params, ...body }),
  cancelSubscription: ({ params }, { caller }) => cancelSubscription(db, mayManageOwnAccount(caller), params.id),
  resumeSubscription: ({ params }, { caller }) => resumeSubscription(db, mayManageOwnAccount(caller), params.id),
  listManagedPlans: async ({ query }, { caller }) =>
    listPage(await listManagedPlans(db, mayManagePlans(caller)), 'items', query),
  updatePlan: ({ params, body }, { caller }) => updatePlan(db, mayManagePlans(caller), params.id, body),
  listSubscriptionHistory: ({ query }, { caller }) => listHistory(db, mayManageOwnAccount(caller), query),
})
