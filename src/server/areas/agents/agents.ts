/** What other areas use of agents. They import nothing else of it. */
export { actsForAuthor, storedActsForAuthor } from './agents/acts-for-author.ts'
export {
  type MakeGrant,
  mayDeployAgent,
  mayMakeAgents,
  mayRunAgent,
  maySeeAgent,
  runAbility,
  type SeeGrant,
  SUSPENDED,
} from './agents/agents.policy.ts'
export { presentListing, presentNotice, presentPrice, presentSamples } from './agents/agents.present.ts'
export { type DetailRow, findAgent } from './agents/agents.store.ts'
export { countsAsUse } from './agents/counted-runs.store.ts'
export { storeDataFlow } from './agents/data-flow.store.ts'
export { dataFlowOf, mayAskModel, toolsOf } from './agents/data-flow.ts'
export type { Marketplace } from './agents/marketplace.ts'
export { sendsTo } from './agents/sends-to.store.ts'
export { lookUpCodes } from './codes/lookup.ts'
export { publicStatus } from './listing/is-listed.store.ts'
export { previewOf } from './listing/preview.ts'
export { listModerated } from './reviews/moderation.ts'
export { mayAnswer, mayModerate } from './reviews/reviews.policy.ts'
export { listReceived } from './reviews/reviews.ts'
export { followersOf } from './sellers/follows.store.ts'
export { isHouse } from './sellers/page.store.ts'
