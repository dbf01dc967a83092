import { Download } from 'lucide-react'
import type { Json } from '#contract/core/primitives.ts'
import type { NodeRun } from '#contract/runs/executions.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { runToken } from '#web/lib/run-token.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'

/** Longer JSON is cut on the screen; the API gives all of it. */
const MOST_CHARS = 20_000

export function jsonText(value: Json): string {
  const text = JSON.stringify(value, null, 2)
  return text.length > MOST_CHARS
    ? `${text.slice(0, MOST_CHARS)}\n… ${t('{count} more characters', { count: formatNumber(text.length - MOST_CHARS) })}`
    : text
}

export const JsonValue = ({ value, label }: { value: Json; label: string }) => (
  <CodeBlock code={jsonText(value)} label={label} />
)

/** The whole output of a node. @throws ApiError */
export async function fetchOutput(runId: string, { node_id, iteration }: NodeRun): Promise<Json> {
  const input = { params: { id: runId, node_id }, query: { iteration } }
  return (await call('getNodeOutput', input, { runToken: runToken(runId) })).output
}

/** A large output, fetched only when it is wanted. */
export function StoredValue({ runId, node }: { runId: string; node: NodeRun }) {
  const save = useAction(async () => {
    const text = JSON.stringify(await fetchOutput(runId, node), null, 2)
    saveFile(`${node.node_id}.json`, text, 'application/json')
  })
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted text-base">{t('This output is larger than 256 kB and is stored as a file.')}</p>
      <Button
        size="sm"
        icon={<Download aria-hidden="true" />}
        busy={save.busy && t('Fetching...')}
        onClick={() => void save.run()}
      >
        {t('Download output')}
      </Button>
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
    </div>
  )
}
