import { useQuery } from '@tanstack/react-query'
import type { BatchDetail, Callback } from '#contract/services/batches.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Table } from '#web/ui/table.tsx'
import { callbacksQuery } from './batch-queries.ts'

const words = (status: Callback['status']): string =>
  ({ waiting: t('Waiting'), delivered: t('Delivered'), failed: t('Failed') })[status]
const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

/** What was sent to the address of a batch, and what came back. */
export function Callbacks({ batch }: { batch: BatchDetail }) {
  const { data } = useQuery({ ...callbacksQuery(batch.id), refetchInterval: 10_000 })
  const send = useAction(async (delivery: string) => {
    await call('resendBatchCallback', { params: { id: batch.id, delivery } })
    await refresh('listBatchCallbacks')
  })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="callbacks" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="callbacks" className="text-xl">
        {t('Callbacks')}
      </h2>
      {send.error !== null && <Callout tone="bad">{friendly(send.error)}</Callout>}
      <Table
        caption={t('Callbacks, newest first')}
        rows={data.items}
        rowKey={({ id }) => id}
        columns={[
          { key: 'url', header: t('Address'), cell: ({ url }) => <span className="wrap-anywhere">{url}</span> },
          {
            key: 'status',
            header: t('Status'),
            cell: ({ status }) => <Badge tone={TONES[status]}>{words(status)}</Badge>,
          },
          { key: 'answer', header: t('Answer'), cell: ({ last_status, last_error }) => last_error ?? last_status },
          { key: 'attempts', header: t('Attempts'), align: 'right', cell: ({ attempts }) => attempts },
          { key: 'at', header: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
          {
            key: 'send',
            header: <span className="sr-only">{t('Send again')}</span>,
            cell: ({ id }) => (
              <Button size="sm" disabled={send.busy} onClick={() => void send.run(id)}>
                {t('Send again')}
              </Button>
            ),
          },
        ]}
      />
    </section>
  )
}
