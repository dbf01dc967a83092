import { useState } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { NodeRun } from '#contract/runs/executions.ts'
import { t } from '#web/lib/language.ts'
import type { LiveRun } from '#web/parts/runs/live-run.ts'
import { useControl } from '#web/parts/runs/use-control.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type Run = LiveRun['run']

/** Nodes right before this one whose output may be put in another's place: outside loops, and small enough to be edited. */
function editable({ nodes, graph }: Run, { node_id }: NodeRun): NodeRun[] {
  const before = new Set(graph.edges.filter(({ to }) => to === node_id).map(({ from }) => from))
  return nodes.filter((one) => before.has(one.node_id) && one.iteration === '' && one.port !== null && !one.stored)
}

const written = (value: Json): string => JSON.stringify(value, null, 2)

/** Undefined when it is not JSON. */
function read(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Starts a new run from one node on, with what was given before it as it is or as it is written here. */
export function ForkDialog({
  run,
  node,
  onClose,
  onStarted,
}: {
  run: Run
  node: NodeRun
  onClose: () => void
  onStarted: (id: string) => void
}) {
  const control = useControl(run.id)
  const before = editable(run, node)
  const [texts, setTexts] = useState<Record<string, string>>({})
  const changed = before.filter((one) => texts[one.node_id] !== undefined)
  const broken = changed.filter((one) => read(texts[one.node_id] ?? '') === undefined)
  const start = async () => {
    const edited: JsonObject = {}
    for (const { node_id } of changed) edited[node_id] = read(texts[node_id] ?? '') ?? null
    const id = await control.act({
      action: 'fork',
      from_node: node.node_id,
      ...(changed.length > 0 && { edited }),
    })
    if (id !== null) onStarted(id)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Run from “{step}”', { step: node.title })}
      description={t(
        'Starts a new run that keeps the results before this step and repeats this step and everything after it. The current run stays as it is.',
      )}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={control.busy !== null && t('Starting...')}
            reason={broken.length > 0 ? t('Fix the JSON first.') : undefined}
            onClick={() => void start()}
          >
            {t('Start')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {before.length === 0 && <p className="text-muted">{t('There is nothing to edit before this step.')}</p>}
        {before.map((one) => (
          <TextArea
            key={one.node_id}
            label={t('Output of “{step}”', { step: one.title })}
            help={t('Edit it to see what would have happened.')}
            rows={8}
            spellCheck={false}
            mono
            value={texts[one.node_id] ?? written(one.output)}
            error={broken.includes(one) ? t('This isn’t valid JSON.') : undefined}
            onChange={(event) => setTexts((known) => ({ ...known, [one.node_id]: event.target.value }))}
          />
        ))}
      </div>
    </Dialog>
  )
}
