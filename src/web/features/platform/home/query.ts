import { q } from '#web/api/query.ts'

/** The agents the page shows. */
export const agents = () => q('listAgents', { query: { page_size: 3 } })
