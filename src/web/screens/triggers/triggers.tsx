import { useParams } from 'react-router'
import type { WorkflowTrigger } from '#contract/triggers.ts'
import { load, q, useData } from '#web/api/query.ts'
import { Page } from '#web/layouts/page.tsx'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { paths } from '#web/paths.ts'
import { useFresh } from '#web/run/use-fresh.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
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
  const { triggers, calls, mail_in } = useData(triggersQuery(id))
  const { name } = useData(workflowQuery(id))
  const isOn = (trigger: WorkflowTrigger) => trigger.enabled
  // What arrives is shown as it arrives.
  useFresh('listTriggers', triggers.some(isOn))
  return (
    <Page title={`Triggers of ${name}`}>
      <PageHeader title="Triggers" crumbs={[{ label: 'My Workflows', href: paths.myWorkflows() }]}>
        What starts “{name}”: times, addresses, and what came to them.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {triggers.filter(isOn).map((trigger) => (
          <TriggerCard key={trigger.type} workflow={id} trigger={trigger} mailIn={mail_in} />
        ))}
        {!triggers.some(isOn) && (
          <EmptyState
            title="Started by hand"
            action={<LinkButton href={paths.docs('webhooks')}>Read about triggers</LinkButton>}
          >
            This workflow begins when somebody runs it, by hand or by the API. A schedule, a webhook, a form, a chat or
            mail starts it where its first step says so.
          </EmptyState>
        )}
        {calls.length > 0 && <Calls calls={calls} />}
      </div>
    </Page>
  )
}
