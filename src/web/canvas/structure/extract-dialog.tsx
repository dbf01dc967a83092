import { type FormEvent, useEffect, useState } from 'react'
import type { JsonObject } from '#contract/primitives.ts'
import type { Step } from '#graph/operations.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { ask } from '#web/canvas/brain/brain.ts'
import type { Extraction } from '#web/canvas/brain/extract.ts'
import { type Draft, NOTHING } from '#web/canvas/draft.ts'
import { useDraft } from '#web/canvas/use-draft.ts'
import { useView } from '#web/canvas/use-view.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

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
    ask('extract', { document: draft.document.get(), nodes, title: 'Part' }).then(
      (found) => !left && setLooked(found),
      (error: unknown) => !left && setLooked({ kind: 'refused', reason: String(error), nodes: [] }),
    )
    return () => {
      left = true
    }
  }, [draft, nodes])
  return { nodes, looked }
}

/** Makes the workflow, then puts the node that runs it in place. @throws what the server refuses, or Error in words */
async function make(draft: Draft, nodes: readonly string[], title: string): Promise<string> {
  const made = await ask('extract', { document: draft.document.get(), nodes, title })
  if (made.kind === 'refused') throw new Error(made.reason)
  const { id } = await call('createWorkflow', { body: { name: title, document: made.child as unknown as JsonObject } })
  const operations = made.steps.map(
    (step): Step =>
      step.type === 'add_node'
        ? { ...step, node: { ...step.node, config: { ...step.node.config, workflow_id: id } } }
        : step,
  )
  if (!draft.perform({ type: 'batch', operations }, { label: `Made “${title}” of ${nodes.length} nodes` }))
    throw new Error(draft.refusal.get() ?? 'It could not be put in place.')
  await refresh('listWorkflows')
  return made.caller.id
}

const words = (error: unknown): string =>
  error instanceof Error && error.constructor === Error ? error.message : friendly(error)

function Asking({ onClose }: { onClose: () => void }) {
  const [draft, view] = [useDraft(), useView()]
  const { nodes, looked } = useExtraction(draft)
  const [title, setTitle] = useState('')
  const [missing, setMissing] = useState(false)
  const save = useAction(async () => {
    const caller = await make(draft, nodes, title.trim())
    draft.selection.set({ ...NOTHING, nodes: new Set([caller]) })
    onClose()
    view.camera.get()?.show({ node: caller })
    view.message.set({ text: `“${title.trim()}” is a workflow of its own now, and is run from here.`, tone: 'info' })
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
        title="This part cannot stand alone"
        footer={
          <>
            {looked.nodes.length > 0 && <Button onClick={() => showThem(looked.nodes)}>Show me</Button>}
            <Button variant="primary" onClick={onClose}>
              All right
            </Button>
          </>
        }
      >
        <p>{looked.reason}</p>
        <p className="mt-2 text-muted text-sm">Nothing has changed.</p>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} size="sm" title="Make a workflow of the selection">
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <p className="text-muted">
          {nodes.length === 1 ? 'The node moves' : `The ${nodes.length} nodes move`} into a workflow of their own. Here,
          one node runs it, waits, and gives on its result.
        </p>
        <TextField
          label="Name"
          value={title}
          maxLength={100}
          error={missing && title.trim() === '' ? 'Say what it does, for example: Check the invoice' : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
        {looked && looked.inputs.length > 0 && (
          <p className="text-sm">
            It is given, beside its input: <span className="font-mono">{looked.inputs.join(', ')}</span>
          </p>
        )}
        {save.error !== null && <Callout tone="bad">{words(save.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.busy && 'Making it...'}
            reason={looked === null ? 'Looking at the selection' : undefined}
          >
            Make it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
