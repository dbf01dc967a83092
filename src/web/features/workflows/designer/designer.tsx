import { PenLine } from 'lucide-react'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Designer } from '#web/canvas/designer.tsx'
import { wake } from '#web/canvas/services/analysis/analysis.ts'
import { HubPage } from '#web/features/workflows/hub/hub-page.tsx'
import { hubQuery, readHubState } from '#web/features/workflows/hub/hub-state.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { actionQuery } from '#web/parts/connectors/app-queries.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { acceptInvitationInAddress } from './join.ts'
import { type ActionInAddress, actionIn, recentQuery, WithAction } from './with-action.tsx'

const workflowQuery = (id: string) => q('getWorkflow', { params: { id: id as WorkflowId } })

export const loader = async ({ url }: ScreenArgs): Promise<unknown> => {
  const id = url.searchParams.get('workflow')
  const adds = actionIn(url.searchParams)
  if (id) wake()
  if (!id && adds) return Promise.all([load(actionQuery(adds.app, adds.action)), load(recentQuery)])
  if (id) await acceptInvitationInAddress(id, url.searchParams)
  return id ? load(workflowQuery(id)) : load(hubQuery(readHubState(url.searchParams)))
}

/** §2.1: the designer, `?workflow=` says which one is open; without one, the hub. */
export function Component() {
  const [params] = useSearchParams()
  const id = params.get('workflow')
  const adds = actionIn(params)
  if (id) return <Opened id={id} looking={params.get('mode') === 'view'} adds={adds} />
  return adds ? <WithAction {...adds} /> : <HubPage state={readHubState(params)} />
}

function Opened({ id, looking, adds }: { id: string; looking: boolean; adds: ActionInAddress | null }) {
  const [, setParams] = useSearchParams()
  // Added once: reloading the page adds no second step.
  const added = useCallback(
    () =>
      setParams(
        (now) => {
          now.delete('app')
          now.delete('action')
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  const workflow = useData(workflowQuery(id))
  return (
    <>
      <title>{pageTitle(workflow.name)}</title>
      <Designer
        key={`${workflow.id} ${looking}`}
        workflow={workflow}
        readOnly={looking ? t('choose Edit to change it.') : null}
        aside={looking && <EditButton id={id} />}
        begin={looking || !adds ? null : { ...adds, onDone: added }}
      />
    </>
  )
}

function EditButton({ id }: { id: string }) {
  return (
    <LinkButton href={paths.designer(id)} size="sm" variant="primary" icon={<PenLine aria-hidden="true" />}>
      {t('Edit')}
    </LinkButton>
  )
}
