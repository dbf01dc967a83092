import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminOverview, DayFigures } from '#contract/admin/admin-overview.ts'
import { MOST_COUNTED, type Work } from '#contract/admin/admin-overview-values.ts'
import { partOf } from '#contract/platform/health-values.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { useUser } from '#web/api/use-session.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stat } from '#web/ui/stat.tsx'

const overview = () => q('getAdminOverview')

export const loader = () => load(overview())

/** How today goes, what runs, and what waits for an admin. */
export function Component() {
  const data = useData(overview())
  useFresh('getAdminOverview', true)
  return (
    <AdminFrame title="Admin Panel" intro="Today on this installation, and what waits for you.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {data.parts_down.length > 0 && <PartsDown parts={data.parts_down} />}
        <Today {...data} />
        <Waiting work={data.work} />
        <Queue queue={data.queue} />
        <BackupState {...data.backups} />
      </div>
    </AdminFrame>
  )
}

const PartsDown = ({ parts }: { parts: readonly string[] }) => (
  <Callout tone="bad" title={parts.length === 1 ? 'One part isn’t working' : `${parts.length} parts aren’t working`}>
    <ul className="grid gap-1">
      {parts.map((part) => (
        <li key={part}>
          <span className="font-medium">{partOf(part).name}:</span> {partOf(part).meaning}
        </li>
      ))}
    </ul>
    <TextLink href={paths.adminMetrics()}>Open metrics</TextLink>
  </Callout>
)

function BackupState({ is_scheduled, last_at, error, is_late }: AdminOverview['backups']) {
  const user = useUser()
  return (
    <section aria-labelledby="backups" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="backups" className="text-lg">
        Backups
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 surface-card p-4">
        {error !== null && (
          <Callout tone="bad" title="The last backup failed">
            {error}
          </Callout>
        )}
        {is_late && error === null && (
          <Callout tone="warn" title="The last backup is too old">
            Check that a worker is running.
          </Callout>
        )}
        <p>
          {last_at === null ? (
            'No backup has been made yet.'
          ) : (
            <>
              The last good backup is from <RelativeTime time={last_at} />.
            </>
          )}
          {!is_scheduled && ' Scheduled backups are off.'}
        </p>
        {user?.role === 'super_admin' && (
          <p>
            <TextLink href={paths.adminSystem()}>Open backups</TextLink>
          </p>
        )}
      </div>
    </section>
  )
}

/** A number that counting stopped at says so. */
const counted = (count: number, most: number): string =>
  count >= most ? `${formatNumber(most)}+` : formatNumber(count)

function Today({ today, yesterday, day_began_at }: AdminOverview) {
  const figures: { label: string; value: (day: DayFigures) => ReactNode }[] = [
    { label: 'Runs', value: ({ runs }) => counted(runs, MOST_COUNTED.runs) },
    { label: 'Failed runs', value: ({ failed }) => counted(failed, MOST_COUNTED.runs) },
    { label: 'Payments received', value: ({ paid_paise }) => <Money paise={paid_paise} /> },
    { label: 'Sign-ups', value: ({ sign_ups }) => counted(sign_ups, MOST_COUNTED.runs) },
  ]
  return (
    <section aria-labelledby="today" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="today" className="text-lg">
        Today
      </h2>
      <dl className="grid grid-cols-2 gap-4 surface-card p-4 lg:grid-cols-4">
        {figures.map(({ label, value }) => (
          <Stat key={label} label={label} value={value(today)} detail={<>{value(yesterday)} yesterday by now</>} />
        ))}
      </dl>
      <p className="text-muted text-base">
        The day began <RelativeTime time={day_began_at} />, at midnight in India.
      </p>
    </section>
  )
}

const WORK_TEXTS: Record<Work, { name: string; href: string }> = {
  role_requests: { name: 'Role requests', href: paths.adminUsers({ status: 'pending' }) },
  agent_reviews: { name: 'Agents to review', href: paths.adminAgents() },
  seller_details: { name: 'Seller details to check', href: paths.adminSellers() },
  reports: { name: 'Reports to decide', href: paths.adminReports() },
  held_reviews: { name: 'Reviews to moderate', href: paths.adminReviews() },
  refunds: { name: 'Refund requests', href: paths.adminPayments() },
  disputes: { name: 'Disputes', href: paths.adminPayments({ tab: 'disputes' }) },
  unmatched_payments: { name: 'Payments without an order', href: paths.adminPayments({ tab: 'unclaimed' }) },
  payouts: { name: 'Payouts under way', href: paths.adminPayouts() },
  failed_mail: { name: 'Email that failed', href: paths.outbox({ status: 'failed' }) },
  reported_errors: { name: 'Errors reported in 24 hours', href: paths.adminErrors() },
}

const Waiting = ({ work }: Pick<AdminOverview, 'work'>) => (
  <section aria-labelledby="waiting" className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h2 id="waiting" className="text-lg">
      Waiting for you
    </h2>
    {work.length === 0 ? (
      <EmptyState icon={<CircleCheck aria-hidden="true" />} title="Nothing is waiting">
        Requests, reports, reviews, disputes and failed email appear here.
      </EmptyState>
    ) : (
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {work.map(({ kind, count, oldest_at }) => (
          <li key={kind}>
            <Link
              href={WORK_TEXTS[kind].href}
              className="grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 surface-card p-4 hover:bg-hover"
            >
              <span className="font-medium">{WORK_TEXTS[kind].name}</span>
              <span className="font-semibold text-xl tabular-nums">{counted(count, MOST_COUNTED.work)}</span>
              <span className="col-span-2 text-muted text-xs">
                oldest <RelativeTime time={oldest_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Queue = ({ queue }: Pick<AdminOverview, 'queue'>) => (
  <section aria-labelledby="queue" className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h2 id="queue" className="text-lg">
      Queue
    </h2>
    <dl className="grid grid-cols-2 gap-4 surface-card p-4 lg:grid-cols-4">
      <Stat
        label="Running"
        value={formatNumber(queue.running)}
        detail={`on ${formatNumber(queue.workers)} ${queue.workers === 1 ? 'worker' : 'workers'}`}
      />
      <Stat label="Queued" value={formatNumber(queue.queued)} />
      <Stat label="Oldest in the queue" value={queue.oldest_ms === null ? '–' : formatDuration(queue.oldest_ms)} />
      <Stat label="Waiting for a time or a person" value={formatNumber(queue.waiting)} />
    </dl>
  </section>
)
