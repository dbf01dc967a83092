/** Agents of the marketplace that a step can run, and what they ask for. */
import { q } from '#web/api/query.ts'

/** So many are found at once. */
const FOUND = 20
/** So many of one's own are offered. */
const OWN = 50

export const foundAgentsQuery = (search: string) => q('listAgents', { query: { search, page_size: FOUND } })
export const ownServicesQuery = () => q('listServices', { query: { limit: OWN } })
export const boughtAgentsQuery = () => q('listPurchases', { query: { limit: OWN } })
export const chosenAgentQuery = (id: string) => q('getAgent', { params: { id } })
export const agentTermsQuery = (id: string) => q('getAgentTerms', { params: { id } })
export const agreedQuery = () => q('listAgreements', { query: { limit: 100 } })
