/** Usage analytics (§9): typed by the contract, off until the user agrees. The queue is loaded with the first event. */
import type { AnalyticsName, AnalyticsParams } from '#contract/platform/analytics-events.ts'
import { mayCount } from './consent.ts'

export function track<N extends AnalyticsName>(name: N, params: AnalyticsParams<N>): void {
  if (!mayCount()) return
  const at = Date.now()
  void import('./analytics-queue.ts').then(({ enqueue }) => enqueue({ name, params, at })).catch(() => {})
}
