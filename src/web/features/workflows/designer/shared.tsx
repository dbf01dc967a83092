import { redirect, useParams } from 'react-router'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { session } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Designer } from '#web/canvas/designer.tsx'
import { pageTitle } from '#web/lib/brand.ts'
import { paths } from '#web/paths.ts'
import { acceptInvitationInAddress } from './join.ts'

const workflowQuery = (id: string) => q('getWorkflow', { params: { id: id as WorkflowId } })

/** Users who can build work on it in the designer; other members see it here. */
export const loader = async ({ params, url }: ScreenArgs): Promise<unknown> => {
  const id = params.id ?? ''
  if (session.get().user?.permissions.includes('workflows.create')) {
    const query = Object.fromEntries(url.searchParams)
    throw redirect(paths.designer(id, query))
  }
  await acceptInvitationInAddress(id, url.searchParams)
  return load(workflowQuery(id))
}

/** Another user's workflow, to view and comment on. */
export function Component() {
  const { id = '' } = useParams()
  const workflow = useData(workflowQuery(id))
  return (
    <>
      <title>{pageTitle(workflow.name)}</title>
      <Designer key={workflow.id} workflow={workflow} />
    </>
  )
}
