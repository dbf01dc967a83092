import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { deleteRunAbility } from '#contract/runs/deletion-rules.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { ExecutionSummary } from '#contract/runs/executions.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip, StatusSign } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { MaskedText } from './masked/masked-text.tsx'
import { ShowRow } from './masked/show-hidden.tsx'
import type { Reveal } from './masked/use-reveal.ts'
import { stepDuration } from './steps.tsx'

const runName = (run: ExecutionSummary): string => run.service?.name ?? run.agent?.name ?? run.workflow.name

/** What ran, where the run has a name of its own, and in a workspace who started it. */
const belowName = (run: ExecutionSummary, oneService: boolean): string =>
  [run.title === null || oneService ? undefined : runName(run), run.started_by?.name].filter(Boolean).join(' · ')

/** On a phone the name of the run matters more; the run's own page tells the rest. */
const WIDE = 'max-sm:hidden'

/** What shows the personal data of a row. */
type RowReveal = Pick<Reveal<ExecutionSummary>, 'canShow' | 'show'>

export interface Selection {
  ids: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** Why the server would refuse to delete it, for the box that selects it. */
const whyNot = (run: ExecutionSummary): string | null =>
  deleteRunAbility({ status: run.status, of_bench: run.trigger === 'bench', is_child: false }).reason

/** The row opens its run; a press on the box only selects it. */
const selecting = ({ ids, onChange }: Selection): Column<ExecutionSummary> => ({
  key: 'select',
  header: <span className="sr-only">{t('Select')}</span>,
  className: 'w-10',
  cell: (run) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps the press from opening the row; the label and its box have their own keys
    <label
      className="-m-2 grid place-items-center p-3"
      title={whyNot(run) ?? undefined}
      onClick={(event) => event.stopPropagation()}
    >
      <input
        type="checkbox"
        aria-label={t('Select {name}', { name: run.title ?? runName(run) })}
        disabled={whyNot(run) !== null}
        checked={ids.includes(run.id)}
        onChange={({ target }) => onChange(target.checked ? [...ids, run.id] : ids.filter((id) => id !== run.id))}
        className="size-4.5 accent-indigo disabled:cursor-not-allowed"
      />
    </label>
  ),
})

const columnsFor = (
  address: (id: string) => string,
  {
    withPriority,
    withResults,
    brief,
    oneService,
  }: Record<'withPriority' | 'withResults' | 'brief' | 'oneService', boolean>,
  reveal: RowReveal | undefined,
): readonly Column<ExecutionSummary>[] => [
  brief ? briefStatus() : statusColumn(),
  {
    key: 'name',
    header: t('Run'),
    className: brief ? 'w-full min-w-40 sm:max-w-0' : 'min-w-40',
    cell: (run) => (
      <NameCell run={run} href={address(run.id)} reveal={reveal} brief={brief} below={belowName(run, oneService)} />
    ),
  },
  ...(withResults && !brief ? [resultColumn()] : []),
  ...(brief ? [] : [triggerColumn()]),
  ...(withPriority ? [priorityColumn()] : []),
  { key: 'when', header: t('When'), cell: (run) => <RelativeTime time={run.created_at} /> },
  {
    key: 'cost',
    header: t('Cost'),
    align: 'right',
    className: WIDE,
    cell: ({ cost, status }) =>
      cost.paise > 0 || isFinal(status) ? (
        <Money paise={cost.paise} className={`whitespace-nowrap ${cost.paise > 0 ? '' : 'text-muted'}`} />
      ) : null,
  },
  ...(brief ? [] : [durationColumn()]),
]

const statusColumn = (): Column<ExecutionSummary> => ({
  key: 'status',
  header: t('Status'),
  cell: (run) => <StatusChip status={run.status} />,
  className: 'sm:w-32',
})

/** A sign alone, where the row has words about the result. */
const briefStatus = (): Column<ExecutionSummary> => ({
  key: 'status',
  header: t('Status'),
  cell: (run) => <StatusSign status={run.status} />,
  className: 'w-12',
})

interface NameCellProps {
  run: ExecutionSummary
  href: string
  reveal: RowReveal | undefined
  brief: boolean
  /** What is below its name; may be empty. */
  below: string
}

function NameCell({ run, href, reveal, brief, below }: NameCellProps) {
  return (
    <span className={`grid min-w-0 py-2 ${brief ? 'sm:py-2.5' : 'max-w-xs sm:min-w-40 sm:py-0 xl:min-w-52'}`}>
      <Link href={href} className={`group min-h-6 ${brief ? 'flex flex-wrap items-baseline gap-x-2' : 'grid'}`}>
        <span className="min-w-0 max-w-full font-medium group-hover:underline max-sm:break-words sm:truncate">
          {run.title === null ? runName(run) : <MaskedText text={run.title} />}
        </span>
        {below !== '' && (
          // Next to the name where there is room to read it, else on a line of its own.
          <span
            className={`text-muted text-xs max-sm:break-words sm:truncate ${brief ? 'max-sm:basis-full sm:min-w-32 sm:max-w-56 sm:flex-1' : ''}`}
          >
            <span className="sr-only">, </span>
            {below}
          </span>
        )}
      </Link>
      {run.result && (
        <span title={run.result.text} className={`max-sm:line-clamp-2 sm:truncate ${brief ? '' : 'text-xs md:hidden'}`}>
          <MaskedText text={run.result.text} />
        </span>
      )}
      {run.error && (
        <span className="text-bad text-xs max-sm:line-clamp-2 sm:truncate">
          <MaskedText text={run.error.message} />
        </span>
      )}
      {reveal?.canShow(run) === true && (
        <span className="-ms-3 pb-1">
          <ShowRow
            label={t('Show personal data of this run: {name}', { name: runName(run) })}
            onShow={() => reveal.show(run)}
          />
        </span>
      )}
    </span>
  )
}

const triggerColumn = (): Column<ExecutionSummary> => ({
  key: 'trigger',
  header: t('Started by'),
  cell: (run) => <span className="text-muted capitalize">{t(run.trigger)}</span>,
  className: WIDE,
})

const durationColumn = (): Column<ExecutionSummary> => ({
  key: 'took',
  header: t('Duration'),
  align: 'right',
  className: WIDE,
  cell: (run) => {
    const took = stepDuration(run)
    return (
      <span className="whitespace-nowrap tabular-nums">
        {took === null || !isFinal(run.status) ? '' : formatDuration(took)}
      </span>
    )
  },
})

/** What it gave, in words; on a phone below the name of the run. */
const resultColumn = (): Column<ExecutionSummary> => ({
  key: 'result',
  header: t('Result'),
  className: 'w-full max-w-0 max-md:hidden',
  cell: ({ result }) =>
    result && (
      <span className="grid min-w-40">
        <span className="truncate" title={result.text}>
          <MaskedText text={result.text} />
        </span>
        {result.findings > 1 && (
          <span className="text-muted text-xs">{t('{count} findings', { count: formatNumber(result.findings) })}</span>
        )}
      </span>
    ),
})

const priorityColumn = (): Column<ExecutionSummary> => ({
  key: 'priority',
  header: t('Priority'),
  cell: (run) => <span className="text-muted capitalize">{t(run.priority)}</span>,
  className: WIDE,
})

/** Runs, newest first; a row opens one. */
export function RunsTable({
  caption,
  runs,
  empty,
  address = paths.run,
  withPriority = false,
  selection,
  reveal,
  brief = false,
  oneService = false,
}: {
  caption: string
  runs: readonly ExecutionSummary[]
  empty: ReactNode
  /** Where a run is opened. */
  address?: (id: string) => string
  withPriority?: boolean
  /** Adds a box to each row. */
  selection?: Selection
  reveal?: RowReveal
  /** Without what started a run and how long it took: for a list that is not all of its page. */
  brief?: boolean
  /** All are of one service, whose page says its name. */
  oneService?: boolean
}) {
  const withResults = runs.some(({ result }) => result !== undefined)
  const navigate = useNavigate()
  return (
    <Table
      caption={caption}
      columns={[
        ...(selection ? [selecting(selection)] : []),
        ...columnsFor(address, { withPriority, withResults, brief, oneService }, reveal),
      ]}
      rows={runs}
      rowKey={(run) => run.id}
      onOpen={(run) => void navigate(address(run.id))}
      empty={empty}
    />
  )
}
