import { useParams } from 'react-router'
import type { WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AppProblems } from './app-problems.tsx'
import { Calls } from './calls.tsx'
import { TriggerCard } from './trigger-card.tsx'

const triggersQuery = (id: string) => q('listTriggers', { params: { id } })
const workflowQuery = (id: string) => q('getWorkflow', { params: { id } })

export const loader = ({ params }: ScreenArgs) => {
  const id = params.id ?? ''
  return Promise.all([load(triggersQuery(id)), load(workflowQuery(id))])
}

/** What starts a workflow of one's own: its times and addresses, and what came to them. */
export function Component() {
  const { id = '' } = useParams()
  const { publication, triggers, calls, mail_in } = useData(triggersQuery(id))
  const { name } = useData(workflowQuery(id))
  const isThere = ({ enabled, draft_settings }: WorkflowTrigger) => enabled || draft_settings !== null
  // What arrives is shown as it arrives.
  useFresh('listTriggers', triggers.some(isThere))
  return (
    <Page title={t('Triggers of {name}', { name })}>
      <PageHeader title={t('Triggers')} crumbs={[{ label: t('My Workflows'), href: paths.myWorkflows() }]}>
        {t('What starts “{name}”: schedules, addresses and recent calls.', { name })}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {triggers.some(isThere) && <WhatRuns id={id} publication={publication} />}
        {triggers.filter(isThere).map((trigger) => (
          <TriggerCard key={trigger.type} workflow={id} trigger={trigger} mailIn={mail_in} />
        ))}
        {triggers.map((trigger) => (
          <AppProblems key={trigger.type} trigger={trigger} />
        ))}
        {!triggers.some(isThere) && (
          <EmptyState
            title={t('Manual start')}
            action={<LinkButton href={paths.docs('webhooks')}>{t('Learn about triggers')}</LinkButton>}
          >
            {t(
              'This workflow starts when someone runs it, manually or through the API. To start it from a schedule, webhook, form, chat or email, change its first step.',
            )}
          </EmptyState>
        )}
        {calls.length > 0 && <Calls calls={calls} />}
      </div>
    </Page>
  )
}

const runsTexts = () =>
  ({
    never: t(
      'Nothing is published yet, so triggers run the latest version that was run, with the draft’s settings. Publish the workflow to separate what runs from what you edit.',
    ),
    live: t('Triggers run the published version with its settings. Changes in the draft apply when you publish.'),
    ended: t('The workflow was unpublished. Nothing starts until you publish it again.'),
  }) as const

/** Which version the triggers start (docs/decisions/0083). */
function WhatRuns({ id, publication }: { id: string; publication: keyof ReturnType<typeof runsTexts> }) {
  return (
    <Callout tone={publication === 'ended' ? 'warn' : 'neutral'}>
      {runsTexts()[publication]} <TextLink href={paths.designer(id)}>{t('Open designer')}</TextLink>
    </Callout>
  )
}
