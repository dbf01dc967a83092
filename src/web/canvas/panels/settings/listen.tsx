import { Radio, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { type Heard, listenFor } from '#web/canvas/services/run/listen.ts'
import { useRunRefusal } from '#web/canvas/services/run/use-run-refusal.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Spin } from '#web/ui/spinner.tsx'

interface Props {
  node: WorkflowNode
  kind: Heard
  /** On the button. */
  start: string
  /** What to do while it listens. */
  waiting: string
}

/** Tries the draft with what comes next, and pins it. */
export function Listen({ node, kind, start, waiting }: Props) {
  const [draft, view] = [useDraft(), useView()]
  const refusal = useRunRefusal()
  const [listening, setListening] = useState<'no' | 'soon' | 'yes'>('no')
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const listen = async () => {
    const controller = new AbortController()
    stop.current = controller
    setListening('soon')
    await whenSaved(draft).catch(() => {})
    await listenFor({ draft, view, node: node.id, kind }, controller.signal, () => setListening('yes'))
    if (!controller.signal.aborted) setListening('no')
  }
  const end = () => {
    stop.current?.abort()
    setListening('no')
  }
  if (listening === 'yes')
    return (
      <div role="status" className="flex flex-wrap items-center gap-2 rounded bg-marigold-soft px-3 py-2 text-base">
        <Spin className="size-4 shrink-0" />
        <p className="min-w-0 grow basis-48">{waiting}</p>
        <Button size="sm" icon={<Square aria-hidden="true" />} onClick={end}>
          {t('Stop listening')}
        </Button>
      </div>
    )
  return (
    <div>
      <Button
        size="sm"
        icon={<Radio aria-hidden="true" />}
        busy={listening === 'soon' && t('Starting...')}
        reason={refusal ?? undefined}
        onClick={() => void listen()}
      >
        {start}
      </Button>
    </div>
  )
}
