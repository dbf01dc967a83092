import { Ban, Play, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import type { NodeDescription } from '#nodes/describe.ts'
import { isObject } from '#shared/json.ts'
import { fieldAt, withAt } from '#web/canvas/model/fields/field-at.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { titleAt } from '#web/canvas/model/fields/field-titles.ts'
import { useDescription } from '#web/canvas/services/analysis/use-description.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useNodePresentation, usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { beginRun } from '#web/canvas/services/run/run-start.ts'
import { useRunRefusal } from '#web/canvas/services/run/use-run-refusal.ts'
import { useAct } from '#web/canvas/tools/commands/use-actions.ts'
import { PanelFrame } from '#web/canvas/view/frame/panel-frame.tsx'
import { NodeState } from '#web/canvas/view/nodes/node-state.tsx'
import { StepIcon } from '#web/canvas/view/nodes/step-icon.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FieldView } from './field-view.tsx'
import { focusField } from './form/focus-field.ts'
import { FormProvider } from './form/form-context.ts'
import { useNodeForm } from './use-node-form.ts'

/** One setting with all the space next to the canvas: it stays open while others are selected and during a run. */
export function FocusPanel() {
  const focused = useStore(useView().focused)
  const node = usePart(useDraft().document, ({ nodes }) => nodes.find(({ id }) => id === focused?.node))
  return focused && node ? <Kept key={`${node.id} ${focused.path}`} node={node} path={focused.path} /> : null
}

function Kept({ node, path }: { node: WorkflowNode; path: string }) {
  const view = useView()
  const panel = useRef<HTMLElement>(null)
  const description = useDescription(node.type)
  const presentation = useNodePresentation(node.id)
  const ready = description !== undefined
  useEffect(() => {
    if (ready) focusField(panel.current, path)
  }, [ready, path])
  const close = () => {
    view.focused.set(null)
    view.camera.get()?.show({ node: node.id })
  }
  const title = description ? titleAt(fieldsOf(description.config), path, node.config) : path
  return (
    <PanelFrame label={t('{title} of {title2}', { title, title2: node.title })} ref={panel} onEscape={close}>
      <div data-kept="" className="contents">
        <header className="grid gap-2 border-line border-b px-4 py-2.5">
          <div className="flex items-center gap-2">
            <StepIcon node={node} icon={presentation?.icon} className="size-4.5" />
            <h2 className="min-w-0 grow truncate font-medium">
              {title} <span className="font-normal text-muted">{t('of')}</span> <bdi>{node.title}</bdi>
            </h2>
            <IconButton label={t('Close editor')} size="sm" onClick={close} className="-mr-1.5">
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <Running node={node.id} />
        </header>
        <div
          data-scroller=""
          className="relative min-h-0 grow overflow-y-auto overscroll-contain p-4 [--editor-least:55dvh] [--editor-most:none] [&_textarea]:min-h-[55dvh]"
        >
          {description === undefined ? <Skeleton className="h-40" /> : <Open {...{ node, path, description }} />}
        </div>
      </div>
    </PanelFrame>
  )
}

/** How the run goes for the node, and the ways to run while one writes. */
function Running({ node }: { node: string }) {
  const [draft, view] = [useDraft(), useView()]
  const act = useAct()
  const refusal = useRunRefusal()
  const underWay = refusal === t('It’s running. Cancel it first.')
  return (
    <div className="flex flex-wrap items-center gap-2">
      {underWay ? (
        <Button size="sm" icon={<Ban aria-hidden="true" />} onClick={() => act('run-cancel')}>
          {t('Cancel run')}
        </Button>
      ) : (
        <>
          <Button
            size="sm"
            icon={<Play aria-hidden="true" />}
            reason={refusal ?? undefined}
            onClick={() => act('run-all')}
          >
            {t('Run all')}
          </Button>
          <Button
            size="sm"
            reason={refusal ?? undefined}
            onClick={() => void beginRun({ draft, view }, { mode: 'node', node })}
          >
            {t('Run only this node')}
          </Button>
        </>
      )}
      <NodeState id={node} place="line" />
    </div>
  )
}

function Open({ node, path, description }: { node: WorkflowNode; path: string; description: NodeDescription | null }) {
  const { form, change } = useNodeForm(node)
  const found = description && fieldAt(fieldsOf(description.config), path, node.config)
  if (!found) return <Callout>{t('This setting no longer exists.')}</Callout>
  return (
    <FormProvider value={form}>
      <FieldView
        field={found.field}
        value={found.value}
        path={path}
        onChange={(next, at) => {
          const config = withAt(node.config, path.split('.'), next)
          if (isObject(config)) change(config, at)
        }}
      />
    </FormProvider>
  )
}
