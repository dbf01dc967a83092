/** Health, answered bare (§3: 'healthy' means online). With the database away it is `degraded` and the status 503. */
import { z } from 'zod'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'

export const Health = z.object({
  status: z.enum(['healthy', 'degraded']),
  version: z.string(),
  checks: z.record(z.string(), z.enum(['up', 'down'])),
})
export type Health = z.infer<typeof Health>

const health = { method: 'GET', access: anyone, returns: Health, answers: 'raw', timeout: 5000 } as const

export const healthEndpoints = {
  getHealth: endpoint({ ...health, path: '/health' }),
  getApiHealth: endpoint({ ...health, path: '/api/v1/health' }),
}
