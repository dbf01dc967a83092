import type { SampleRuns } from '#contract/agents/sample-runs.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** How it did on cases whose answer is known. They are the seller's own, and the page says so. */
export function TestedOnCases({ tested: { score, cases, at } }: { tested: NonNullable<SampleRuns['tested']> }) {
  const share = formatPercent(score)
  return (
    <p className="max-w-prose px-1">
      {cases === 1
        ? t('{share} correct on the seller’s one test case, run by the platform', { share })
        : t('{share} correct on the seller’s {cases} test cases, run by the platform', {
            share,
            cases: formatNumber(cases),
          })}{' '}
      <RelativeTime time={at} />.
    </p>
  )
}
