import { Radio, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { listenForRequest } from '#web/canvas/services/run/listen.ts'
import { useRunRefusal } from '#web/canvas/services/run/use-run-refusal.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Spin } from '#web/ui/spinner.tsx'
import { useTrigger } from './use-trigger.ts'

/** The address that runs the draft of a workflow that starts with a webhook, and waiting for a request to it. Its owner's alone. */
export function TestAddress({ node }: { node: WorkflowNode }) {
  const [draft, view] = [useDraft(), useView()]
  const origin = useOrigin()
  const refusal = useRunRefusal()
  const hook = useTrigger('webhook')
  const [listening, setListening] = useState<'no' | 'soon' | 'yes'>('no')
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const listen = async () => {
    const controller = new AbortController()
    stop.current = controller
    setListening('soon')
    await whenSaved(draft).catch(() => {})
    await listenForRequest({ draft, view, node: node.id }, controller.signal, () => setListening('yes'))
    if (!controller.signal.aborted) setListening('no')
  }
  const end = () => {
    stop.current?.abort()
    setListening('no')
  }
  if (!hook?.test_address) return null
  const address = `${origin}${hook.test_address}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{t('Test address')}</h3>
      <CodeBlock label={t('Test address')} code={address} />
      {listening === 'yes' ? (
        <div role="status" className="flex flex-wrap items-center gap-2 rounded bg-marigold-soft px-3 py-2 text-base">
          <Spin className="size-4 shrink-0" />
          <p className="min-w-0 grow basis-48">
            {t('Send a request to this address now. It appears here and is pinned.')}
          </p>
          <Button size="sm" icon={<Square aria-hidden="true" />} onClick={end}>
            {t('Stop listening')}
          </Button>
        </div>
      ) : (
        <div>
          <Button
            size="sm"
            icon={<Radio aria-hidden="true" />}
            busy={listening === 'soon' && t('Starting...')}
            reason={refusal ?? undefined}
            onClick={() => void listen()}
          >
            {t('Listen for a request')}
          </Button>
        </div>
      )}
      <p className="text-muted text-base">
        {t('The test address always runs the draft. Published versions answer at')}{' '}
        <code className="break-all font-mono text-xs">{`${origin}${hook.address}`}</code>
      </p>
    </div>
  )
}
