import { Plus, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { HubItem } from '#contract/workflows/workflow-hub.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindForm } from '#web/ui/forms/find-form.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const MOST = 50

export const choiceQuery = (search: string) =>
  q('listHub', { query: { limit: MOST, offset: 0, ...(search.trim() && { search: search.trim() }) } })

/** Which workflow is to be sold. */
export function ChooseWorkflow() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const search = params.get('search') ?? ''
  const { items, total } = useData(choiceQuery(search))
  return (
    <Page title={t('Publish')}>
      <PageHeader title={t('Publish an agent')} crumbs={[{ label: t('Agents'), href: paths.sellerAgents() }]}>
        {t('Choose the workflow to sell. Buyers fill in its form.')}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {(total > 8 || search !== '') && (
          <FindForm
            key={search}
            label={t('Find a workflow')}
            text={search}
            onFind={(found) => void navigate(paths.publish({ search: found }))}
          />
        )}
        {items.length === 0 ? <Nothing search={search} /> : <List items={items} />}
        {total > items.length && (
          <p className="text-muted text-base">
            {t('The {count} most recently changed of {total}. Search for others.', { count: items.length, total })}
          </p>
        )}
      </div>
    </Page>
  )
}

const Nothing = ({ search }: { search: string }) =>
  search === '' ? (
    <EmptyState
      icon={<Workflow aria-hidden="true" />}
      title={t('No workflow yet')}
      action={
        <LinkButton href={paths.workflowTemplates()} variant="primary">
          {t('Browse templates')}
        </LinkButton>
      }
    >
      {t('An agent is a workflow that others can run. Start from a template or build your own.')}
    </EmptyState>
  ) : (
    <EmptyState
      title={t('No workflows match')}
      action={<LinkButton href={paths.publish()}>{t('Show all')}</LinkButton>}
    />
  )

function List({ items }: { items: readonly HubItem[] }) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState('')
  const make = useAction(async (workflow_id: string) => {
    setChosen(workflow_id)
    const { id } = await call('createAgent', { body: { workflow_id } })
    void refresh('listOwnAgents', 'listHub')
    await navigate(paths.publish({ agent: id }))
  })
  return (
    <>
      {make.error !== null && (
        <Callout tone="bad">
          {friendly(make.error)}{' '}
          {make.error instanceof ApiError && make.error.code === 'already_exists' && (
            <TextLink href={paths.sellerAgents()}>{t('Open your agents')}</TextLink>
          )}
          {make.error instanceof ApiError && make.error.code === 'not_runnable' && (
            <TextLink href={paths.designer(chosen)}>{t('Open the workflow')}</TextLink>
          )}
        </Callout>
      )}
      <ul className="overflow-hidden surface-card">
        {items.map((workflow) => (
          <li
            key={workflow.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3 last:border-0"
          >
            <div className="min-w-0 grow">
              <p className="truncate font-medium">
                <bdi>{workflow.name}</bdi>
              </p>
              <p className="truncate text-muted text-base">
                {workflow.nodes === 1 ? t('1 step') : t('{count} steps', { count: workflow.nodes })} · {t('changed')}{' '}
                <RelativeTime time={workflow.updated_at} />
              </p>
            </div>
            {workflow.agents.length > 0 ? (
              <TextLink href={paths.sellerAgents()}>
                {t('Its agent “{name}”', { name: workflow.agents[0]?.name ?? '' })}
              </TextLink>
            ) : (
              <Button
                icon={<Plus aria-hidden="true" />}
                busy={make.busy && chosen === workflow.id && t('Creating draft...')}
                reason={workflow.role === 'owner' ? undefined : t('Only its owner can sell it')}
                onClick={() => void make.run(workflow.id)}
                aria-label={t('Create agent from {name}', { name: workflow.name })}
              >
                {t('Create agent')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
