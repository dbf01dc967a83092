import { useState } from 'react'
import { useParams } from 'react-router'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import { call } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { ReasonDialog } from '#web/parts/admin/reason-dialog.tsx'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { OwnerLink } from './execution-logs.tsx'

const logQuery = (id: string) => q('getExecutionLog', { params: { id } })

export const loader = ({ params }: ScreenArgs) => load(logQuery(params.id ?? ''))

/** How one run went, and on request what went in and came out. */
export function Component() {
  const { id = '' } = useParams()
  const { run, owner } = useData(logQuery(id))
  const [asking, setAsking] = useState(false)
  const [revealed, setRevealed] = useState<Execution | null>(null)
  useFresh('getExecutionLog', !isFinal(run.status))
  const shown = revealed?.id === run.id ? revealed : null
  return (
    <AdminFrame
      title={run.service?.name ?? run.agent?.name ?? run.workflow.name}
      intro={<TextLink href={paths.adminExecutionLogs()}>All execution logs</TextLink>}
      actions={shown === null && <Button onClick={() => setAsking(true)}>Reveal content…</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <dl className="grid grid-cols-2 gap-4 surface-card p-4 lg:grid-cols-4">
          <Stat label="Status" value={<StatusChip status={run.status} />} />
          <Stat
            label="Owner"
            value={
              <span className="font-normal text-base">
                <OwnerLink owner={owner} />
              </span>
            }
          />
          <Stat label="Started" value={<RelativeTime time={run.created_at} />} detail={`by ${run.trigger}`} />
          <Stat label="Cost" value={<Money paise={run.cost.paise} />} detail={duration(run)} />
        </dl>
        {run.error && (
          <Callout tone="bad" title="Run failed">
            <code className="break-all font-mono text-xs">{run.error.code}</code>
            {shown?.error && <p className="wrap-anywhere">{shown.error.message}</p>}
          </Callout>
        )}
        {shown && <Content run={shown} />}
        <Steps nodes={(shown ?? run).nodes} revealed={shown !== null} />
      </div>
      {asking && (
        <ReasonDialog
          title="Reveal the content of this run?"
          act="Reveal content"
          busy="Revealing..."
          label="Reason"
          help="Such as the number of the support request."
          field="reason"
          most={ROLE_REQUESTS.reason_chars}
          missing="A reason is required"
          onClose={() => setAsking(false)}
          onAct={async (reason) => {
            const content = await call('revealExecution', { params: { id }, body: { reason } })
            setRevealed(content.run)
          }}
        >
          <p>You see what its owner sent and got. Your name, the time and the reason go into the audit log.</p>
        </ReasonDialog>
      )}
    </AdminFrame>
  )
}

function duration(run: Execution): string | undefined {
  const took = isFinal(run.status) ? stepDuration(run) : null
  return took === null ? undefined : formatDuration(took)
}

function Content({ run }: { run: Execution }) {
  return (
    <section aria-labelledby="content" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="content" className="text-lg">
        Content
      </h2>
      <Callout tone="warn">You revealed this run. Your reason is in the audit log. It closes when you leave.</Callout>
      {run.payload_removed_at !== null ? (
        <EmptyState title="The content was deleted">Its retention time is over.</EmptyState>
      ) : (
        <>
          <h3 className="font-medium">Input</h3>
          <CodeBlock code={JSON.stringify(run.input, null, 2)} label="Input as JSON" />
          <h3 className="font-medium">Output</h3>
          <CodeBlock code={JSON.stringify(run.output, null, 2)} label="Output as JSON" />
        </>
      )}
    </section>
  )
}

const columns = (revealed: boolean): readonly Column<NodeRun>[] => [
  { key: 'status', header: 'Status', className: 'sm:w-32', cell: ({ status }) => <StatusChip status={status} /> },
  {
    key: 'title',
    header: 'Step',
    cell: ({ title, iteration, error }) => (
      <span className="grid min-w-0 max-w-md py-1">
        <span className="break-words font-medium">
          <bdi>{title}</bdi>
          {iteration !== '' && <span className="font-normal text-muted"> · item {iteration}</span>}
        </span>
        {error && (
          <span className="wrap-anywhere text-bad text-xs">
            <code className="font-mono">{error.code}</code>
            {revealed && ` ${error.message}`}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ attempts }) => (attempts > 0 ? formatNumber(attempts) : ''),
  },
  {
    key: 'took',
    header: 'Duration',
    align: 'right',
    cell: (node) => {
      const took = stepDuration(node)
      return took === null ? '' : <span className="whitespace-nowrap tabular-nums">{formatDuration(took)}</span>
    },
  },
]

const Steps = ({ nodes, revealed }: { nodes: readonly NodeRun[]; revealed: boolean }) => (
  <section aria-labelledby="steps" className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h2 id="steps" className="text-lg">
      Steps
    </h2>
    <Table
      caption="Steps in their order"
      columns={columns(revealed)}
      rows={nodes}
      rowKey={({ node_id, iteration }) => `${node_id} ${iteration}`}
      empty={<EmptyState title="No steps">This run ended before its first step.</EmptyState>}
    />
  </section>
)
