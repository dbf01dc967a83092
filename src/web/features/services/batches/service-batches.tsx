import { useQuery } from '@tanstack/react-query'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Table } from '#web/ui/table.tsx'
import { BATCHES_PAGE, batchesQuery } from './batch-queries.ts'
import { progressText, statusWord } from './batch-texts.ts'
import { CallbackSecret } from './callback-secret.tsx'
import { NewBatch } from './new-batch.tsx'

/** Many documents for a service, and the batches it has had. */
export function ServiceBatches({ service, page }: { service: ServiceDetail; page: number }) {
  const { data } = useQuery(batchesQuery(service.id, page))
  const batches = data?.items ?? []
  useFresh(
    'listBatches',
    batches.some(({ status }) => status === 'running'),
  )
  return (
    <>
      <NewBatch service={service} />
      <section aria-labelledby="batches" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="batches" className="text-xl">
          {t('Batches')}
        </h2>
        {data && (
          <Table
            caption={t('Batches, newest first')}
            rows={batches}
            rowKey={({ id }) => id}
            empty={<p className="text-muted">{t('No batches yet.')}</p>}
            columns={[
              {
                key: 'name',
                header: t('Name'),
                className: 'min-w-36',
                cell: ({ id, name }) => <TextLink href={paths.batch(id)}>{name}</TextLink>,
              },
              {
                key: 'status',
                header: t('Status'),
                cell: ({ status }) => (
                  <Badge tone={status === 'paused' ? 'warn' : 'neutral'}>{statusWord(status)}</Badge>
                ),
              },
              {
                key: 'progress',
                header: t('Progress'),
                className: 'min-w-44',
                cell: (batch) => progressText(batch),
              },
              {
                key: 'documents',
                header: t('Documents'),
                align: 'right',
                cell: ({ total }) => formatNumber(total),
              },
              { key: 'created', header: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
            ]}
          />
        )}
        <Pagination
          page={page}
          pageSize={BATCHES_PAGE}
          total={data?.total ?? 0}
          href={(to) => paths.service(service.id, { tab: 'batches', page: to > 1 ? to : null })}
        />
      </section>
      <CallbackSecret />
    </>
  )
}
