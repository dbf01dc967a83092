import { Download, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { RecordFormat } from '#contract/runs/run-record-values.ts'
import type { RecordEntry, RunRecord } from '#contract/runs/run-records.ts'
import { refresh } from '#web/api/action.ts'
import { download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

const PAGE = 100

const pageIn = (params: URLSearchParams): number => Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
const recordQuery = (id: string, page: number) =>
  q('getRunRecord', { params: { id }, query: { limit: PAGE, offset: (page - 1) * PAGE } })

export const loader = ({ params, url }: ScreenArgs) => load(recordQuery(params.id ?? '', pageIn(url.searchParams)))

/** Who did what with a run and its document, and when, as an auditor reads it. */
export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const page = pageIn(params)
  const record = useData(recordQuery(id, page))
  return (
    <Page title={t('Record')} wide>
      <PageHeader
        title={t('Record')}
        crumbs={[{ label: record.title ?? t('Run'), href: paths.run(id) }]}
        actions={
          <>
            <DownloadRecord id={id} format="pdf" />
            <DownloadRecord id={id} format="json" />
          </>
        }
      >
        {t(
          'Who ran, opened, decided, signed, shared and exported this document, oldest first. Nothing here can be changed.',
        )}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <State record={record} />
        <p className="text-muted">
          {t('Times are in your time zone, {zone}.', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        </p>
        <ol aria-label={t('Record')} className="surface-card divide-y divide-line">
          {record.items.map((entry) => (
            <Entry key={entry.number} entry={entry} />
          ))}
        </ol>
        <Pagination
          page={page}
          pageSize={PAGE}
          total={record.total}
          href={(to) => paths.runRecord(id, { page: to === 1 ? null : to })}
        />
      </div>
    </Page>
  )
}

function State({ record: { state, changed_at, total, head } }: { record: RunRecord }) {
  if (state === 'changed')
    return (
      <Callout tone="bad" title={t('This record was changed')}>
        <span className="flex items-start gap-2">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t('Entry {number} isn’t as it was written. Nothing from there on can be relied on.', {
            number: formatNumber(changed_at ?? 0),
          })}
        </span>
      </Callout>
    )
  return (
    <Callout tone="good">
      <span className="flex items-start gap-2">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {total === 1
          ? t('1 entry checked. It is as it was written.')
          : t('{count} entries checked. All of them are as they were written.', { count: formatNumber(total) })}
      </span>
      <span className="wrap-anywhere font-mono text-xs">{t('Last hash: {hash}', { hash: head ?? '' })}</span>
    </Callout>
  )
}

function Entry({ entry: { number, at, noted_at, person, text, hash } }: { entry: RecordEntry }) {
  const isLate = Date.parse(noted_at) - Date.parse(at) > LATE_MS
  return (
    <li
      title={t('Hash: {hash}', { hash })}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 px-4 py-3 md:grid-cols-[2.5rem_12rem_12rem_minmax(0,1fr)]"
    >
      <span className="text-muted tabular-nums">{formatNumber(number)}</span>
      <time dateTime={at} className="tabular-nums">
        {formatExactTime(at)}
      </time>
      <bdi className="wrap-anywhere font-medium max-md:col-start-2">{person}</bdi>
      <div className="wrap-anywhere grid gap-0.5 max-md:col-start-2">
        {text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {isLate && <p className="text-muted text-xs">{t('Entered {time}', { time: formatExactTime(noted_at) })}</p>}
      </div>
    </li>
  )
}

/** What is entered later than this was taken over from what was there before. */
const LATE_MS = 60_000

function DownloadRecord({ id, format }: { id: string; format: RecordFormat }) {
  const [busy, setBusy] = useState(false)
  const fetchFile = async () => {
    setBusy(true)
    try {
      const blob = await download('downloadRunRecord', { params: { id }, body: { format } })
      saveFile(`record-${id.slice(-12)}.${format}`, blob, blob.type)
      // The download is its newest entry.
      await refresh('getRunRecord')
    } catch (error) {
      notify({ type: 'error', title: t('The record couldn’t be downloaded'), message: friendly(error) })
    }
    setBusy(false)
  }
  return (
    <Button icon={<Download aria-hidden="true" />} busy={busy && t('Downloading...')} onClick={() => void fetchFile()}>
      {format === 'pdf' ? t('Download PDF') : t('Download JSON')}
    </Button>
  )
}
