import { useEffect, useRef } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import { isOfApp } from '#web/canvas/model/graph/app-step.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { useDescription } from '#web/canvas/services/analysis/use-description.ts'
import { useAnalysis, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { takesText } from '#web/canvas/view/frame/late-focus.ts'
import { PanelFrame } from '#web/canvas/view/frame/panel-frame.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { focusField } from './form/focus-field.ts'
import { Listen } from './listen.tsx'
import { NodeForm } from './node-form.tsx'
import { NodeHead } from './node-head.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { problemsOfNode } from './problems.ts'
import { TestAddress } from './test-address.tsx'
import { hasAddress, TriggerAddress } from './trigger-address.tsx'

/** The settings of the node that `view.open` names, next to the canvas. */
export function SettingsPanel() {
  const view = useView()
  const open = useStore(view.open)
  const { nodes } = useStore(useDraft().document)
  const node = nodes.find(({ id }) => id === open)
  return node ? <OpenSettings node={node} /> : null
}

/** While it is open, it follows what is selected and leaves the focus there; opening it takes the focus, closing it gives it back. */
function OpenSettings({ node }: { node: WorkflowNode }) {
  const view = useView()
  const from = useRef<Element | null>(null)
  useEffect(() => {
    from.current = document.activeElement
    if (view.windows.wantedField.get() === null) view.windows.wantedField.set('')
  }, [view])
  useEffect(() => {
    // The panel has taken a part of the canvas.
    const frame = requestAnimationFrame(() => view.camera.get()?.show({ node: node.id }, { focus: false }))
    return () => cancelAnimationFrame(frame)
  }, [view, node.id])
  const close = () => {
    view.open.set(null)
    const back = from.current
    if (back instanceof HTMLElement && back.isConnected && back.closest(`[data-id="${node.id}"]`)) back.focus()
    else view.camera.get()?.show({ node: node.id })
  }
  return <Settings key={node.id} node={node} onClose={close} />
}

/** Puts the cursor where it is wanted, once there are fields; it stays where the user is already typing in the panel. */
function useWantedField(ready: boolean) {
  const panel = useRef<HTMLElement>(null)
  const waited = useRef(false)
  const wanting = useView().windows.wantedField
  const wanted = useStore(wanting)
  useEffect(() => {
    if (wanted === null) return
    if (!ready) {
      waited.current = true
      return
    }
    wanting.set(null)
    const focused = document.activeElement
    const isTyping = waited.current && focused !== null && takesText(focused) && panel.current?.contains(focused)
    waited.current = false
    if (isTyping) return
    if (!focusField(panel.current, wanted)) panel.current?.querySelector<HTMLElement>('header input')?.focus()
  }, [ready, wanted, wanting])
  return panel
}

function Settings({ node, onClose }: { node: WorkflowNode; onClose: () => void }) {
  const draft = useDraft()
  const { presentations, problems } = useAnalysis()
  const save = useStore(draft.save)
  const description = useDescription(node.type)
  const panel = useWantedField(description !== undefined)
  const disabled = save.state === 'read_only'
  return (
    <PanelFrame label={t('Settings of {title}', { title: node.title })} ref={panel} onEscape={onClose}>
      <NodeHead
        node={node}
        icon={presentations[node.id]?.icon}
        kind={description ? ownWord(description.title, 'node') : node.type}
        disabled={disabled}
        onClose={onClose}
      />
      {/* Positioned, so that labels for screen readers alone do not make the page behind it longer. */}
      <div data-scroller="" className="relative min-h-0 grow overflow-y-auto overscroll-contain">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4">
          {disabled && <Callout>{save.reason}</Callout>}
          {problemsOfNode(problems, node.id).map((one) => (
            <Callout key={one.code} tone="warn">
              {one.message}
            </Callout>
          ))}
          {description === undefined ? (
            <Skeleton className="h-40 w-full" />
          ) : (
            <>
              {description && !isOfApp(node.type) && (
                <p className="text-muted text-base">{t(description.description)}</p>
              )}
              {node.type === 'webhook_trigger' && !disabled && <TestAddress node={node} />}
              {node.type === 'table_trigger' && !disabled && (
                <Listen
                  node={node}
                  kind="table"
                  start={t('Listen for a change')}
                  waiting={t('Add, change or delete a row of the table now. The change appears here and is pinned.')}
                />
              )}
              {hasAddress(node.type) && !disabled && <TriggerAddress node={node} />}
              <NodeForm node={node} description={description} />
            </>
          )}
        </div>
        {description && !description.trigger && (
          <PolicyFields node={node} timeoutMs={description.timeout_ms} disabled={disabled} />
        )}
      </div>
    </PanelFrame>
  )
}
