import { useState } from 'react'
import { useParams } from 'react-router'
import type { WorkflowTests } from '#contract/agents/evaluations.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { call } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { CaseWork } from '#web/features/agents/publishing/case-work.tsx'
import { Results } from '#web/features/agents/publishing/test-results.tsx'
import { formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { promptVersionText } from '#web/parts/agents/cases/version-text.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { CompareEvaluations } from './compare-evaluations.tsx'
import { promptsQuery } from './prompts-query.ts'

const testsQuery = (id: string) => q('getWorkflowTests', { params: { id: id as WorkflowId } })
export const loader = ({ params }: ScreenArgs) =>
  Promise.all([load(testsQuery(params.id ?? '')), load(promptsQuery(params.id ?? ''))])

/** The test cases of an agent that is built, run with its draft or with earlier instructions, and compared. */
export function Component() {
  const { id = '' } = useParams()
  const tests = useData(testsQuery(id))
  const { items: prompts } = useData(promptsQuery(id))
  const [version, setVersion] = useState('')
  const running = tests.evaluations.some(({ status }) => status === 'running')
  useFresh('getWorkflowTests', running)
  const params = { id: id as WorkflowId }
  const take = (next: WorkflowTests) => {
    queryClient.setQueryData(testsQuery(id).queryKey, next)
  }
  return (
    <Page title={t('Test cases: {name}', { name: tests.workflow.name })} wide>
      <PageHeader
        title={t('Test cases: {name}', { name: tests.workflow.name })}
        actions={
          <>
            <LinkButton href={paths.designer(id)}>{t('Open as workflow')}</LinkButton>
            <LinkButton href={paths.customAgent(id)}>{t('Open in builder')}</LinkButton>
          </>
        }
      >
        {t(
          'Real inputs with what should come out. Run them with the draft and with earlier instructions, and compare. If the draft scores lower than what is published, you’re asked before you publish it.',
        )}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:max-w-md">
          <Stat label={t('Draft')} value={percentOf(tests.score.draft)} />
          <Stat label={t('Runs now')} value={percentOf(tests.score.published)} />
        </dl>
        <CaseWork
          id={id}
          tests={tests}
          schema={tests.input_schema}
          choice={
            prompts.length > 0 && (
              <Select
                label={t('Run with')}
                value={version}
                options={[
                  { value: '', label: t('The draft now') },
                  ...prompts.map((one) => ({
                    value: String(one.version),
                    label: `${promptVersionText(one.version)}${one.is_live ? ' (live)' : ''}`,
                  })),
                ]}
                onChange={({ target }) => setVersion(target.value)}
              />
            )
          }
          onSave={async (cases) => take(await call('updateWorkflowTests', { params, body: { cases } }))}
          onRun={async () =>
            take(await call('evaluateWorkflow', { params, body: version === '' ? {} : { version: Number(version) } }))
          }
        />
        <CompareEvaluations id={id} evaluations={tests.evaluations} />
        <Results items={tests.results} />
      </div>
    </Page>
  )
}

const percentOf = (score: number | null): string => (score === null ? '—' : formatPercent(score))
