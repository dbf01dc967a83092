import { useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { PIN_LIMITS } from '#contract/runs/test-modes.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { readJson } from '#web/canvas/model/graph/json-text.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useNodePresentation } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { putPin } from '#web/canvas/services/run/pins.ts'
import { refusalOf } from '#web/canvas/services/run/run-control.ts'
import { beginRun } from '#web/canvas/services/run/run-start.ts'
import { useRunRefusal } from '#web/canvas/services/run/use-run-refusal.ts'
import { portsOf } from '#web/canvas/view/nodes/flow-elements.ts'
import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export interface EditDataProps {
  node: WorkflowNode
  value: Json
  port: string
  /** Whether the node really gave this value: then it can be put back. */
  given: boolean
  onClose: () => void
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Data as JSON, written by hand and pinned: what comes behind is then tried on it. */
export function EditData({ node, value, port, given, onClose }: EditDataProps) {
  const [draft, view] = [useDraft(), useView()]
  const ports = portsOf(useNodePresentation(node.id))
  const notNow = useRunRefusal()
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const [way, setWay] = useState(port)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'pin' | 'run' | null>(null)
  const save = async (next: 'pin' | 'run') => {
    const read = readJson(text)
    if ('failure' in read) return setError(read.failure)
    const bytes = bytesOf(JSON.stringify(read.value))
    if (bytes > PIN_LIMITS.bytes)
      return setError(
        t('This is {bytes}. You can pin up to {bytes2}', {
          bytes: formatBytes(bytes),
          bytes2: formatBytes(PIN_LIMITS.bytes),
        }),
      )
    setBusy(next)
    try {
      await putPin(draft, node.id, { output: read.value, port: way, ...(given && { before: { output: value, port } }) })
      onClose()
      if (next === 'run') await beginRun({ draft, view }, { mode: 'from', node: node.id })
    } catch (failure) {
      setError(refusalOf(failure))
      setBusy(null)
    }
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('Data of {title}', { title: node.title })}
      description={t('Pinned data is used in tests instead of running the node. Other runs never use it.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            busy={busy === 'run' && t('Pinning...')}
            reason={notNow ?? undefined}
            onClick={() => void save('run')}
          >
            {t('Pin and run what follows')}
          </Button>
          <Button variant="primary" busy={busy === 'pin' && t('Pinning...')} onClick={() => void save('pin')}>
            {t('Pin data')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextArea
          label={t('Data as JSON')}
          mono
          rows={16}
          spellCheck={false}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
          }}
          onBlur={() => {
            const read = readJson(text)
            if ('failure' in read) setError(read.failure)
          }}
        />
        {ports.length > 1 && (
          <Select
            label={t('Output')}
            value={way}
            onChange={(event) => setWay(event.target.value)}
            options={ports.map(({ name, title }) => ({ value: name, label: title }))}
          />
        )}
      </div>
    </Dialog>
  )
}
