import { useParams, useSearchParams } from 'react-router'
import type { BatchDetail } from '#contract/services/batches.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { AcceptanceOfBatch } from './batch-acceptance.tsx'
import { BatchActions } from './batch-actions.tsx'
import { batchQuery, itemQuery, itemsQuery, readItemsState } from './batch-queries.ts'
import { BatchSettings } from './batch-settings.tsx'
import { endedOf, estimateText, progressText, statusWord } from './batch-texts.ts'
import { Callbacks } from './callbacks.tsx'
import { OpenDocument } from './open-document.tsx'
import { ResultsTable } from './results-table.tsx'

export const loader = async ({ params, url }: ScreenArgs) => {
  const id = params.id ?? ''
  const state = readItemsState(url.searchParams)
  await Promise.all([
    load(batchQuery(id)),
    load(state.at === null ? itemsQuery(id, state) : itemQuery(id, state, state.at)),
  ])
}

/** One batch: reviewed and started, watched, and its results read one after the other. */
export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const batch = useData(batchQuery(id))
  const state = readItemsState(params)
  const isLive = batch.counts.started > 0 || batch.status === 'running' || batch.status === 'paused'
  useFresh('getBatch', isLive)
  const { service, status, name } = batch
  return (
    <Page title={name} wide>
      <PageHeader
        title={name}
        crumbs={
          service === null
            ? [{ label: t('My AI Services'), href: paths.services() }]
            : [
                { label: t('My AI Services'), href: paths.services() },
                { label: service.name, href: paths.service(service.id, { tab: 'batches' }) },
              ]
        }
        actions={<BatchActions batch={batch} />}
      >
        <Badge tone={status === 'running' ? 'live' : status === 'paused' ? 'warn' : 'neutral'}>
          {statusWord(status)}
        </Badge>
      </PageHeader>
      {state.at === null ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <State batch={batch} />
          <AcceptanceOfBatch batch={batch} />
          <ResultsTable batch={batch} state={state} isLive={isLive} />
          <BatchSettings key={`${batch.cap_paise} ${batch.callback_url}`} batch={batch} />
          <Callbacks batch={batch} />
        </div>
      ) : (
        <OpenDocument batch={batch} state={state} at={state.at} />
      )}
    </Page>
  )
}

function State({ batch }: { batch: BatchDetail }) {
  const { pause, status, total, estimate, reasons, id } = batch
  return (
    <div className="grid gap-4">
      {pause !== null && pause.code !== 'by_person' && (
        <Callout tone="warn" title={t('The batch is paused')}>
          {pause.message}
        </Callout>
      )}
      {status === 'draft' ? (
        <p className="text-muted">
          {t('{count} documents are ready. Check the cost, then start.', { count: formatNumber(batch.counts.waiting) })}
        </p>
      ) : (
        <ProgressBar
          label={progressText(batch)}
          value={total === 0 ? 0 : endedOf(batch) / total}
          detail={t('{done} of {total}', { done: formatNumber(endedOf(batch)), total: formatNumber(total) })}
        />
      )}
      {estimate !== null && (
        <p className="text-base">
          {status === 'draft' ? t('Estimate:') : t('Left:')} {estimateText(estimate)}
        </p>
      )}
      {reasons.length > 0 && (
        <section aria-labelledby="reasons">
          <h2 id="reasons" className="mb-2 font-medium text-base">
            {t('Why documents failed')}
          </h2>
          <ul className="grid gap-1 text-base">
            {reasons.map(({ code, message, items }) => (
              <li key={code} className="flex flex-wrap gap-2">
                <Link href={paths.batch(id, { state: 'failed', code })} className="text-indigo underline">
                  {items === 1 ? t('1 document') : t('{count} documents', { count: formatNumber(items) })}
                </Link>
                <span className="text-muted">{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
