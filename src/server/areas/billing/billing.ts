/** What other areas use of billing. They import nothing else of it. */

export { findAcceptance } from './acceptance/acceptance.store.ts'
export {
  acceptAllOf,
  acceptSignedOff,
  decideAcceptance,
  decideIn,
  presentAcceptance,
  refuseRejected,
  wantedOf,
} from './acceptance/acceptance.ts'
export { checkAgreed, findMissingAgreements } from './agreements/agreements.ts'
export { isFreeInside } from './charges/agents-inside.ts'
export type { BillingGate, HeldCharge } from './charges/billing-gate.ts'
export { findCharge, findHeldCharge, findParties, findPrice, findTerms } from './charges/charges.store.ts'
export { modelTerms } from './charges/terms.ts'
export { findTrials, type TrialRules } from './charges/trials.ts'
export { findOpenMoney } from './closing/open-money.store.ts'
export { costOfCharge, findSettings, sumSpentInside, sumSpentToday } from './credits/caps.store.ts'
export { leftInMonth } from './credits/caps.ts'
export { getCredits, listEntries } from './credits/credits.ts'
export { giveCredits } from './credits/goodwill.ts'
export { LOW_PAISE } from './credits/low-balance.ts'
export { lockBudget, usedToday } from './credits/widget-budget.store.ts'
export { USED_UP } from './credits/widget-budget.ts'
export { balanceOf } from './ledger/ledger.ts'
export { rupees } from './ledger/rupees.ts'
export { listOrdersOf } from './payments/orders-of-person.ts'
export {
  checkRunning,
  checkSeats,
  checkServices,
  checkStorage,
  findMeteredUse,
  findPlanLimits,
  findPlanUse,
  type HeldPlan,
} from './plan-limits/plan-limits.ts'
export { maySeeMoneyOf, ownMoney } from './purchases/purchases.policy.ts'
export { findActive } from './purchases/purchases.store.ts'
export { mayAdminister, ownRefunds } from './refunds/refunds.policy.ts'
export { listAll as listAllRefunds, listOwn as listOwnRefunds } from './refunds/refunds.ts'
export { findPlanName } from './subscriptions/subscriptions.store.ts'
