import { q } from '#web/api/query.ts'

export const dataPolicyQuery = q('getDataPolicy')
export const servicesQuery = q('listServices', { query: { limit: 100 } })
