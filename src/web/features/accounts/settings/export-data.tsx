import { Download, PackageOpen } from 'lucide-react'
import type { DataExport } from '#contract/accounts/account-data.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export const exportQuery = q('getDataExport')

/** An export of all data about the person: requested, prepared in the background, available for a day. */
export function ExportData() {
  const { export: latest } = useData(exportQuery)
  const making = latest?.status === 'queued' || latest?.status === 'running'
  useFresh('getDataExport', making)
  const ask = useAction(async () => {
    await call('requestDataExport', {})
    await refresh('getDataExport')
  })
  return (
    <Card>
      <CardHeader title={t('Download your data')}>
        {t('Your profile, workflows, services, runs with results, messages and more, as JSON files in a ZIP archive.')}
      </CardHeader>
      <div className="grid gap-4">
        {making && <ProgressBar label={t('Collecting your data...')} detail={t('You can leave this page')} />}
        {latest?.status === 'failed' && (
          <Callout tone="bad">{t('The export failed. Your data is safe. Try again.')}</Callout>
        )}
        {latest?.status === 'ready' && <Ready copy={latest} />}
        {ask.error !== null && <Callout tone="bad">{friendly(ask.error)}</Callout>}
        <div>
          <Button
            icon={<PackageOpen aria-hidden="true" />}
            busy={ask.busy && t('Requesting...')}
            reason={making ? t('Preparing your export') : undefined}
            onClick={() => void ask.run()}
          >
            {latest === null ? t('Export data') : t('Export again')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Ready({ copy }: { copy: DataExport }) {
  const fetchIt = useAction(async () => {
    const blob = await download('downloadDataExport', {})
    saveFile(`my-data-${copy.created_at.slice(0, 10)}.zip`, blob, 'application/zip')
  })
  return (
    <div className="grid gap-3 rounded border border-line bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <p className="font-medium">
            {t('Your export is ready')}
            {copy.bytes !== null && <span className="font-normal text-muted"> · {formatBytes(copy.bytes)}</span>}
          </p>
          {copy.expires_at && (
            <p className="text-muted text-base">
              {t('Only you can download it. It will be deleted')} <RelativeTime time={copy.expires_at} />.
            </p>
          )}
        </div>
        <Button
          variant="primary"
          icon={<Download aria-hidden="true" />}
          busy={fetchIt.busy && t('Downloading...')}
          onClick={() => void fetchIt.run()}
        >
          {t('Download')}
        </Button>
      </div>
      {fetchIt.error !== null && <Callout tone="bad">{friendly(fetchIt.error)}</Callout>}
    </div>
  )
}
