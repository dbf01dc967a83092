/** What is counted, and the third party that counts as well. */
import type { HttpPort } from '#nodes/ports.ts'
import type { Config } from '#server/config.ts'
import { createEventForwarder } from '#server/gateways/analytics.ts'
import { createRecorder } from '#server/platform/analytics/record.ts'

export function assembleAnalytics(
  { analytics }: Pick<Config, 'analytics'>,
  http: HttpPort,
  log: Parameters<typeof createEventForwarder>[2],
) {
  const forward = analytics && createEventForwarder(http, analytics, log)
  return { forward, record: createRecorder(forward) }
}
