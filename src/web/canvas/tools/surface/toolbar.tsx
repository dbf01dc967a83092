import { Hand, Magnet, Map as MapIcon, Maximize, Minus, MousePointer2, Plus, Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { caps } from '#web/canvas/tools/actions/keys.ts'
import { useAct } from '#web/canvas/tools/commands/use-actions.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

/** The tools of the canvas at its lower edge: adding, undo, how the pointer works, and the size of the picture. */
export function Toolbar() {
  const draft = useDraft()
  const view = useView()
  const act = useAct()
  const { undo, redo } = useStore(draft.history)
  const [tool, snap, map] = [useStore(view.tool), useStore(view.snap), useStore(view.minimap)]
  const readOnly = useStore(draft.save).state === 'read_only'
  const tip = (label: string, of: readonly { label: string }[], keys: string) =>
    `${label}${of.length > 0 ? `: ${of.at(-1)?.label}` : ''} (${keys})`
  return (
    <div
      role="toolbar"
      aria-label={t('Canvas')}
      className="absolute bottom-3 left-3 z-10 flex items-center gap-0.5 surface-raised p-1"
    >
      {!readOnly && (
        <>
          <Button size="sm" title={t('Add node (N)')} icon={<Plus aria-hidden="true" />} onClick={() => act('add')}>
            {t('Add')}
          </Button>
          <IconButton
            size="sm"
            label={tip(t('Undo'), undo, caps('mod+Z').join(' '))}
            disabled={undo.length === 0}
            onClick={() => act('undo')}
          >
            <Undo2 aria-hidden="true" />
          </IconButton>
          <IconButton
            size="sm"
            label={tip(t('Redo'), redo, caps('mod+shift+Z').join(' '))}
            disabled={redo.length === 0}
            onClick={() => act('redo')}
          >
            <Redo2 aria-hidden="true" />
          </IconButton>
          <Divider />
        </>
      )}
      <Toggle label={t('Pointer (V)')} on={tool === 'pointer'} onClick={() => act('pointer')}>
        <MousePointer2 aria-hidden="true" />
      </Toggle>
      <Toggle label={t('Hand (H)')} on={tool === 'hand'} onClick={() => act('hand')}>
        <Hand aria-hidden="true" />
      </Toggle>
      <span className="hidden items-center gap-0.5 sm:flex">
        <Toggle label={t('Snap (Shift S)')} on={snap} onClick={() => act('snap')}>
          <Magnet aria-hidden="true" />
        </Toggle>
        <Toggle label={t('Minimap (M)')} on={map} onClick={() => act('minimap')}>
          <MapIcon aria-hidden="true" />
        </Toggle>
      </span>
      <Divider />
      <IconButton size="sm" label={t('Zoom out (-)')} onClick={() => act('zoom-out')}>
        <Minus aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t('Zoom in (+)')} onClick={() => act('zoom-in')}>
        <Plus aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t('Fit to screen (1)')} onClick={() => act('fit')}>
        <Maximize aria-hidden="true" />
      </IconButton>
    </div>
  )
}

const Divider = () => <span aria-hidden="true" className="mx-1 h-5 w-px bg-line" />

function Toggle({
  label,
  on,
  onClick,
  children,
}: {
  label: string
  on: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <IconButton
      size="sm"
      label={label}
      aria-pressed={on}
      onClick={onClick}
      className={on ? 'bg-indigo-soft text-indigo' : ''}
    >
      {children}
    </IconButton>
  )
}
