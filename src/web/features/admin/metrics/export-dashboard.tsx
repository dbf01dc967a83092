import { Download } from 'lucide-react'
import { useState } from 'react'
import type { MetricRange } from '#contract/admin/metric-ranges.ts'
import { useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RANGE_NAMES } from './ranges.ts'

/** The figures leave the product: the server asks for a recent sign-in, then gives them as JSON and CSV. */
export function ExportDashboard({ range }: { range: MetricRange }) {
  const [confirmed, confirmation] = useConfirmed()
  const [exported, setExported] = useState<DataOf<'exportMetrics'> | null>(null)
  const start = useAction(async () => {
    try {
      setExported(await confirmed(() => call('exportMetrics', { body: { range } })))
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error
    }
  })
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        icon={<Download aria-hidden="true" />}
        busy={start.busy && 'Exporting...'}
        onClick={() => void start.run()}
      >
        Export Dashboard
      </Button>
      {start.error !== null && <Callout tone="bad">{friendly(start.error)}</Callout>}
      {confirmation}
      {exported && <Exported dashboard={exported} onClose={() => setExported(null)} />}
    </div>
  )
}

function Exported({ dashboard, onClose }: { dashboard: DataOf<'exportMetrics'>; onClose: () => void }) {
  const { name, csv, ...json } = dashboard
  return (
    <Dialog open onClose={onClose} size="sm" title="Your export is ready">
      <div className="grid gap-4">
        <p>
          {RANGE_NAMES[dashboard.history.range]}, exported {formatExactTime(dashboard.exported_at)}. The CSV file has
          the figures of the charts. The JSON file also has the state of each part.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => saveFile(`${name}.csv`, csv, 'text/csv;charset=utf-8')}>Download CSV</Button>
          <Button
            variant="primary"
            onClick={() => saveFile(`${name}.json`, JSON.stringify(json, null, 2), 'application/json')}
          >
            Download JSON
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
