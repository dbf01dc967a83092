import type { QueueState } from '#contract/runs/run-details.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { Callout } from '#web/ui/callout.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Stat } from '#web/ui/stat.tsx'

/** A run that waits longer than this is felt. */
const SLOW_MS = 30_000

/** How many runs wait, how long the oldest has, and who works on what. */
export function Queue({ state: { depth, owners, running, waiting, paused, workers } }: { state: QueueState }) {
  const queued = depth.reduce((sum, one) => sum + one.queued, 0)
  const oldest = Math.max(0, ...depth.map(({ oldest_ms }) => oldest_ms))
  return (
    <section aria-label="Queue" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {workers.length === 0 && (
        <Callout tone="warn" title="No worker is running">
          Runs stay in the queue until a worker is back.
        </Callout>
      )}
      {queued > 0 && oldest > SLOW_MS && workers.length > 0 && (
        <Callout tone="warn" title="Long queue">
          The oldest run has waited {formatDuration(oldest)}. Add more workers on the same database to shorten the
          queue.
        </Callout>
      )}
      <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:grid-cols-4">
        <Stat
          label="Running"
          value={formatNumber(running)}
          detail={`${workers.length} ${workers.length === 1 ? 'worker' : 'workers'}`}
        />
        <Stat
          label="Queued"
          value={formatNumber(queued)}
          detail={queued === 0 ? 'nobody waiting' : `of ${formatNumber(owners)} ${owners === 1 ? 'owner' : 'owners'}`}
        />
        <Stat label="Oldest in the queue" value={queued === 0 ? '–' : formatDuration(oldest)} />
        <Stat
          label="Waiting for a time or a person"
          value={formatNumber(waiting)}
          detail={`${formatNumber(paused)} paused`}
        />
      </dl>
      <details>
        <summary className="w-fit rounded py-1 text-muted text-base">By priority and worker</summary>
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
          <Figures
            caption="Queued by priority"
            header={['Priority', 'Queued', 'Oldest']}
            rows={depth.map((one) => [
              one.priority,
              formatNumber(one.queued),
              one.queued === 0 ? '–' : formatDuration(one.oldest_ms),
            ])}
          />
          <Figures
            caption="Workers"
            header={['Worker', 'Running', 'Running since']}
            rows={workers.map((one) => [
              one.id,
              formatNumber(one.running),
              <RelativeTime key="since" time={one.since} />,
            ])}
          />
        </div>
      </details>
    </section>
  )
}

function Figures({
  caption,
  header,
  rows,
}: {
  caption: string
  header: readonly string[]
  rows: readonly (readonly [string, ...React.ReactNode[]])[]
}) {
  return (
    <ScrollRegion label={caption} className="surface-card">
      <table className="w-full text-left text-base tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-line border-b bg-sunken text-muted">
          <tr>
            {header.map((name) => (
              <th key={name} scope="col" className="px-3 py-1.5 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="border-line border-b last:border-0">
              <th scope="row" className="px-3 py-1.5 text-left font-normal capitalize">
                {name}
              </th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells stand under their headers
                <td key={index} className="px-3">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
