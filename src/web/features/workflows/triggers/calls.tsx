import type { TriggerCall } from '#contract/workflows/triggers.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const SOURCES: Partial<Record<TriggerCall['type'], string>> = {
  webhook: 'Webhook',
  schedule: 'Schedule',
  form: 'Form',
  chat: 'Chat',
  email: 'Mail',
  error: 'Failure',
}

/** Why a request was refused, in words. */
const REASONS: Record<string, string> = {
  hook_refused: 'Wrong secret or signature',
  hook_replayed: 'Sent twice',
  hook_under_way: 'Sent twice at the same time',
  not_runnable: 'The workflow can’t run',
  invalid_input: 'Invalid',
}

const columns: readonly Column<TriggerCall>[] = [
  { key: 'when', header: 'When', cell: ({ created_at }) => <RelativeTime time={created_at} /> },
  {
    key: 'from',
    header: 'From',
    cell: ({ type, test, method }) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        {SOURCES[type] ?? type}
        {method && <code className="text-muted text-xs">{method}</code>}
        {test && <Badge>Test</Badge>}
      </span>
    ),
  },
  { key: 'result', header: 'Result', cell: (one) => <Result call={one} /> },
  {
    key: 'run',
    header: 'Run',
    cell: ({ execution_id }) =>
      execution_id === null ? (
        '–'
      ) : (
        <span className="whitespace-nowrap">
          <TextLink href={paths.run(execution_id)}>Open run</TextLink>
        </span>
      ),
  },
]

function Result({ call: { run_status, status, code } }: { call: TriggerCall }) {
  if (run_status !== null) return <StatusChip status={run_status} />
  if (code !== null) return <Badge tone="bad">{REASONS[code] ?? `Refused (${status})`}</Badge>
  return <StatusChip status="running" />
}

/** What came to the addresses of a workflow, newest first; of the test address the request itself. */
export function Calls({ calls }: { calls: readonly TriggerCall[] }) {
  const tested = calls.find(({ test, request }) => test && request !== null)
  return (
    <section aria-labelledby="calls" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="calls" className="text-xl">
        Recent calls
      </h2>
      <Table caption="Recent calls, newest first" columns={columns} rows={calls} rowKey={({ id }) => id} />
      {tested && (
        <section aria-labelledby="received" className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 id="received" className="text-lg">
            Last request at the test address
          </h3>
          <p className="text-muted text-base">
            <RelativeTime time={tested.created_at} />. The first step passes it on unchanged.
          </p>
          <CodeBlock code={JSON.stringify(tested.request, null, 2)} label="Request" />
        </section>
      )}
    </section>
  )
}
