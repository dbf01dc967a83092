import { CircleAlert, CircleCheck, CircleDashed, Clock, Play, Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { DraftSample, SampleCheck } from '#contract/agents/publishing.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { withNumbers } from '#web/parts/agents/listing/numbered.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { FromRun } from './from-run.tsx'
import { type ChangeSample, SampleEditor } from './sample-editor.tsx'
import type { OwnDraft } from './use-own-draft.ts'

type Sample = (typeof DraftSample)['_output']

const LOOK_MS = 1000

/** While samples run, their ends are looked for. */
export function useSampleRuns(samples: readonly SampleCheck[]): void {
  const running = samples.some(({ state }) => state === 'running')
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void refresh('getOwnAgent'), LOOK_MS)
    return () => clearInterval(timer)
  }, [running])
}

/** Inputs that people may try: each is run by the platform before the listing is reviewed. */
export function SamplesStep({ own }: { own: OwnDraft }) {
  const { agent, draft, set, errors, flush, during, waits } = own
  const { samples } = draft
  useSampleRuns(agent.samples)
  const run = useAction(async () => {
    await flush()
    await call('runAgentSamples', { params: { id: agent.id } })
    await refresh('getOwnAgent')
  })
  const change = (index: number, how: ChangeSample) =>
    set((now) => ({ samples: now.samples.map((one, at) => (at === index ? how(one) : one)) }))
  const add = (sample: Sample) => set((now) => ({ samples: [...now.samples, sample] }))
  const full = samples.length >= PUBLISHING.samples
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 [&>header]:mb-0">
      <CardHeader title={t('Samples')}>
        {t(
          'Real inputs that visitors can run on the agent’s page without an account. The platform runs each one before the review.',
        )}
      </CardHeader>
      {samples.length === 0 && (
        <EmptyState title={t('No samples yet')}>
          {t('Add at least one. Listings without a sample can’t be submitted.')}
        </EmptyState>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {withNumbers(samples).map(({ key, at: index, item: sample }) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded border border-line p-4">
            <SampleEditor
              number={index + 1}
              sample={sample}
              schema={agent.input_schema}
              files={agent.files}
              onChange={(how) => change(index, how)}
              during={during}
              onRemove={waits ? null : () => set({ samples: samples.filter((_, at) => at !== index) })}
            />
            <Checked check={agent.samples[index]} saved={own.saving === 'saved'} />
          </li>
        ))}
      </ol>
      {errors.samples && <Callout tone="bad">{errors.samples}</Callout>}
      {run.error !== null && <Callout tone="bad">{friendly(run.error)}</Callout>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={<Plus aria-hidden="true" />}
          reason={full ? t('Up to {samples} samples', { samples: PUBLISHING.samples }) : undefined}
          onClick={() => add({ title: '', input: {} })}
        >
          {t('Add sample')}
        </Button>
        {agent.workflow && !full && <FromRun workflow={agent.workflow.id} onTake={add} />}
        <span className="grow" />
        <Button
          icon={<Play aria-hidden="true" />}
          busy={run.busy && t('Starting...')}
          reason={samples.length === 0 ? t('Add a sample first') : undefined}
          onClick={() => void run.run()}
        >
          {t('Run samples')}
        </Button>
      </div>
    </Card>
  )
}

const looks = (): Record<SampleCheck['state'], { icon: typeof CircleCheck; tone: string; words: string }> => ({
  not_run: { icon: CircleDashed, tone: 'text-muted', words: t('Not run with the current workflow') },
  running: { icon: Clock, tone: 'text-warn', words: t('Running...') },
  passed: { icon: CircleCheck, tone: 'text-good', words: t('Passed') },
  failed: { icon: CircleAlert, tone: 'text-bad', words: t('Failed') },
  empty: { icon: CircleAlert, tone: 'text-bad', words: t('Empty result') },
  waiting: { icon: Clock, tone: 'text-bad', words: t('Waiting for a person') },
  not_fitting: { icon: CircleAlert, tone: 'text-bad', words: t('Doesn’t match the form') },
})

function Checked({ check, saved }: { check: SampleCheck | undefined; saved: boolean }) {
  const { icon: Icon, tone, words } = looks()[saved && check ? check.state : 'not_run']
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
      <Icon aria-hidden="true" className={`size-4 ${tone}`} />
      {words}
      {saved && check?.ms != null && check.state === 'passed' && (
        <span className="text-muted">{t('in {time}', { time: formatDuration(check.ms) })}</span>
      )}
      {saved && check?.reason && <span className="break-words text-bad">{check.reason}</span>}
      {saved && check?.execution_id && <TextLink href={paths.run(check.execution_id)}>{t('Open run')}</TextLink>}
    </p>
  )
}
