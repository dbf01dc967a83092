import { useParams } from 'react-router'
import type { AgentTests } from '#contract/agents/evaluations.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { CaseWork } from './case-work.tsx'
import { ownAgentQuery } from './own-agent-query.ts'
import { Evaluations, Results } from './test-results.tsx'

const testsQuery = (id: string) => q('getAgentTests', { params: { id } })
export const loader = ({ params }: ScreenArgs) =>
  Promise.all([load(testsQuery(params.id ?? '')), load(ownAgentQuery(params.id ?? ''))])

/** The test cases of one agent, and how its versions did with them. They are those of its workflow. */
export function Component() {
  const { id = '' } = useParams()
  const tests = useData(testsQuery(id))
  const { input_schema, abilities } = useData(ownAgentQuery(id))
  useFresh(
    'getAgentTests',
    tests.evaluations.some(({ status }) => status === 'running'),
  )
  const take = (next: AgentTests) => {
    queryClient.setQueryData(testsQuery(id).queryKey, next)
  }
  return (
    <SellerFrame
      title={t('Test cases: {name}', { name: tests.agent.name })}
      intro={t(
        'They run with the current workflow. If a version scores lower than the last one, you must confirm before you can submit it.',
      )}
      actions={
        <>
          <LinkButton href={paths.agentTests(tests.workflow_id)}>{t('Compare versions')}</LinkButton>
          <LinkButton href={paths.sellerAgent(id)}>{t('Manage agent')}</LinkButton>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Scores score={tests.score} />
        <CaseWork
          id={id}
          tests={tests}
          schema={input_schema}
          reason={abilities.edit.reason ?? undefined}
          onSave={async (cases) => take(await call('updateAgentTests', { params: { id }, body: { cases } }))}
          onRun={async () => {
            take(await call('evaluateAgent', { params: { id } }))
            void refresh('getOwnAgent')
          }}
        />
        <Results items={tests.results} />
        <Evaluations items={tests.evaluations} />
      </div>
    </SellerFrame>
  )
}

const percentOf = (score: number | null): string => (score === null ? '—' : formatPercent(score))

function Scores({ score }: Pick<AgentTests, 'score'>) {
  return (
    <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:max-w-md">
      <Stat label={t('Current draft')} value={percentOf(score.draft)} />
      <Stat label={t('Version on sale')} value={percentOf(score.sold)} />
    </dl>
  )
}
