import { Download, Play, Plus, Save, Table2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { CaseResult, Evaluation, TestCase } from '#contract/agents/evaluations.ts'
import { EVALUATIONS } from '#contract/agents/publishing-limits.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { useAction } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { emptyCase, parseCaseTable, parseCsv } from '#web/features/agents/benches/cases.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { type CaseText, caseProblem, toCaseText, toTestCase } from '#web/parts/agents/cases/case-text.ts'
import { formShape } from '#web/parts/runs/form-shape.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CaseEditor } from './case-editor.tsx'
import { resultsCsv } from './test-results.tsx'

const draftOf = (id: string) => `tests.${id}`

/** What is typed, kept in this tab until it is saved. */
function useCases(id: string, known: readonly TestCase[]) {
  const [cases, setCases] = useState<CaseText[]>(() => {
    const kept = readDraft(draftOf(id)).cases
    return kept ? (JSON.parse(kept) as CaseText[]) : known.map((one, at) => toCaseText(one, String(at)))
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

interface CaseWorkProps {
  /** What is typed is kept in the tab under it. */
  id: string
  tests: { cases: readonly TestCase[]; evaluations: readonly Evaluation[]; results: readonly CaseResult[] }
  /** Of the input. */
  schema: JsonObject
  /** Why they can't be run now. */
  reason?: string | undefined
  /** Next to the button that runs them. */
  choice?: ReactNode
  onSave: (cases: TestCase[]) => Promise<void>
  onRun: () => Promise<void>
}

/** Test cases as they are written, brought from a table, saved and run. */
export function CaseWork({ id, tests, schema, reason, choice, onSave, onRun }: CaseWorkProps) {
  const { cases, edited, change, saved } = useCases(id, tests.cases)
  const [tried, setTried] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const running = tests.evaluations.some(({ status }) => status === 'running')
  const save = async () => {
    setTried(true)
    if (cases.some((one) => caseProblem(one) !== undefined)) throw new Error(t('A test case is incomplete'))
    await onSave(cases.map(toTestCase))
    saved()
  }
  const keep = useAction(save)
  const run = useAction(async () => {
    if (edited) await save()
    await onRun()
  })
  const take = useAction(async (file: File) => {
    const found = parseCaseTable(
      parseCsv(await file.text()),
      formShape(schema).fields,
      EVALUATIONS.cases - cases.length,
    )
    change([...cases, ...found.cases])
    const left = found.left.length === 0 ? '' : t(' There’s no field named {names}.', { names: found.left.join(', ') })
    const more =
      found.more === 0
        ? ''
        : t(' {more} rows were skipped: you can have up to {cases}.', { more: found.more, cases: EVALUATIONS.cases })
    setNote(t('{count} test cases added from the table.{left}{more}', { count: found.cases.length, left, more }))
  })
  const error = run.error ?? keep.error ?? take.error
  return (
    <>
      <Cases cases={cases} schema={schema} tried={tried} onChange={change} />
      {error !== null && (
        <Callout tone="bad">
          {error instanceof Error && error.name === 'Error' ? error.message : friendly(error)}
        </Callout>
      )}
      {note !== null && <p role="status">{note}</p>}
      <div className="flex flex-wrap items-end gap-2">
        <Button icon={<Plus aria-hidden="true" />} onClick={() => change([...cases, emptyCase()])}>
          {t('Add test case')}
        </Button>
        <FromTable onFile={(file) => void take.run(file)} />
        <Button
          icon={<Save aria-hidden="true" />}
          busy={keep.busy && t('Saving...')}
          reason={edited ? undefined : t('All changes saved')}
          onClick={() => void keep.run()}
        >
          {t('Save')}
        </Button>
        {choice}
        <Button
          variant="primary"
          icon={<Play aria-hidden="true" />}
          busy={(run.busy || running) && t('Running...')}
          reason={reason ?? (cases.length === 0 ? t('Add a test case first') : undefined)}
          onClick={() => void run.run()}
        >
          {t('Run test cases')}
        </Button>
        {tests.results.length > 0 && (
          <Button
            icon={<Download aria-hidden="true" />}
            onClick={() => saveFile('test-results.csv', resultsCsv(tests.results), 'text/csv')}
          >
            {t('Results as CSV')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Columns by the names of the fields, and `name` and `expected`. */
function FromTable({ onFile }: { onFile: (file: File) => void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Table2 aria-hidden="true" />} onClick={() => chooser.current?.click()}>
        {t('Add from CSV')}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('CSV with test cases')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </>
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
      <EmptyState title={t('No test cases yet')}>
        {t('A real input, the expected result, and how to compare them.')}
      </EmptyState>
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
