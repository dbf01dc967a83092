import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import type { NodeRun } from '#contract/runs/executions.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { type DataLook, DataShown } from './data-view.tsx'

/** Large data stored separately from its row: fetched on demand. */
export function LargeValue({ run, row, look, base }: { run: string; row: NodeRun; look: DataLook; base: string }) {
  const [value, setValue] = useState<{ is: Json } | null>(null)
  const fetching = useAction(async () => {
    const { node_id, iteration } = row
    const { output } = await call('getNodeOutput', { params: { id: run as never, node_id }, query: { iteration } })
    setValue({ is: output })
  })
  if (value) return <DataShown look={look} value={value.is} base={base} name={row.title} />
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted text-base">{t('This is larger than 256 kB and is stored as a file.')}</p>
      <Button
        size="sm"
        icon={<Download aria-hidden="true" />}
        busy={fetching.busy && t('Fetching...')}
        onClick={() => void fetching.run()}
      >
        {t('Download')}
      </Button>
      {fetching.error !== null && <Callout tone="bad">{friendly(fetching.error)}</Callout>}
    </div>
  )
}
