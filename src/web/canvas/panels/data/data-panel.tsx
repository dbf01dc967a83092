import { Database, X } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { formatRelative } from '#web/lib/time.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { type PanelWidth, usePanelWidth } from '#web/ui/overlays/panel-width.tsx'
import { STATUS_LOOKS } from '#web/ui/status.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { InputData } from './input-data.tsx'
import { rowAt, rowsOf } from './node-rows.ts'
import { OutputData } from './output-data.tsx'
import { PastRuns } from './past-runs.tsx'

const WIDTH: PanelWidth = { key: 'data-width', usual: 320, least: 240, most: 720 }

/** Next to the settings of a node: its input and output in the selected run and item. */
export function DataPanel() {
  const [draft, view] = [useDraft(), useView()]
  const open = useStore(view.open)
  const { data } = draft.run
  const isOpen = useStore(data)
  const node = useStore(draft.document).nodes.find(({ id }) => id === open)
  if (!node) return null
  if (isOpen) return <Panel key={node.id} node={node} onClose={() => data.set(false)} />
  return (
    <button
      type="button"
      aria-expanded="false"
      onClick={() => data.set(true)}
      className="flex w-9 shrink-0 flex-col items-center gap-2 border-line border-l bg-surface py-3 text-muted text-base hover:bg-hover hover:text-ink max-md:absolute max-md:right-4 max-md:bottom-4 max-md:z-40 max-md:h-11 max-md:w-auto max-md:flex-row max-md:rounded max-md:border max-md:px-4 max-md:shadow-raised"
    >
      <Database aria-hidden="true" className="size-4" />
      <span className="md:[writing-mode:vertical-rl]">{t('Data')}</span>
    </button>
  )
}

function Panel({ node, onClose }: { node: WorkflowNode; onClose: () => void }) {
  const session = useDraft().run
  const run = useStore(session.execution)
  const hasInput = useStore(useDraft().document).edges.some(({ to }) => to.node === node.id)
  const isEdited = usePart(session.states, ({ edited }) => edited.has(node.id)) && rowsOf(run, node.id).length > 0
  const [failed] = useState(() => rowsOf(run, node.id).some(({ status }) => status === 'failed'))
  const [tab, setTab] = useState(hasInput && !failed ? 'input' : 'output')
  const { width, handle } = usePanelWidth(WIDTH, t('Data of {title}', { title: node.title }))
  return (
    <aside
      aria-label={t('Data of {title}', { title: node.title })}
      style={{ width }}
      className="relative flex min-w-60 max-w-full shrink flex-col border-line border-l bg-surface max-xl:absolute max-xl:inset-y-0 max-xl:right-full max-xl:z-20 max-xl:border-r max-xl:shadow-raised max-md:inset-0 max-md:z-40 max-md:w-full!"
    >
      {handle}
      <header className="flex items-center gap-2 border-line border-b py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 grow truncate font-medium">
          {fill(t('Data of {title}', { title: '{title}' }), { title: <bdi>{node.title}</bdi> })}
        </h2>
        <PastRuns />
        <IconButton label={t('Close data')} size="sm" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className="grid gap-2 px-4 py-2">
        <p className="text-muted text-base">
          {run
            ? t('Run of {created_at}', { created_at: formatRelative(run.created_at) })
            : t('Nothing has run yet. This is the declared structure, not real data.')}
        </p>
        {isEdited && <p className="text-base text-warn">{t('This step was edited since that run.')}</p>}
        <Iterations node={node.id} />
      </div>
      <div className="px-4">
        <TabList
          label={t('Input and output')}
          group="node-data"
          active={tab}
          onSelect={setTab}
          tabs={[
            { key: 'input', label: t('Input') },
            { key: 'output', label: t('Output') },
          ]}
        />
      </div>
      <div
        role="tabpanel"
        id={panelId('node-data')}
        aria-labelledby={tabId('node-data', tab)}
        className="min-h-0 grow overflow-y-auto overscroll-contain p-4"
      >
        {tab === 'input' ? <InputData node={node} /> : <OutputData node={node} />}
      </div>
    </aside>
  )
}

/** Of a node inside a loop: which item is looked at. All nodes of the loop follow. */
function Iterations({ node }: { node: string }) {
  const session = useDraft().run
  const run = useStore(session.execution)
  const chosen = useStore(session.iterations)
  const rows = rowsOf(run, node)
  const [first] = rows
  if (!first || (rows.length === 1 && first.iteration === '')) return null
  const at = rowAt(rows, chosen[node])?.iteration ?? ''
  const choose = (iteration: string) => {
    const same = (run?.nodes ?? [])
      .filter((row) => row.iteration === iteration)
      .map(({ node_id }) => [node_id, iteration])
    session.iterations.set({ ...chosen, ...Object.fromEntries(same), [node]: iteration })
  }
  return (
    <Select
      label={t('Loop item')}
      value={at}
      onChange={(event) => choose(event.target.value)}
      options={rows.map(({ iteration, status }) => ({
        value: iteration,
        label:
          status === 'succeeded'
            ? t('Item {iteration}', { iteration })
            : t('Item {iteration} ({status})', { iteration, status: t(STATUS_LOOKS[status]?.label ?? status) }),
      }))}
    />
  )
}
