import { NodeToolbar, Position, useStoreApi } from '@xyflow/react'
import type { LucideIcon } from 'lucide-react'
import { Ellipsis, Play, Power, PowerOff, Trash2 } from 'lucide-react'
import { type FocusEvent, useEffect } from 'react'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { run } from '#web/canvas/tools/actions/keyboard.ts'
import { caps } from '#web/canvas/tools/actions/keys.ts'
import { actions } from '#web/canvas/tools/commands/action-list.ts'
import { useActionContext } from '#web/canvas/tools/commands/use-actions.ts'
import { useGestures } from '#web/canvas/view/nodes/gestures.ts'
import { useNodeTone } from '#web/canvas/view/nodes/node-state.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'

const BUTTON =
  'grid size-7 place-items-center rounded text-ink hover:bg-hover disabled:opacity-45 disabled:cursor-not-allowed [&_svg]:size-4'

/** The card that is being focused by the keyboard becomes the one that is pointed at. */
function useFocusedCard(): void {
  const { pointed } = useGestures()
  const store = useStoreApi()
  useEffect(() => {
    const { domNode } = store.getState()
    const onFocus = ({ target }: globalThis.FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches('.react-flow__node:focus-visible')) return
      if (target.dataset.id !== undefined) pointed.enter(target.dataset.id)
    }
    domNode?.addEventListener('focusin', onFocus)
    return () => domNode?.removeEventListener('focusin', onFocus)
  }, [pointed, store])
}

/**
 * Below the card under the pointer, or the one the keyboard is on: run, disable, delete, more. Tab leads from the card to them and
 * Escape back; each has a key of its own, too.
 */
export function NodeTools({ onMore }: { onMore: (place: { x: number; y: number }) => void }) {
  const [draft, view, { pointed, distance }] = [useDraft(), useView(), useGestures()]
  useFocusedCard()
  const id = useStore(pointed.card)
  const node = usePart(draft.document, ({ nodes }) => nodes.find((one) => one.id === id))
  const readOnly = useStore(draft.save).state === 'read_only'
  const linking = useStore(view.linking)
  const isNear = useStore(distance) === 'near'
  // What the run says at the foot of the card stays in sight.
  const offset = useNodeTone(id ?? '') === null ? 0 : 10
  const many = usePart(draft.selection, ({ nodes, notes }) => nodes.size + notes.size > 1)
  if (!node || readOnly || linking || !isNear || many) return null
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
    pointed.clear()
  }
  return (
    <NodeToolbar nodeId={node.id} isVisible position={Position.Bottom} align="end" offset={offset}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only stays while the pointer is on it, and Escape leads back to the card */}
      <div
        className="nodrag nopan pt-1"
        onMouseEnter={() => pointed.enter(node.id)}
        onMouseLeave={pointed.leave}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          view.camera.get()?.show({ node: node.id })
        }}
      >
        <div
          role="toolbar"
          aria-label={t('{title}: tools', { title: node.title })}
          className="flex gap-0.5 surface-raised p-0.5"
        >
          <Tool id="run-until" node={node.id} icon={Play} />
          <Tool
            id="toggle"
            node={node.id}
            icon={node.disabled ? Power : PowerOff}
            label={node.disabled ? t('Enable') : t('Disable')}
          />
          <Tool id="delete" node={node.id} icon={Trash2} />
          <button
            type="button"
            className={BUTTON}
            title={t('More actions')}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              draft.selection.set({ ...NOTHING, nodes: new Set([node.id]) })
              const { left, bottom } = currentTarget.getBoundingClientRect()
              onMore({ x: left, y: bottom })
            }}
          >
            <Ellipsis aria-hidden="true" />
            <span className="sr-only">{t('More actions')}</span>
          </button>
        </div>
      </div>
    </NodeToolbar>
  )
}

/** An action on this card, whatever is selected; it selects the card. */
function Tool({ id, node, icon: Icon, label }: { id: string; node: string; icon: LucideIcon; label?: string }) {
  const draft = useDraft()
  const context = useActionContext()
  const action = actions.find((each) => each.id === id)
  if (!action) return null
  const selection = { ...NOTHING, nodes: new Set([node]) }
  const may = action.enabled({ ...context(), selection })
  const name = label ?? ownWord(action.label, 'command')
  const [key] = action.keys
  const tip = `${name}${key === undefined ? '' : ` (${caps(key).join(' ')})`}${may === true ? '' : `. ${may}`}`
  return (
    <button
      type="button"
      className={BUTTON}
      title={tip}
      disabled={may !== true}
      onClick={() => {
        draft.selection.set(selection)
        run(action, context())
      }}
    >
      <Icon aria-hidden="true" />
      <span className="sr-only">{name}</span>
    </button>
  )
}
