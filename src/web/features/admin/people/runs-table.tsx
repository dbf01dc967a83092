import { useState } from 'react'
import type { PersonRun } from '#contract/admin/people.ts'
import { formatDuration, formatPaise } from '#web/lib/format.ts'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { GiveRefund, type Refunding } from './give-refund.tsx'

const nameOf = ({ agent }: PersonRun) => agent?.name ?? 'Own workflow'

const RunName = ({ run }: { run: PersonRun }) => (
  <div className="min-w-40 py-2">
    <Link href={paths.adminExecutionLog(run.id)} className="block truncate font-medium leading-6 hover:underline">
      <bdi>{nameOf(run)}</bdi>
    </Link>
    {run.error ? (
      <p className="text-bad text-base">
        {run.error.cause} <code className="font-mono">{run.error.code}</code>
      </p>
    ) : (
      <p className="truncate text-muted text-base capitalize">{run.trigger}</p>
    )}
  </div>
)

const columns = (onRefund: (refunding: Refunding) => void): readonly Column<PersonRun>[] => [
  { key: 'status', header: 'Status', className: 'sm:w-32', cell: (run) => <StatusChip status={run.status} /> },
  { key: 'name', header: 'Run', className: 'w-full max-w-0', cell: (run) => <RunName run={run} /> },
  { key: 'when', header: 'When', className: 'max-sm:hidden', cell: (run) => <RelativeTime time={run.created_at} /> },
  {
    key: 'took',
    header: 'Duration',
    align: 'right',
    className: 'max-lg:hidden',
    cell: (run) => {
      const took = stepDuration(run)
      return <span className="whitespace-nowrap tabular-nums">{took === null ? '' : formatDuration(took)}</span>
    },
  },
  {
    key: 'cost',
    header: 'Cost',
    align: 'right',
    cell: ({ cost_paise, refunded_paise }) => (
      <>
        <Money paise={cost_paise} />
        {refunded_paise > 0 && <p className="text-muted text-base">{formatPaise(refunded_paise)} refunded</p>}
      </>
    ),
  },
  {
    key: 'refund',
    header: <span className="sr-only">Refund</span>,
    align: 'right',
    cell: (run) =>
      run.refundable_paise > 0 && (
        <Button
          size="sm"
          aria-label={`Refund run of ${nameOf(run)}`}
          onClick={() =>
            onRefund({ of: { execution_id: run.id }, title: nameOf(run), most: run.refundable_paise, credits: true })
          }
        >
          Refund
        </Button>
      ),
  },
]

/** Runs without their content, which is shown by the execution log once a reason was given. */
export function RunsTable({ caption, runs, empty }: { caption: string; runs: readonly PersonRun[]; empty: string }) {
  const [refunding, setRefunding] = useState<Refunding | null>(null)
  return (
    <>
      <Table
        caption={caption}
        columns={columns(setRefunding)}
        rows={runs}
        rowKey={({ id }) => id}
        empty={<p className="text-muted">{empty}</p>}
      />
      {refunding && <GiveRefund refunding={refunding} onClose={() => setRefunding(null)} />}
    </>
  )
}
