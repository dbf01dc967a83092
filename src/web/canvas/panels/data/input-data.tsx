import type { NodeRun } from '#contract/runs/executions.ts'
import type { WorkflowNode } from '#graph/document.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { Known, KnownOutputs } from '#web/canvas/model/run/known-data.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useKnown } from '#web/canvas/services/draft/known-data.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { findRow } from '#web/parts/runs/run-values.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type DataLook, DataShown, DataTools, useDataView } from './data-view.tsx'
import { nodesBefore, rowAt, rowsOf } from './node-rows.ts'
import { LargeValue } from './row-value.tsx'

/** The values its fields can read: computed again whenever `_known` changes. */
const bindingsNow = (draft: Draft, id: string, _known: KnownOutputs) => draft.data.bindings(id)

/** Everything a node can read: what leads to it, and behind a fold what comes before that. */
export function InputData({ node }: { node: WorkflowNode }) {
  const draft = useDraft()
  const session = draft.run
  const [document, run, iterations] = [
    useStore(draft.document),
    useStore(session.execution),
    useStore(session.iterations),
  ]
  const known = useKnown()
  const look = useDataView()
  const { direct, further } = nodesBefore(document, node.id)
  const iteration = rowAt(rowsOf(run, node.id), iterations[node.id])?.iteration ?? ''
  const bindings = bindingsNow(draft, node.id, known)
  const titles = new Map(document.nodes.map(({ id, title }) => [id, title]))
  const all = [...direct, ...further].flatMap((id) => {
    const one = known[id]
    return one ? [{ value: one.value, base: '', name: '' }] : []
  })
  const source = (id: string) => (
    <Source
      key={id}
      id={id}
      title={titles.get(id) ?? id}
      known={known[id]}
      row={run && findRow(run.nodes, id, iteration)}
      run={run?.id ?? null}
      look={look}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DataTools look={look} all={all} />
      {direct.length === 0 && (
        <Titled title={t('Run input')}>
          <DataShown look={look} value={bindings.input} base="$input" name="input" />
        </Titled>
      )}
      {bindings.item !== undefined && (
        <Titled title={t('Loop item')}>
          <DataShown look={look} value={bindings.item} base="$item" name="item" />
        </Titled>
      )}
      {direct.map(source)}
      {further.length > 0 && (
        <details>
          <summary className="w-fit rounded font-medium text-base">
            {further.length === 1
              ? t('One node before that')
              : t('{count} nodes before that', { count: further.length })}
          </summary>
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">{further.map(source)}</div>
        </details>
      )}
    </div>
  )
}

const Titled = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h3 className="font-medium text-base">{title}</h3>
    {children}
  </section>
)

interface SourceProps {
  id: string
  title: string
  known: Known | undefined
  row: NodeRun | null
  run: string | null
  look: DataLook
}

function Source({ id, title, known, row, run, look }: SourceProps) {
  const base = `$nodes.${id}`
  const ofRun = known?.source === 'run' && row !== null && row.finished_at !== null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="flex items-center gap-2 font-medium text-base">
        <bdi className="truncate">{title}</bdi>
        {known && known.source !== 'run' && (
          <Badge tone={known.source === 'pin' ? 'warn' : 'neutral'}>{known.said}</Badge>
        )}
      </h3>
      {row?.stored && run !== null && known?.source !== 'pin' ? (
        <LargeValue run={run} row={row} look={look} base={base} />
      ) : known ? (
        <DataShown look={look} value={ofRun ? row.output : known.value} base={base} name={id} />
      ) : (
        <p className="text-muted text-base">{t('No data yet. Run it once, or pin some.')}</p>
      )}
    </section>
  )
}
