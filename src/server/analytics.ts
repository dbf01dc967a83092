/** What is counted, and the third party that counts as well. */
import type { HttpPort } from '#nodes/ports.ts'
import { createRecorder } from './areas/platform/analytics/record.ts'
import type { Config } from './config.ts'
import { createEventForwarder } from './gateways/analytics.ts'

export function assembleAnalytics(
  { analytics }: Pick<Config, 'analytics'>,
  http: HttpPort,
  log: Parameters<typeof createEventForwarder>[2],
) {
  const forward = analytics && createEventForwarder(http, analytics, log)
  return { forward, record: createRecorder(forward) }
}
