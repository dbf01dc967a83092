import { useState } from 'react'
import { EVALUATION_NAME } from '#contract/agents/publishing-limits.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { type CaseText, caseProblem, toTestCase } from '#web/parts/agents/cases/case-text.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { ScorerFields } from './scorer-fields.tsx'

type Run = Pick<Execution, 'id' | 'title' | 'workflow' | 'output'>

/** The words of an answer where it has some, as the server takes them. */
function answerIn(output: Execution['output']): string {
  if (typeof output === 'string') return output
  const text = typeof output === 'object' && output !== null && !Array.isArray(output) ? output.text : undefined
  return typeof text === 'string' ? text : JSON.stringify(output, null, 2)
}

/** Keeps a run as a test case of its workflow: what went in, and what should come out. */
export function MakeCase({ run, onClose }: { run: Run; onClose: () => void }) {
  const [text, setText] = useState<CaseText>(() => ({
    key: run.id,
    name: (run.title ?? '').slice(0, EVALUATION_NAME),
    input: {},
    expected: answerIn(run.output),
    type: 'judge',
    tolerance: '0',
    path: '',
    instruction: '',
  }))
  const set = (change: Partial<CaseText>) => setText({ ...text, ...change })
  const save = useAction(async () => {
    const { name, expected, scorer } = toTestCase(text)
    const body = { execution_id: run.id, name, expected, scorer }
    const { cases } = await call('addTestCase', { params: { id: run.workflow.id }, body })
    await refresh('getWorkflowTests', 'getAgentTests')
    notify({
      type: 'success',
      title: t('Test case saved'),
      message:
        cases === 1 ? t('This workflow has 1 test case.') : t('This workflow has {cases} test cases.', { cases }),
      actions: [{ label: t('Open test cases'), href: paths.agentTests(run.workflow.id) }],
    })
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Make a test case')}
      description={t('Its input is the input of this run. Change what is expected if the answer wasn’t right.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={save.busy && t('Saving...')}
            reason={caseProblem(text)}
            onClick={() => void save.run()}
          >
            {t('Save test case')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <TextField
          label={t('Name')}
          value={text.name}
          maxLength={EVALUATION_NAME}
          onChange={(event) => set({ name: event.target.value })}
        />
        <ScorerFields text={text} onChange={set} />
      </div>
    </Dialog>
  )
}
