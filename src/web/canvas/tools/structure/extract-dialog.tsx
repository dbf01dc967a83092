import { type FormEvent, useEffect, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Workflow } from '#contract/workflows/workflows.ts'
import type { Step } from '#graph/operations.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { type Draft, NOTHING } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { countedNodes } from '#web/canvas/model/graph/counts.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { Extraction } from '#web/canvas/services/analysis/extract.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { sayRendered } from '#web/canvas/services/language/say-rendered.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Asks what a part is to be called before it becomes a workflow of its own, or says which nodes stand in the way. */
export function ExtractDialog() {
  const view = useView()
  const open = useStore(view.extracting)
  return open ? <Asking onClose={() => view.extracting.set(false)} /> : null
}

/** The nodes that are taken, as they were when it was asked, and what would become of them. */
function useExtraction(draft: Draft) {
  const [nodes] = useState(() => [...draft.selection.get().nodes])
  const [looked, setLooked] = useState<Extraction | null>(null)
  useEffect(() => {
    let left = false
    ask('extract', { document: draft.document.get(), nodes, title: t('Part') }).then(
      (found) => !left && setLooked(found),
      (error: unknown) => !left && setLooked({ kind: 'refused', reason: String(error), nodes: [] }),
    )
    return () => {
      left = true
    }
  }, [draft, nodes])
  return { nodes, looked }
}

interface Made {
  /** Id of the node that runs the new workflow. */
  caller: string
  /** Why it is not published; null when it is. */
  unpublished: string | null
}

/** What runs it runs what is published of it: without, the workflow it was taken from would run no more. */
const publish = ({ id, revision }: Workflow, from: string): Promise<string | null> =>
  call('publishWorkflow', {
    params: { id },
    body: { name: t('First'), notes: t('A part of “{from}”', { from }).slice(0, 200), base_revision: revision },
  }).then(() => null, friendly)

/** Makes the workflow, publishes it, and puts the node that runs it in place. @throws what the server refuses, or Error in words */
async function make(draft: Draft, nodes: readonly string[], title: string, from: string): Promise<Made> {
  const made = await ask('extract', { document: draft.document.get(), nodes, title })
  if (made.kind === 'refused') throw new Error(sayRendered(made.reason))
  const child = await call('createWorkflow', {
    body: { name: title, document: made.child as unknown as JsonObject },
  })
  const unpublished = await publish(child, from)
  const operations = made.steps.map(
    (step): Step =>
      step.type === 'add_node'
        ? { ...step, node: { ...step.node, config: { ...step.node.config, workflow_id: child.id } } }
        : step,
  )
  if (
    !draft.perform(
      { type: 'batch', operations },
      { label: t('Made “{title}” of {nodes}', { title, nodes: countedNodes(nodes.length) }) },
    )
  )
    throw new Error(draft.refusal.get() ?? t('It couldn’t be replaced.'))
  await refresh('listWorkflows')
  return { caller: made.caller.id, unpublished }
}

function openIt(draft: Draft, view: View, caller: string) {
  const id = draft.document.get().nodes.find((node) => node.id === caller)?.config.workflow_id
  if (typeof id === 'string') view.leaving.set(paths.designer(id))
}

const words = (error: unknown): string =>
  error instanceof Error && error.constructor === Error ? error.message : friendly(error)

/** What becomes of so many nodes. */
const explained = (count: number): string =>
  count === 1
    ? t(
        'The node moves into a separate workflow. Here, one node runs it and passes on its result. It’s published immediately so both can run.',
      )
    : t(
        'The {count} nodes move into a separate workflow. Here, one node runs it and passes on its result. It’s published immediately so both can run.',
        { count },
      )

function Asking({ onClose }: { onClose: () => void }) {
  const [draft, view] = [useDraft(), useView()]
  const { nodes, looked } = useExtraction(draft)
  const [title, setTitle] = useState('')
  const [missing, setMissing] = useState(false)
  const save = useAction(async () => {
    const name = title.trim()
    const { caller, unpublished } = await make(draft, nodes, name, view.about.get().name)
    draft.selection.set({ ...NOTHING, nodes: new Set([caller]) })
    onClose()
    view.camera.get()?.show({ node: caller })
    view.message.set(
      unpublished === null
        ? { text: t('“{name}” is now a separate, published workflow that runs from here.', { name }), tone: 'info' }
        : {
            text: t('“{name}” is now a separate workflow. It runs from here after you publish it: {unpublished}', {
              name,
              unpublished,
            }),
            tone: 'bad',
            offers: [{ label: t('Open'), perform: () => openIt(draft, view, caller) }],
          },
    )
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '') setMissing(true)
    else void save.run()
  }
  const showThem = (ids: readonly string[]) => {
    draft.selection.set({ ...NOTHING, nodes: new Set(ids) })
    onClose()
    view.camera.get()?.fit(ids)
  }
  if (looked?.kind === 'refused')
    return (
      <Dialog
        open
        onClose={onClose}
        size="sm"
        title={t('This part can’t be extracted')}
        footer={
          <>
            {looked.nodes.length > 0 && <Button onClick={() => showThem(looked.nodes)}>{t('Show me')}</Button>}
            <Button variant="primary" onClick={onClose}>
              {t('OK')}
            </Button>
          </>
        }
      >
        <p>{sayRendered(looked.reason)}</p>
        <p className="mt-2 text-muted text-base">{t('Nothing has changed.')}</p>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} size="sm" title={t('Extract to workflow')}>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <p className="text-muted">{explained(nodes.length)}</p>
        <TextField
          label={t('Name')}
          value={title}
          maxLength={100}
          error={
            missing && title.trim() === '' ? t('Describe what it does, for example: Check the invoice') : undefined
          }
          onChange={(event) => setTitle(event.target.value)}
        />
        {looked && looked.inputs.length > 0 && (
          <p className="text-base">
            {t('In addition to its input, it gets:')} <span className="font-mono">{looked.inputs.join(', ')}</span>
          </p>
        )}
        {save.error !== null && <Callout tone="bad">{words(save.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.busy && t('Extracting...')}
            reason={looked === null ? t('Checking the selection') : undefined}
          >
            {t('Extract')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
