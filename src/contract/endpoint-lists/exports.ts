/** What takes data out of an account as a file. A workspace can keep it to its owners and admins (decision 0357). */
import type { EndpointName } from '#contract/api.ts'

export const EXPORTS: ReadonlySet<EndpointName> = new Set([
  'exportResult',
  'exportBatch',
  'exportTableRows',
  'exportCuratedAnswers',
])
