/** Usage analytics (§9): typed by the contract, off until the user agrees. The queue is loaded with the first event. */
import type { AnalyticsName, AnalyticsParams } from '#contract/platform/analytics-events.ts'
import { openView } from './acting/support-view.ts'
import { mayCount } from './consent.ts'

export function track<N extends AnalyticsName>(name: N, params: AnalyticsParams<N>): void {
  // What an admin does while they see Chowk as another person is not that person's doing.
  if (!mayCount() || openView() !== null) return
  const at = Date.now()
  void import('./analytics-queue.ts').then(({ enqueue }) => enqueue({ name, params, at })).catch(() => {})
}
