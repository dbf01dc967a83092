/** What other areas use of connectors. They import nothing else of it. */

export { mayRunActions } from './apps/apps.policy.ts'
export {
  findUnderOtherKeys as findApplicationsUnderOtherKeys,
  storeWrapped as storeWrappedApplication,
} from './oauth-applications/oauth-applications.store.ts'
export { belongsToApplication, openApplication } from './oauth-applications/oauth-applications.ts'
export type { Events } from './triggers/events.ts'
export { receiveDelivery } from './triggers/receive.ts'
export type { Arrived, FoundTrigger, Received, TriggerPort, Watched } from './triggers/trigger-port.ts'
export { setupOf } from './triggers/triggers-port.ts'
export { refusedDelivery } from './triggers/verify.ts'
