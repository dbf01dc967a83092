import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { DashboardStats, NextStep } from '#contract/platform/dashboard.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { type NeedRow, needRows } from './need-rows.tsx'

/** Before the rest is asked for. */
const SHOWN = 8

/** What waits for this person, first on the page and most urgent first; when nothing does, one calm line with the next useful step. */
export function Needs({ data, fresh }: { data: DashboardStats; fresh: boolean }) {
  const rows = needRows(data)
  // Newcomers are told below what to do first.
  if (rows.length === 0 && fresh) return null
  return (
    <section aria-labelledby="needs" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="needs" className="text-xl">
        {t('Needs you')}
      </h2>
      {rows.length > 0 ? <Rows rows={rows} /> : <Calm step={data.next_step} />}
    </section>
  )
}

function Rows({ rows }: { rows: readonly NeedRow[] }) {
  const [all, setAll] = useState(false)
  // One more is no shorter than the button that would show it.
  const shown = all || rows.length <= SHOWN + 1 ? rows : rows.slice(0, SHOWN)
  const more = rows.length - shown.length
  return (
    <div className="overflow-hidden surface-card">
      <ul>
        {shown.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-line border-t px-2 py-1">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {t('Show {count} more', { count: formatNumber(more) })}
          </Button>
        </p>
      )}
    </div>
  )
}

const Row = ({ row: { href, icon, text, aside, count, verb } }: { row: NeedRow }) => (
  <li className="border-line border-b last:border-0">
    <Link
      href={href}
      className="group flex min-h-13 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <span className="min-w-0 grow [overflow-wrap:anywhere] sm:truncate">{text}</span>
        {aside && <span className="text-muted text-xs">{aside}</span>}
      </span>
      {count && (
        <span className="rounded bg-warn-soft px-2 py-0.5 font-medium text-warn text-xs tabular-nums">{count}</span>
      )}
      <span className={buttonClass({ size: 'sm' }, 'tabular-nums group-hover:border-control')}>{verb}</span>
    </Link>
  </li>
)

const stepsWith = (name: string): Record<NextStep, { text: string; action: string; tab: string | null }> => ({
  batch: {
    text: t('Next, let {name} read a whole folder of documents at once.', { name }),
    ...{ action: t('Start a batch'), tab: 'batches' },
  },
  schedule: {
    text: t('Next, let {name} run on its own at the times you choose.', { name }),
    ...{ action: t('Set a schedule'), tab: 'schedule' },
  },
  program: {
    text: t('Next, call {name} from your own program.', { name }),
    ...{ action: t('See the code'), tab: 'api' },
  },
  run: { text: t('{name} is ready for the next document.', { name }), ...{ action: t('Run it'), tab: null } },
})

/** One line on a day without anything to decide. */
function Calm({ step }: { step: DashboardStats['next_step'] }) {
  const next = step && stepsWith(step.service.name)[step.kind]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 surface-card p-4 sm:px-5">
      <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-good" />
      <p className="min-w-0 grow basis-60">
        <span className="font-medium">{t('Nothing waits for you.')}</span>
        {next && <span className="text-muted"> {next.text}</span>}
      </p>
      {step && next && <LinkButton href={paths.service(step.service.id, { tab: next.tab })}>{next.action}</LinkButton>}
    </div>
  )
}
