import { q } from '#web/api/query.ts'

/** The agents the page shows. */
export const homeAgentsQuery = () => q('listAgents', { query: { page_size: 3 } })
