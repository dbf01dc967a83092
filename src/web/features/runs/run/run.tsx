import { useParams } from 'react-router'
import { load } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { t } from '#web/lib/language.ts'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { paths } from '#web/paths.ts'
import { type Crumbs, RunPage } from './run-page.tsx'

export const loader = ({ params }: ScreenArgs) => load(runQuery(params.id ?? ''))

const OWN: Crumbs = () => [{ label: t('My Workflows'), href: paths.myWorkflows() }]
const VISITOR: Crumbs = (run) => [
  { label: t('Marketplace'), href: paths.marketplace() },
  ...(run.agent ? [{ label: run.agent.name, href: paths.agent(run.agent.slug) }] : []),
]

/** A run as its owner opens it, or a visitor in the tab it was started in. */
export function Component() {
  const { id = '' } = useParams()
  return <RunPage id={id} crumbs={useUser() === null ? VISITOR : OWN} address={paths.run} />
}
