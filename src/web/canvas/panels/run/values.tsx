import { PenLine, Play, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { topologicalOrder } from '#graph/plan.ts'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { pastShown } from '#web/canvas/model/draft/run-session.ts'
import type { Known } from '#web/canvas/model/run/known-data.ts'
import { EditData } from '#web/canvas/panels/data/edit-data.tsx'
import { rowAt, rowsOf } from '#web/canvas/panels/data/node-rows.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useKnown } from '#web/canvas/services/draft/known-data.ts'
import { putBack, togglePin, unpinAll } from '#web/canvas/services/run/pins.ts'
import { beginRun } from '#web/canvas/services/run/run-start.ts'
import { useRunRefusal } from '#web/canvas/services/run/use-run-refusal.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { DockHead } from './dock-head.tsx'

/** Characters of a value that are seen in its line. */
const SEEN = 400

/** What every node gives, in the order they run: each can be changed, what follows run on that, and put back. */
export function Values() {
  const [draft, view] = [useDraft(), useView()]
  const session = draft.run
  const { nodes, edges } = useStore(draft.document)
  const pins = useStore(session.pins)
  const known = useKnown()
  const refusal = useChangeRefusal()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ordered = topologicalOrder(nodes, edges).flatMap((id) => byId.get(id) ?? [])
  const pinned = Object.values(pins)
  const changed = pinned.filter(({ before }) => before !== null).map(({ node_id }) => node_id)
  return (
    <>
      <DockHead>
        <p className="min-w-0 grow truncate text-muted text-base">
          {changed.length === 0
            ? t('Edit a node’s output and run what follows.')
            : t('{count} changed', { count: changed.length })}
        </p>
        <Button
          size="sm"
          icon={<Undo2 aria-hidden="true" />}
          reason={refusal ?? (changed.length === 0 ? t('No values were changed.') : undefined)}
          onClick={() => void putBack(draft, view, changed)}
        >
          {t('Restore all')}
        </Button>
        <Button
          size="sm"
          reason={refusal ?? (pinned.length === 0 ? t('Nothing is pinned.') : undefined)}
          onClick={() => void unpinAll(draft, view)}
        >
          {t('Unpin all')}
        </Button>
      </DockHead>
      <ScrollRegion label={t('Node outputs')} className="min-h-0 grow">
        <ul>
          {ordered.map((node) => (
            <Value key={node.id} node={node} known={known[node.id]} refusal={refusal} />
          ))}
        </ul>
      </ScrollRegion>
    </>
  )
}

/** Why no value can be changed here; null when it can. */
function useChangeRefusal(): string | null {
  const session = useDraft().run
  const [refusal, past] = [useStore(session.refusal), useStore(session.past)]
  return refusal ?? (past === null ? null : pastShown())
}

const shortened = (value: Json): string => JSON.stringify(value).slice(0, SEEN)

interface ValueProps {
  node: WorkflowNode
  known: Known | undefined
  /** Why it cannot be changed. */
  refusal: string | null
}

function Value({ node, known, refusal }: ValueProps) {
  const [draft, view] = [useDraft(), useView()]
  const session = draft.run
  const [run, iterations, pins] = [useStore(session.execution), useStore(session.iterations), useStore(session.pins)]
  const [editing, setEditing] = useState(false)
  const notNow = useRunRefusal()
  const row = rowAt(rowsOf(run, node.id), iterations[node.id])
  const pin = pins[node.id]
  const jump = () => {
    draft.selection.set({ ...NOTHING, nodes: new Set([node.id]) })
    view.camera.get()?.show({ node: node.id }, { focus: false })
  }
  const tooLarge = row?.stored && !pin ? t('It’s too large to edit here.') : undefined
  return (
    <li
      data-value={node.id}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5 text-base"
    >
      <button type="button" onClick={jump} className="min-h-7 max-w-52 truncate rounded-sm font-medium hover:underline">
        <bdi>{node.title}</bdi>
      </button>
      {known && <Badge tone={known.source === 'pin' ? 'warn' : 'neutral'}>{known.said}</Badge>}
      <code className="min-w-24 grow basis-40 truncate font-mono text-muted text-xs">
        <bdi>{known ? shortened(known.value) : t('No data yet.')}</bdi>
      </code>
      <span className="flex flex-wrap gap-1">
        <Button
          size="sm"
          variant="ghost"
          icon={<PenLine aria-hidden="true" />}
          reason={refusal ?? tooLarge}
          onClick={() => setEditing(true)}
        >
          {t('Edit')}
          <span className="sr-only"> {t('what {title} gives', { title: node.title })}</span>
        </Button>
        {pin && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Play aria-hidden="true" />}
            reason={notNow ?? undefined}
            onClick={() => void beginRun({ draft, view }, { mode: 'from', node: node.id })}
          >
            {t('Run what follows')}
            <span className="sr-only"> {node.title}</span>
          </Button>
        )}
        {pin?.before && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Undo2 aria-hidden="true" />}
            reason={refusal ?? undefined}
            onClick={() => void putBack(draft, view, [node.id])}
          >
            {t('Restore')}
            <span className="sr-only"> {t('what {title} gave', { title: node.title })}</span>
          </Button>
        )}
        {pin && (
          <Button
            size="sm"
            variant="ghost"
            reason={refusal ?? undefined}
            onClick={() => void togglePin(draft, view, node.id)}
          >
            {t('Unpin')}
            <span className="sr-only"> {node.title}</span>
          </Button>
        )}
      </span>
      {editing && (
        <EditData
          node={node}
          value={pin?.output ?? known?.value ?? {}}
          port={pin?.port ?? row?.port ?? 'out'}
          given={!pin && known?.source === 'run'}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  )
}
