import { useSearchParams } from 'react-router'
import type { PublishStep } from '#contract/agents/publishing.ts'
import { load, q } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ChooseWorkflow, choiceQuery } from './choose-workflow.tsx'
import { DetailsStep } from './details-step.tsx'
import { ownAgentQuery } from './own-agent-query.ts'
import { PriceStep } from './price-step.tsx'
import { SamplesStep } from './samples-step.tsx'
import { SaveState } from './save-state.tsx'
import { chooseStep, StepList } from './step-list.tsx'
import { SubmitStep } from './submit-step.tsx'
import { type OwnDraft, useOwnDraft } from './use-own-draft.ts'
import { WorkflowStep } from './workflow-step.tsx'

export const loader = ({ url }: ScreenArgs) => {
  const id = url.searchParams.get('agent')
  const search = url.searchParams.get('search') ?? ''
  return id ? Promise.all([load(ownAgentQuery(id)), load(q('listCategories'))]) : load(choiceQuery(search))
}

/** From a workflow to an agent in the marketplace, step by step. What is typed is saved as it is typed. */
export function Component() {
  const [params] = useSearchParams()
  const id = params.get('agent')
  return id ? <Steps key={id} id={id} /> : <ChooseWorkflow />
}

const closedTexts = () => ({
  suspended: t('The marketplace suspended this agent. It can’t be changed.'),
  archived: t('This agent is archived. Restore it to edit it.'),
})

function Steps({ id }: { id: string }) {
  const [params] = useSearchParams()
  const own = useOwnDraft(id)
  const { agent, draft } = own
  const step = chooseStep(params.get('step'), agent.checklist)
  const closed = agent.phase === 'suspended' || agent.phase === 'archived' ? closedTexts()[agent.phase] : null
  return (
    <Page title={t('Publish')}>
      <PageHeader
        title={draft.name || t('Untitled agent')}
        crumbs={[{ label: t('Agents'), href: paths.sellerAgents() }]}
        actions={<SaveState saving={own.saving} failure={own.failure} />}
      >
        {intro(agent.phase)}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start">
        <StepList id={id} step={step} checklist={agent.checklist} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {closed && (
            <Callout tone="warn" title={closed}>
              {agent.status_note}
            </Callout>
          )}
          {agent.submission?.status === 'rejected' && (
            <Callout tone="warn" title={t('Changes requested')}>
              <p className="whitespace-pre-wrap">{agent.submission.reason}</p>
            </Callout>
          )}
          <fieldset disabled={closed !== null} className="contents">
            <Step step={step} own={own} />
          </fieldset>
          <Onward id={id} step={step} />
        </div>
      </div>
    </Page>
  )
}

const intro = (phase: OwnDraft['agent']['phase']): string => {
  if (phase === 'in_review') return t('In review. Changes you make now go into the next version.')
  if (phase === 'updating') return t('A new version is in review. The version on sale doesn’t change.')
  if (phase === 'published') return t('Your changes become the next version. The version on sale doesn’t change.')
  return t('Five short steps to the marketplace. Changes are saved as you type.')
}

function Step({ step, own }: { step: PublishStep; own: OwnDraft }) {
  switch (step) {
    case 'workflow':
      return <WorkflowStep own={own} />
    case 'details':
      return <DetailsStep own={own} />
    case 'samples':
      return <SamplesStep own={own} />
    case 'price':
      return <PriceStep own={own} />
    case 'submit':
      return <SubmitStep own={own} />
  }
}

const ORDER: readonly PublishStep[] = ['workflow', 'details', 'samples', 'price', 'submit']

function Onward({ id, step }: { id: string; step: PublishStep }) {
  const at = ORDER.indexOf(step)
  const [before, after] = [ORDER[at - 1], ORDER[at + 1]]
  return (
    <div className="flex flex-wrap justify-between gap-2 border-line border-t pt-4">
      {before ? <LinkButton href={paths.publish({ agent: id, step: before })}>{t('Back')}</LinkButton> : <span />}
      {after && (
        <LinkButton href={paths.publish({ agent: id, step: after })} variant="primary">
          {t('Next')}
        </LinkButton>
      )}
    </div>
  )
}
