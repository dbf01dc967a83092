import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { JsonObject, WorkflowId } from '#contract/core/primitives.ts'
import type { ListedWorkflow } from '#contract/workflows/workflows.ts'
import { call } from '#web/api/call.ts'
import { load } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { notifyFailure } from '#web/parts/platform/presets.ts'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { startRun } from '#web/parts/runs/start-run.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const AskInput = lazyPart(
  () => import('./ask-input.tsx'),
  (m) => m.AskInput,
)

type Asked =
  | { what: 'input'; workflow: ListedWorkflow; document: JsonObject }
  | { what: 'refused'; workflow: ListedWorkflow; reason: string }

/** Runs a workflow of the list: at once where it reads nothing of its start, otherwise after its input is asked for. */
export function useRunWorkflow(): {
  run: (workflow: ListedWorkflow) => void
  /** The one that is being started. */
  busy: WorkflowId | null
  question: React.ReactNode
} {
  const navigate = useNavigate()
  const [busy, setBusy] = useState<WorkflowId | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const start = async ({ id }: ListedWorkflow, input: JsonObject) => {
    const run = await startRun({ workflow_id: id }, input)
    await load(runQuery(run)).catch(() => null)
    setAsked(null)
    await navigate(paths.run(run))
  }
  const begin = async (workflow: ListedWorkflow) => {
    setBusy(workflow.id)
    try {
      const { document, abilities } = await call('getWorkflow', { params: { id: workflow.id } })
      const { reason } = abilities.run
      if (reason !== null) return setAsked({ what: 'refused', workflow, reason })
      const { readStart } = await import('./ask-input.tsx')
      const { needed } = await readStart(document)
      if (needed) setAsked({ what: 'input', workflow, document })
      else await start(workflow, {})
    } catch (error) {
      notifyFailure(error, {
        title: t('Something went wrong'),
        what: t('this workflow'),
        retry: () => void begin(workflow),
      })
    } finally {
      setBusy(null)
    }
  }
  const question = asked && (
    <Dialog open onClose={() => setAsked(null)} title={t('Run “{name}”', { name: asked.workflow.name })}>
      {asked.what === 'refused' ? (
        <div className="grid justify-items-start gap-4">
          <Callout tone="warn">{asked.reason}</Callout>
          <LinkButton href={paths.designer(asked.workflow.id)}>{t('Open in the designer')}</LinkButton>
        </div>
      ) : (
        <Suspense fallback={<Spinner />}>
          <AskInput document={asked.document} onRun={(input) => start(asked.workflow, input)} />
        </Suspense>
      )}
    </Dialog>
  )
  return { run: (workflow) => void begin(workflow), busy, question }
}
