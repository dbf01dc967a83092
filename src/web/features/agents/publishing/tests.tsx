import { Download, Play, Plus, Save } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { AgentTests } from '#contract/agents/evaluations.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { formatPercent } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { type CaseText, caseProblem, toCaseText, toTestCase } from '#web/parts/agents/cases/case-text.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { CaseEditor } from './case-editor.tsx'
import { ownAgentQuery } from './own-agent-query.ts'
import { Evaluations, Results, resultsCsv } from './test-results.tsx'

const testsQuery = (id: string) => q('getAgentTests', { params: { id } })
export const loader = ({ params }: ScreenArgs) =>
  Promise.all([load(testsQuery(params.id ?? '')), load(ownAgentQuery(params.id ?? ''))])

const draftOf = (id: string) => `tests.${id}`

/** What is typed, kept in this tab until it is saved. */
function useCases(id: string, tests: AgentTests) {
  const [cases, setCases] = useState<CaseText[]>(() => {
    const kept = readDraft(draftOf(id)).cases
    return kept ? (JSON.parse(kept) as CaseText[]) : tests.cases.map((one, at) => toCaseText(one, String(at)))
  })
  const [edited, setEdited] = useState(() => readDraft(draftOf(id)).cases !== undefined)
  const change = (next: CaseText[]) => {
    setCases(next)
    setEdited(true)
    keepDraft(draftOf(id), { cases: JSON.stringify(next) })
  }
  const saved = () => {
    setEdited(false)
    keepDraft(draftOf(id), null)
  }
  return { cases, edited, change, saved }
}

/** The test cases of one agent, and how its versions did with them. */
export function Component() {
  const { id = '' } = useParams()
  const tests = useData(testsQuery(id))
  const { input_schema, abilities } = useData(ownAgentQuery(id))
  const { cases, edited, change, saved } = useCases(id, tests)
  const [tried, setTried] = useState(false)
  const running = tests.evaluations.some(({ status }) => status === 'running')
  useFresh('getAgentTests', running)
  const save = async () => {
    setTried(true)
    if (cases.some((one) => caseProblem(one) !== undefined)) throw new Error('A test case is incomplete')
    queryClient.setQueryData(
      testsQuery(id).queryKey,
      await call('updateAgentTests', { params: { id }, body: { cases: cases.map(toTestCase) } }),
    )
    saved()
  }
  const keep = useAction(save)
  const run = useAction(async () => {
    if (edited) await save()
    queryClient.setQueryData(testsQuery(id).queryKey, await call('evaluateAgent', { params: { id } }))
    void refresh('getOwnAgent')
  })
  const add = () =>
    change([
      ...cases,
      {
        key: crypto.randomUUID(),
        name: '',
        input: {},
        expected: '',
        type: 'exact',
        tolerance: '0',
        path: '',
        instruction: '',
      },
    ])
  const error = run.error ?? keep.error
  return (
    <SellerFrame
      title={`Test cases: ${tests.agent.name}`}
      intro="They run with the current workflow. If a version scores lower than the last one, you must confirm before you can submit it."
      actions={<LinkButton href={paths.sellerAgent(id)}>Manage agent</LinkButton>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Scores score={tests.score} />
        <Cases cases={cases} schema={input_schema} tried={tried} onChange={change} />
        {error !== null && (
          <Callout tone="bad">
            {error instanceof Error && error.name === 'Error' ? error.message : friendly(error)}
          </Callout>
        )}
        <div className="flex flex-wrap gap-2">
          <Button icon={<Plus aria-hidden="true" />} onClick={add}>
            Add test case
          </Button>
          <Button
            icon={<Save aria-hidden="true" />}
            busy={keep.busy && 'Saving...'}
            reason={edited ? undefined : 'All changes saved'}
            onClick={() => void keep.run()}
          >
            Save
          </Button>
          <Button
            variant="primary"
            icon={<Play aria-hidden="true" />}
            busy={(run.busy || running) && 'Running...'}
            reason={abilities.edit.reason ?? (cases.length === 0 ? 'Add a test case first' : undefined)}
            onClick={() => void run.run()}
          >
            Run test cases
          </Button>
          {tests.results.length > 0 && (
            <Button
              icon={<Download aria-hidden="true" />}
              onClick={() => saveFile('test-results.csv', resultsCsv(tests.results), 'text/csv')}
            >
              Results as CSV
            </Button>
          )}
        </div>
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
      <Stat label="Current draft" value={percentOf(score.draft)} />
      <Stat label="Version on sale" value={percentOf(score.sold)} />
    </dl>
  )
}

interface CasesProps {
  cases: readonly CaseText[]
  schema: JsonObject
  tried: boolean
  onChange: (cases: CaseText[]) => void
}

function Cases({ cases, schema, tried, onChange }: CasesProps) {
  if (cases.length === 0)
    return (
      <EmptyState title="No test cases yet">A real input, the expected result, and how to compare them.</EmptyState>
    )
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {cases.map((text, at) => (
        <CaseEditor
          key={text.key}
          number={at + 1}
          text={text}
          schema={schema}
          tried={tried}
          onChange={(next) => onChange(cases.map((one) => (one.key === text.key ? next : one)))}
          onRemove={() => onChange(cases.filter(({ key }) => key !== text.key))}
        />
      ))}
    </ol>
  )
}
