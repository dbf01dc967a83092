import { useState } from 'react'
import type { Bench, BenchRun } from '#contract/agents/benches.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { caseProblem } from '#web/parts/agents/cases/case-text.ts'
import { ScorerFields } from '#web/parts/agents/cases/scorer-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { benchQuery } from './bench-queries.ts'
import { benchCaseText, emptyCase, toBenchCase } from './cases.ts'

interface Props {
  bench: Bench
  at: number
  /** The answer whose parts can be picked. */
  from: BenchRun | null
  onClose: () => void
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** What is right for a case, said after the run: every answer is judged by it. */
export function ExpectDialog({ bench, at, from, onClose }: Props) {
  const known = bench.cases[at]
  const [text, setText] = useState(() => (known ? benchCaseText(known, 'case') : emptyCase()))
  const problem = text.expected.trim() === '' ? undefined : caseProblem({ ...text, name: 'x' })
  const say = useAction(async () => {
    const { expected, scorer } = toBenchCase(text)
    const params = { id: bench.id, case: at }
    queryClient.setQueryData(
      benchQuery(bench.id).queryKey,
      await call('expectOfBench', { params, body: { expected, scorer } }),
    )
    onClose()
  })
  const picked = lines(text.expected)
  const toggle = (value: string) =>
    setText({
      ...text,
      type: 'contains',
      expected: (picked.includes(value) ? picked.filter((one) => one !== value) : [...picked, value]).join('\n'),
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Expected answer for case {number}', { number: at + 1 })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={say.busy && t('Scoring...')} reason={problem} onClick={() => void say.run()}>
            {t('Save expected answer')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {from && from.parts.length > 0 && (
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-medium">
              {t('From {name}’s answer', { name: bench.agents[from.agent]?.name ?? '' })}
            </legend>
            {[...new Map(from.parts.map((part) => [String(part.value), part])).values()].map(({ path, value }) => (
              <Checkbox
                key={path}
                label={<bdi>{String(value)}</bdi>}
                {...(path !== '' && { help: path })}
                checked={picked.includes(String(value))}
                onChange={() => toggle(String(value))}
              />
            ))}
          </fieldset>
        )}
        <ScorerFields text={text} optional error={problem} onChange={(change) => setText({ ...text, ...change })} />
        {say.error !== null && <Callout tone="bad">{friendly(say.error)}</Callout>}
      </div>
    </Dialog>
  )
}
