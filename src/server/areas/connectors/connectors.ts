/** What other areas use of connectors. They import nothing else of it. */
export {
  findUnderOtherKeys as findApplicationsUnderOtherKeys,
  storeWrapped as storeWrappedApplication,
} from './oauth-applications/oauth-applications.store.ts'
export { belongsToApplication } from './oauth-applications/oauth-applications.ts'
