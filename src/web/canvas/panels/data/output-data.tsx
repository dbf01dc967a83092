import { Pencil, Pin, PinOff, Sparkles, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { NodeRun } from '#contract/runs/executions.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { openSettings } from '#web/canvas/model/draft/open-settings.ts'
import { pastShown } from '#web/canvas/model/draft/run-session.ts'
import { plainCause } from '#web/canvas/model/run/plain-cause.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import { sampleOf } from '#web/canvas/services/analysis/schema-sample.ts'
import { useFieldTitle } from '#web/canvas/services/analysis/use-field-title.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useNodePresentation, usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useKnown } from '#web/canvas/services/draft/known-data.ts'
import { loopsAround } from '#web/canvas/services/draft/known-values.ts'
import { putBack, putPin, togglePin } from '#web/canvas/services/run/pins.ts'
import { refusalOf } from '#web/canvas/services/run/run-control.ts'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { useStore } from '#web/lib/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { DataShown, DataTools, useDataView } from './data-view.tsx'
import { EditData } from './edit-data.tsx'
import { failureDocs } from './failure-docs.ts'
import { rowAt, rowsOf } from './node-rows.ts'
import { LargeValue } from './row-value.tsx'

/** What a node gives: pinned, of the run, or declared; with the ways to pin it, write it and make it up. */
export function OutputData({ node }: { node: WorkflowNode }) {
  const draft = useDraft()
  const session = draft.run
  const [run, iterations] = [useStore(session.execution), useStore(session.iterations)]
  const known = useKnown()[node.id]
  const look = useDataView()
  const row = rowAt(rowsOf(run, node.id), iterations[node.id])
  const isPinned = known?.source === 'pin'
  const base = `$nodes.${node.id}`
  const ofRun = !isPinned && row !== null && row.finished_at !== null && row.status !== 'failed'
  const value = ofRun ? row.output : known?.value
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PinTools node={node} value={value ?? {}} port={row?.port ?? 'out'} given={ofRun && !row.stored} />
      {known && !ofRun && (
        <p>
          <Badge tone={isPinned ? 'warn' : 'neutral'}>{known.said}</Badge>
        </p>
      )}
      {!isPinned && row?.error && <Failure node={node} row={row} />}
      {value !== undefined && <DataTools look={look} all={[{ value, base, name: node.id }]} />}
      {!isPinned && row?.stored && run ? (
        <LargeValue run={run.id} row={row} look={look} base={base} />
      ) : value === undefined ? (
        // What went wrong is said above.
        row?.error ? null : (
          <p className="text-muted text-base">{t('No data yet. Run it once, or pin some.')}</p>
        )
      ) : (
        <DataShown look={look} value={value} base={base} name={node.id} />
      )}
    </div>
  )
}

/** What went wrong in words, with the way to the field it belongs to, and to a change asked for; the code is folded. */
function Failure({ node, row }: { node: WorkflowNode; row: NodeRun }) {
  const [draft, view] = [useDraft(), useView()]
  const readOnly = useStore(draft.save).state === 'read_only'
  const titleOf = useFieldTitle(node.type)
  const category = useNodePresentation(node.id)?.category
  const { error } = row
  if (!error) return null
  const cause = plainCause(error.message)
  const docs = failureDocs(error.code, category)
  const field = error.field && (titleOf(error.field.split('.'), node.config) ?? error.field)
  const askForFix = () => {
    const failed = { title: node.title, message: error.message.slice(0, 500) }
    view.windows.proposal.set({
      sentence: field
        ? t('Mend “{title}”, which failed, in {field}: {message}', { ...failed, field })
        : t('Mend “{title}”, which failed: {message}', failed),
      proposal: null,
    })
  }
  return (
    <Callout tone="bad" title={cause ?? toSentence(error.message)}>
      <div className="grid justify-items-start gap-1">
        {cause && <p className="break-words font-mono text-base">{error.message}</p>}
        <div className="flex flex-wrap gap-2">
          {field && (
            <Button size="sm" onClick={() => openSettings(view, row.node_id, error.field ?? '')}>
              {t('Go to {field}', { field })}
            </Button>
          )}
          {!readOnly && (
            <Button size="sm" icon={<Sparkles aria-hidden="true" />} onClick={askForFix}>
              {t('Ask for a fix')}
            </Button>
          )}
        </div>
        <TextLink href={docs.href} external>
          {t('Read {label}', { label: t(docs.label) })}
        </TextLink>
        <details>
          <summary className="w-fit rounded text-base">{t('Details')}</summary>
          <p className="text-base">
            {t('Code {code}, attempt {attempts}.', { code: error.code, attempts: row.attempts })}
          </p>
          <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap break-all font-mono text-xs">
            {JSON.stringify({ ...error, tries: row.tries }, null, 2)}
          </pre>
        </details>
      </div>
    </Callout>
  )
}

interface PinToolsProps {
  node: WorkflowNode
  value: NodeRun['output']
  port: string
  /** Whether a run gave this value. */
  given: boolean
}

function PinTools({ node, value, port, given }: PinToolsProps) {
  const [draft, view] = [useDraft(), useView()]
  const session = draft.run
  const pin = useStore(session.pins)[node.id]
  const isPast = useStore(session.past) !== null
  const refusal = useStore(session.refusal) ?? (isPast ? pastShown() : undefined)
  const inLoop = usePart(draft.document, (document) => loopsAround(document, node.id).length > 0)
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const mock = async () => {
    setBusy(true)
    try {
      const described = await ask('describe', node.type)
      const sample = described && sampleOf(described.output)
      if (sample === undefined || sample === null)
        view.message.set({ text: t('This node doesn’t declare its output. Write the data yourself.'), tone: 'bad' })
      else {
        await putPin(draft, node.id, { output: sample, port, made_up: true })
        view.message.set({ text: t('Pinned mock data: used only in tests'), tone: 'info' })
      }
    } catch (error) {
      view.message.set({ text: refusalOf(error), tone: 'bad' })
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        icon={pin ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
        reason={refusal}
        onClick={() => void togglePin(draft, view, node.id)}
      >
        {pin ? t('Unpin') : t('Pin')}
      </Button>
      <Button size="sm" icon={<Pencil aria-hidden="true" />} reason={refusal} onClick={() => setEditing(true)}>
        {t('Edit data')}
      </Button>
      <Button
        size="sm"
        icon={<Sparkles aria-hidden="true" />}
        reason={refusal}
        busy={busy && t('Creating mock data...')}
        onClick={() => void mock()}
      >
        {t('Mock data')}
      </Button>
      {pin?.before && (
        <Button
          size="sm"
          icon={<Undo2 aria-hidden="true" />}
          reason={refusal}
          onClick={() => void putBack(draft, view, [node.id])}
        >
          {t('Restore')}
        </Button>
      )}
      {inLoop && (
        <p className="basis-full text-muted text-base">
          {pin
            ? t('Pinned data is used for every loop item.')
            : t('It’s in a loop: pinned data is used for every item.')}
        </p>
      )}
      {editing && (
        <EditData
          node={node}
          value={pin?.output ?? value}
          port={pin?.port ?? port}
          given={given}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  )
}
