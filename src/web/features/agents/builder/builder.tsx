import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { Workflow } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { createView } from '#web/canvas/model/draft/view.ts'
import { Presence } from '#web/canvas/panels/presence/presence.tsx'
import { SaveTrouble } from '#web/canvas/panels/presence/save-state.tsx'
import { Versions } from '#web/canvas/panels/versions/versions.tsx'
import { wake } from '#web/canvas/services/analysis/analysis.ts'
import { DraftProvider } from '#web/canvas/services/context/use-draft.ts'
import { ViewProvider } from '#web/canvas/services/context/use-view.ts'
import { openDraft } from '#web/canvas/services/draft/open-draft.ts'
import { startSync } from '#web/canvas/services/sync/draft-sync.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { BuilderBar } from './builder-bar.tsx'
import { Workbench } from './workbench.tsx'

const workflowQuery = (id: string) => q('getWorkflow', { params: { id: id as WorkflowId } })

export const loader = ({ params }: ScreenArgs): Promise<unknown> => {
  wake()
  return Promise.all([load(workflowQuery(params.id ?? '')), load(modelsQuery)])
}

/** The builder of a custom agent: its parts, a chat with it, and what each answer took. */
export function Component() {
  const { id = '' } = useParams()
  const workflow = useData(workflowQuery(id))
  return (
    <>
      <title>{pageTitle(workflow.name)}</title>
      <Builder key={workflow.id} workflow={workflow} />
    </>
  )
}

/** The draft is the workflow’s: a person who edits it in the designer at the same time sees the same. */
function Builder({ workflow }: { workflow: Workflow }) {
  const { id, abilities } = workflow
  const [draft] = useState(() =>
    openDraft({
      id,
      document: workflow.document as unknown as WorkflowDocument,
      readOnly: abilities.update.allowed ? null : abilities.update.reason,
    }),
  )
  const [view] = useState(() => {
    const made = createView()
    made.about.set({ name: workflow.name, description: workflow.description, own: workflow.role === 'owner' })
    return made
  })
  const [first] = useState(workflow.revision)
  useEffect(() => startSync(draft, first), [draft, first])
  return (
    <DraftProvider value={draft}>
      <ViewProvider value={view}>
        <Presence active>
          <div className="flex h-[calc(100dvh-var(--page-top,3.5rem))] flex-col">
            <BuilderBar id={id} />
            <SaveTrouble />
            <div className="relative flex min-h-0 grow">
              <Workbench id={id} />
              <Versions />
            </div>
          </div>
        </Presence>
      </ViewProvider>
    </DraftProvider>
  )
}
