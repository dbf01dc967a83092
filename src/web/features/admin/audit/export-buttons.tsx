import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { refresh, useAction } from '#web/api/action.ts'
import { download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { type AuditState, filterOf, isFiltered } from './audit-address.ts'

const FORMATS = { csv: 'text/csv', json: 'application/json' } as const

/** What is filtered as a file. A large one takes its time, and can be cancelled. */
export function ExportButtons({ state }: { state: AuditState }) {
  const abort = useRef<AbortController | null>(null)
  const [format, setFormat] = useState<keyof typeof FORMATS | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const run = useAction(async (wanted: keyof typeof FORMATS) => {
    const stop = new AbortController()
    abort.current = stop
    setFormat(wanted)
    try {
      const file = await download(
        'exportAudit',
        { query: { ...filterOf(state), format: wanted } },
        { signal: stop.signal },
      )
      saveFile(`audit-log-${new Date().toISOString().slice(0, 10)}.${wanted}`, file, FORMATS[wanted])
      await refresh('listAuditEntries')
    } catch (error) {
      if (!stop.signal.aborted) notify({ type: 'error', title: 'Not exported', message: friendly(error) })
    } finally {
      setFormat(null)
    }
  })
  const of = isFiltered(state) ? ' the filtered entries' : ' all entries'
  return (
    <div className="flex flex-wrap gap-2">
      {(['csv', 'json'] as const).map((one) => (
        <Button
          key={one}
          size="sm"
          icon={<Download aria-hidden="true" />}
          disabled={run.busy}
          busy={format === one && 'Exporting...'}
          onClick={() => void run.run(one)}
        >
          Export {one.toUpperCase()}
          <span className="sr-only">{of}</span>
        </Button>
      ))}
      {run.busy && (
        <Button size="sm" variant="ghost" icon={<X aria-hidden="true" />} onClick={() => abort.current?.abort()}>
          Cancel export
        </Button>
      )}
    </div>
  )
}
