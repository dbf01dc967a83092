import type { TriggerCall } from '#contract/workflows/triggers.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const sources = (): Partial<Record<TriggerCall['type'], string>> => ({
  webhook: t('Webhook'),
  schedule: t('Schedule'),
  form: t('Form'),
  chat: t('Chat'),
  email: t('Mail'),
  error: t('Failure'),
  table: t('Data table change'),
})

/** Why a request was refused, in words. */
const reasons = (): Record<string, string> => ({
  hook_refused: t('Wrong secret or signature'),
  hook_replayed: t('Sent twice'),
  hook_under_way: t('Sent twice at the same time'),
  not_runnable: t('The workflow can’t run'),
  invalid_input: t('Invalid'),
})

const columns = (): readonly Column<TriggerCall>[] => [
  { key: 'when', header: t('When'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
  {
    key: 'from',
    header: t('From'),
    cell: ({ type, test, method }) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        {sources()[type] ?? type}
        {method && <code className="text-muted text-xs">{method}</code>}
        {test && <Badge>{t('Test')}</Badge>}
      </span>
    ),
  },
  { key: 'result', header: t('Result'), cell: (one) => <Result call={one} /> },
  {
    key: 'run',
    header: t('Run'),
    cell: ({ execution_id }) =>
      execution_id === null ? (
        '–'
      ) : (
        <span className="whitespace-nowrap">
          <TextLink href={paths.run(execution_id)}>{t('Open run')}</TextLink>
        </span>
      ),
  },
]

function Result({ call: { run_status, status, code } }: { call: TriggerCall }) {
  if (run_status !== null) return <StatusChip status={run_status} />
  if (code !== null)
    return <Badge tone="bad">{reasons()[code] ?? t('Refused ({status})', { status: String(status) })}</Badge>
  return <StatusChip status="running" />
}

/** What came to the addresses of a workflow, newest first; of the test address the request itself. */
export function Calls({ calls }: { calls: readonly TriggerCall[] }) {
  const tested = calls.find(({ test, request }) => test && request !== null)
  return (
    <section aria-labelledby="calls" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="calls" className="text-xl">
        {t('Recent calls')}
      </h2>
      <Table caption={t('Recent calls, newest first')} columns={columns()} rows={calls} rowKey={({ id }) => id} />
      {tested && (
        <section aria-labelledby="received" className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 id="received" className="text-lg">
            {t('Last request at the test address')}
          </h3>
          <p className="text-muted text-base">
            <RelativeTime time={tested.created_at} />. {t('The first step passes it on unchanged.')}
          </p>
          <CodeBlock code={JSON.stringify(tested.request, null, 2)} label={t('Request')} />
        </section>
      )}
    </section>
  )
}
