import { useParams } from 'react-router'
import { load } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { paths } from '#web/paths.ts'
import { type Crumbs, RunPage } from './run-page.tsx'

export const loader = ({ params }: ScreenArgs) => load(runQuery(params.executionId ?? ''))

const CRUMBS: Crumbs = () => [{ label: 'Executions', href: paths.executions() }]

/** Any run of this installation, for a super admin. */
export function Component() {
  const { executionId = '' } = useParams()
  return <RunPage id={executionId} crumbs={CRUMBS} address={paths.execution} />
}
