/** What other areas use of connectors. They import nothing else of it. */

export { askedBeyond, destinationOf, nameOfSlot, readAccounts, readAgreed } from './account-slots/compare-slots.ts'
export { describeSlots, type SlotUse } from './account-slots/describe-slots.ts'
export { deleteLent, findLent, type LentRow, storeLent } from './account-slots/lent-accounts.store.ts'
export { checkAccounts } from './account-slots/slots-of-run.ts'
export { mayRunActions } from './apps/apps.policy.ts'
export { findHostsOfOwnApps } from './apps/own-app-hosts.ts'
export { setupOf } from './catalogue/find-trigger.ts'
export { openApplication } from './oauth-applications/oauth-applications.ts'
export { isPieceId } from './plugins/piece-apps.ts'
export { type Changes, type KeptChanges, keepShared, type Memory } from './plugins/piece-store.ts'
export type { Events } from './triggers/events.ts'
export { receiveDelivery } from './triggers/receive.ts'
export type {
  Arrived,
  FoundTrigger,
  PieceAsked,
  PieceReply,
  Received,
  TriggerPort,
  Watched,
} from './triggers/trigger-port.ts'
export { refusedDelivery } from './triggers/verify.ts'
