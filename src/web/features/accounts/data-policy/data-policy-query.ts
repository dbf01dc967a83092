import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'

export const dataPolicyQuery = q('getDataPolicy')
export const servicesQuery = q('listServices', { query: { limit: 100 } })

/** Whose policy it is: people have fewer choices for themselves, because nobody else works in their own space. */
export type PolicyOf = 'workspace' | 'person'
export const usePolicyOf = (): PolicyOf => (useUser()?.workspace ? 'workspace' : 'person')
