import { useSearchParams } from 'react-router'
import type { WorkflowId } from '#contract/primitives.ts'
import { load, q, useData } from '#web/api/query.ts'
import { Designer } from '#web/canvas/designer.tsx'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { titled } from '#web/lib/brand.ts'

const workflowQuery = (id: string) => q('getWorkflow', { params: { id: id as WorkflowId } })

export const loader = async ({ url }: ScreenArgs) => {
  const id = url.searchParams.get('workflow')
  if (id) await load(workflowQuery(id))
}

/** §2.1: the designer, `?workflow=` says which one is open. */
export function Component() {
  const [params] = useSearchParams()
  const workflow = useData(workflowQuery(params.get('workflow') ?? ''))
  return (
    <>
      <title>{titled(workflow.name)}</title>
      <Designer key={workflow.id} workflow={workflow} />
    </>
  )
}
