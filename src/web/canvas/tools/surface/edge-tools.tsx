import { EdgeLabelRenderer } from '@xyflow/react'
import { Plus, Trash2 } from 'lucide-react'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { inputPoint, outputPoint } from '#web/canvas/model/edits/drop.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useAct } from '#web/canvas/tools/commands/use-actions.ts'
import { useGestures } from '#web/canvas/view/nodes/gestures.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'

const button =
  'grid size-7 place-items-center rounded-full border border-control bg-surface text-ink hover:bg-hover [&_svg]:size-3.5'

/** On the edge under the pointer, or the one selected: a plus that puts a node into it, and a bin. */
export function EdgeTools() {
  const draft = useDraft()
  const view = useView()
  const act = useAct()
  const { hovered } = useGestures()
  const document = useStore(draft.document)
  const selection = useStore(draft.selection)
  const under = useStore(hovered)
  const { presentations } = useStore(draft.analysis)
  const readOnly = useStore(draft.save).state === 'read_only'
  const [chosen] = selection.edges.size === 1 && selection.nodes.size === 0 ? selection.edges : []
  const edge = document.edges.find(({ id }) => id === (under ?? chosen))
  const [from, to] = [edge?.from.node, edge?.to.node].map((id) => document.nodes.find((node) => node.id === id))
  if (!edge || !from || !to || readOnly) return null
  const [start, end] = [outputPoint(from, presentations, edge.from.port), inputPoint(to, presentations)]
  const select = () => draft.selection.set({ ...NOTHING, edges: new Set([edge.id]) })
  return (
    <EdgeLabelRenderer>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only stays while the pointer is on it; the keyboard selects the edge and uses N and Delete */}
      <div
        onMouseEnter={() => hovered.set(edge.id)}
        onMouseLeave={() => hovered.set(null)}
        style={{ transform: `translate(-50%, -50%) translate(${(start.x + end.x) / 2}px, ${(start.y + end.y) / 2}px)` }}
        className="nodrag nopan pointer-events-auto absolute z-10 flex gap-1 p-1"
      >
        <button
          type="button"
          className={button}
          title={t('Insert node here')}
          onClick={() => {
            view.picker.set({ at: null, from: null, into: edge.id })
            hovered.set(null)
          }}
        >
          <Plus aria-hidden="true" />
          <span className="sr-only">{t('Insert node here')}</span>
        </button>
        <button
          type="button"
          className={button}
          title={t('Delete connection')}
          onClick={() => {
            select()
            act('delete')
            hovered.set(null)
          }}
        >
          <Trash2 aria-hidden="true" />
          <span className="sr-only">{t('Delete connection')}</span>
        </button>
      </div>
    </EdgeLabelRenderer>
  )
}
