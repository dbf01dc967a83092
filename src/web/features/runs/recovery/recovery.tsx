import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isAdminOrAbove, type Role } from '#contract/core/access.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { ExecutionSummary } from '#contract/runs/executions.ts'
import { session } from '#web/api/call.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type Chosen, PlanDialog } from './plan-dialog.tsx'
import { Progress } from './progress.tsx'
import { filterOf, listQuery, type RecoveryState, readState, recoveryQuery, statePath } from './recovery-address.ts'

const mayAll = (user: { role: Role } | null | undefined): boolean => (user ? isAdminOrAbove(user.role) : false)

export const loader = ({ url }: ScreenArgs) => {
  const state = readState(url.searchParams, mayAll(session.get().user))
  return Promise.all([load(listQuery(state)), state.recovery && load(recoveryQuery(state.recovery))])
}

const nameOf = (run: ExecutionSummary): string => run.service?.name ?? run.agent?.name ?? run.workflow.name

function columnsFor(selected: ReadonlySet<string>, toggle: (id: string) => void): readonly Column<ExecutionSummary>[] {
  return [
    {
      key: 'choose',
      header: <span className="sr-only">{t('Choose')}</span>,
      className: 'w-10',
      cell: (run) => (
        <input
          type="checkbox"
          aria-label={t('Select run of {name}', { name: nameOf(run) })}
          checked={selected.has(run.id)}
          onChange={() => toggle(run.id)}
          className="block size-6 accent-indigo"
        />
      ),
    },
    {
      key: 'run',
      header: t('Run'),
      className: 'w-full max-w-0',
      cell: (run) => (
        <div className="grid min-w-0 py-2">
          <Link href={paths.run(run.id)} className="min-h-6 truncate font-medium hover:underline">
            {run.title ? `${run.title} · ${nameOf(run)}` : nameOf(run)}
          </Link>
          <span className="text-bad text-xs max-sm:line-clamp-2 sm:truncate">
            {run.error?.message ?? t('No reason given')}
          </span>
        </div>
      ),
    },
    {
      key: 'reason',
      header: t('Reason'),
      className: 'max-sm:hidden',
      cell: (run) => <span className="whitespace-nowrap text-muted text-xs">{run.error?.code ?? 'failed'}</span>,
    },
    { key: 'when', header: t('When'), cell: (run) => <RelativeTime time={run.created_at} /> },
  ]
}

/** Failed runs, to be recovered one by one or all that failed for the same reason. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isAdmin = mayAll(useUser())
  const state = readState(params, isAdmin)
  const { items, total, limit } = useData(listQuery(state))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<Chosen | null>(null)
  useFresh('listRecoverable', false)
  const shown = items.filter(({ id }) => selected.has(id))
  const toggle = (id: string) => setSelected((known) => (known.has(id) ? without(known, id) : new Set([...known, id])))
  const go = (change: Partial<RecoveryState>) =>
    void navigate(statePath({ ...state, page: 1, ...change }), { preventScrollReset: true })
  const started = (recovery: string) => {
    setChosen(null)
    setSelected(new Set())
    go({ recovery })
  }
  return (
    <Page title={t('Execution Recovery')} wide>
      <PageHeader title={t('Execution Recovery')}>
        {t(
          'Failed runs that haven’t been handled. Completed steps are reused, and you see the cost before anything starts.',
        )}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {state.recovery && <Progress id={state.recovery} close={statePath({ ...state, recovery: null })} />}
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Filters state={state} isAdmin={isAdmin} go={go} />
          <div className="flex flex-wrap gap-2">
            <Button
              reason={shown.length === 0 ? t('Select runs first.') : undefined}
              onClick={() => setChosen({ scope: state.scope, execution_ids: shown.map(({ id }) => id) })}
            >
              {shown.length > 0 ? t('Recover {count} selected', { count: shown.length }) : t('Recover selected')}
            </Button>
            <Button
              variant="primary"
              reason={total === 0 ? t('There’s nothing to recover.') : undefined}
              onClick={() => setChosen({ scope: state.scope, filter: filterOf(state) })}
            >
              {allLabel(total)}
            </Button>
          </div>
        </div>
        <Table
          caption={t('Failed runs, newest first')}
          columns={columnsFor(selected, toggle)}
          rows={items}
          rowKey={({ id }) => id}
          empty={<Nothing state={state} />}
        />
        <Pagination page={state.page} pageSize={limit} total={total} href={(page) => statePath({ ...state, page })} />
      </div>
      {chosen && <PlanDialog chosen={chosen} onClose={() => setChosen(null)} onStarted={started} />}
    </Page>
  )
}

function without(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const left = new Set(known)
  left.delete(id)
  return left
}

function allLabel(total: number): string {
  const most = SERVER_LIMITS.recovery_runs
  if (total <= 1) return t('Recover all')
  return total > most
    ? t('Recover the newest {count}', { count: formatNumber(most) })
    : t('Recover all {count}', { count: formatNumber(total) })
}

function Filters({
  state,
  isAdmin,
  go,
}: {
  state: RecoveryState
  isAdmin: boolean
  go: (change: Partial<RecoveryState>) => void
}) {
  const { reasons } = useData(listQuery(state))
  const value = state.code === null ? '' : JSON.stringify([state.code, state.node])
  const options = reasons.map(({ code, node_id, runs }) => ({
    value: JSON.stringify([code, node_id]),
    label: `${code}${node_id ? ` ${t('at {step}', { step: node_id })}` : ''} (${formatNumber(runs)})`,
  }))
  if (value !== '' && !options.some((one) => one.value === value))
    options.unshift({
      value,
      label: `${state.code}${state.node ? ` ${t('at {step}', { step: state.node })}` : ''} (0)`,
    })
  return (
    <div className="flex flex-wrap items-end gap-3">
      {isAdmin && (
        <Segmented
          label={t('Owner')}
          segments={[
            { value: 'own', label: t('Mine') },
            { value: 'all', label: t('Everyone’s') },
          ]}
          value={state.scope}
          onChange={(scope) => go({ scope: scope === 'all' ? 'all' : 'own', code: null, node: null })}
        />
      )}
      <div className="w-72 max-w-full">
        <Select
          label={t('Reason')}
          hideLabel
          value={value}
          options={[{ value: '', label: t('Any reason') }, ...options]}
          onChange={({ target }) => {
            const [code = null, node = null] =
              target.value === '' ? [] : (JSON.parse(target.value) as (string | null)[])
            go({ code, node })
          }}
        />
      </div>
    </div>
  )
}

const Nothing = ({ state }: { state: RecoveryState }) =>
  state.code === null ? (
    <EmptyState
      icon={<CircleCheck aria-hidden="true" />}
      title={t('Nothing to recover')}
      action={<LinkButton href={paths.myWorkflows()}>{t('View all runs')}</LinkButton>}
    >
      {t('There are no unhandled failed runs.')}
    </EmptyState>
  ) : (
    <EmptyState
      title={t('No matching failures')}
      action={
        <LinkButton href={statePath({ ...state, code: null, node: null, page: 1 })}>
          {t('Show all failures')}
        </LinkButton>
      }
    >
      {t('No failed runs with this reason are left.')}
    </EmptyState>
  )
