import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { actionQuery } from '#web/parts/connectors/app-queries.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { LinkCard } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export interface ActionInAddress {
  app: string
  action: string
}

export const actionIn = (params: URLSearchParams): ActionInAddress | null => {
  const [app, action] = [params.get('app'), params.get('action')]
  return app && action ? { app, action } : null
}

const OFFERED = 12
export const recentQuery = q('listWorkflows', { query: { limit: OFFERED } })

/** Where a step that runs an action of an app goes: into a new workflow, or one of the last ones. */
export function WithAction({ app, action }: ActionInAddress) {
  const found = useData(actionQuery(app, action))
  const { items } = useData(recentQuery)
  const navigate = useNavigate()
  const blank = useAction(async () => {
    const { id } = await call('createWorkflow', {
      body: { name: `${found.integration.name}: ${found.title}`.slice(0, 100) },
    })
    await refresh('listHub', 'listWorkflows')
    await navigate(paths.designer(id, { app, action }))
  })
  return (
    <div className="p-4 md:p-6 lg:p-8">
      <Page title={t('Use “{action}”', { action: found.title })} wide>
        <PageHeader
          title={fill(t('Use “{action}” in a workflow', { action: '{action}' }), { action: <bdi>{found.title}</bdi> })}
          icon={<AppLogo logo={found.integration.logo} name={found.integration.name} className="mt-0.5 size-9" />}
          crumbs={[{ label: found.integration.name, href: paths.integration(app) }]}
          actions={
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              busy={blank.busy && t('Opening...')}
              onClick={() => void blank.run()}
            >
              {t('New workflow')}
            </Button>
          }
        >
          {t('Start a new workflow with this step, or add it to one you have.')}
        </PageHeader>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {blank.error !== null && <Callout tone="bad">{friendly(blank.error)}</Callout>}
          {items.length > 0 && <h2 className="text-lg">{t('Your latest workflows')}</h2>}
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {items.map(({ id, name, updated_at }) => (
              <li key={id} className="grid">
                <LinkCard href={paths.designer(id, { app, action })} title={<bdi>{name}</bdi>}>
                  <p className="text-muted text-base">
                    {fill(t('Changed {time}', { time: '{time}' }), { time: <RelativeTime time={updated_at} /> })}
                  </p>
                </LinkCard>
              </li>
            ))}
          </ul>
        </div>
      </Page>
    </div>
  )
}
