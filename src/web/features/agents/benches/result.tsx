import { CircleStop, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Bench, BenchFigures } from '#contract/agents/benches.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { formatDuration, formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { benchQuery } from './bench-queries.ts'
import { describeVerdicts, rightText } from './bench-texts.ts'
import { CaseResults } from './case-results.tsx'
import { resultsCsv } from './results-csv.ts'

/** What each agent got right, took and cost, and what that is made of, case by case. */
export function Result({ bench }: { bench: Bench }) {
  const said = bench.status === 'running' ? [] : describeVerdicts(bench)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {bench.status === 'running' && <Running bench={bench} />}
      <p className="text-muted">
        {bench.deleted_at === null
          ? t('Inputs, files and answers will be deleted on {time}. The figures stay.', {
              time: formatExactTime(bench.delete_at),
            })
          : t('Inputs, files and answers were deleted on {time}.', { time: formatExactTime(bench.deleted_at) })}
      </p>
      {said.length > 0 && (
        <Callout title={t('In words')}>
          <ul className="grid gap-1">
            {said.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Callout>
      )}
      <section aria-labelledby="figures" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="figures" className="text-xl">
            {t('Side by side')}
          </h2>
          <Button
            icon={<Download aria-hidden="true" />}
            onClick={() => saveFile('bench.csv', resultsCsv(bench), 'text/csv')}
          >
            {t('Results as CSV')}
          </Button>
        </div>
        <Figures bench={bench} />
        <p className="text-muted text-base">
          {t(
            'Correct counts scored answers only. A failed run counts as wrong if an answer was expected. The range is the 95% confidence interval.',
          )}
        </p>
      </section>
      {bench.cases.length > 0 && <CaseResults bench={bench} />}
    </div>
  )
}

function Running({ bench }: { bench: Bench }) {
  const { figures, id } = bench
  const runs = bench.runs.length
  const ended = figures.reduce((sum, one) => sum + one.ended, 0)
  const spent = figures.reduce((sum, one) => sum + one.cost_paise, 0)
  const stop = useAction(async () => {
    queryClient.setQueryData(benchQuery(id).queryKey, await call('cancelBench', { params: { id } }))
    void refresh('listBenches', 'getCredits')
  })
  return (
    <div className="grid gap-3 surface-card p-4">
      <ProgressBar
        label={t('{ended} of {runs} done', { ended, runs })}
        value={runs === 0 ? 0 : ended / runs}
        detail={t('{price} so far', { price: formatPaise(spent) })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<CircleStop aria-hidden="true" />}
          busy={stop.busy && t('Stopping...')}
          onClick={() => void stop.run()}
        >
          {t('Cancel remaining runs')}
        </Button>
        <span className="text-muted text-xs">{t('You can leave this page. The bench keeps running.')}</span>
      </div>
      {stop.error !== null && <Callout tone="bad">{friendly(stop.error)}</Callout>}
    </div>
  )
}

const timeText = (ms: number | null): string => (ms === null ? '—' : formatDuration(ms))

const rows = (): readonly (readonly [label: string, cell: (one: BenchFigures) => ReactNode])[] => [
  [t('Correct'), (one) => <span className="font-medium">{rightText(one)}</span>],
  [t('Failed or empty'), (one) => t('{failed} of {runs}', { failed: one.failed, runs: one.ended })],
  [t('Median time'), (one) => timeText(one.median_ms)],
  [t('95th percentile'), (one) => timeText(one.p95_ms)],
  [
    t('Cost'),
    (one) =>
      one.trials > 0
        ? `${formatPaise(one.cost_paise)}, ${t('{trials} trial runs', { trials: one.trials })}`
        : formatPaise(one.cost_paise),
  ],
  [t('Cost per case'), (one) => (one.case_paise === null ? '—' : formatPaise(one.case_paise))],
]

function Figures({ bench }: { bench: Bench }) {
  const { agents, figures } = bench
  return (
    <ScrollRegion label={t('Results by agent')}>
      <table className="w-full min-w-lg border-collapse text-left tabular-nums">
        <thead>
          <tr className="border-line border-b align-top">
            <td className="w-44" />
            {agents.map((agent) => (
              <th key={agent.name} scope="col" className="p-3 font-medium">
                <span className="grid justify-items-start gap-1.5">
                  <AgentIcon agent={agent} size="sm" />
                  <span>{agent.name}</span>
                  <span className="font-normal text-muted text-xs">
                    {t('Version {version}', { version: formatNumber(agent.version) })}
                  </span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows().map(([label, cell]) => (
            <tr key={label} className="border-line border-b align-top">
              <th scope="row" className="py-2.5 pr-3 font-normal text-muted">
                {label}
              </th>
              {figures.map((one) => (
                <td key={one.agent} className="p-3 py-2.5">
                  {cell(one)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="align-top">
            <th scope="row" className="py-2.5 pr-3 font-normal text-muted">
              {t('Choose')}
            </th>
            {agents.map((agent) => (
              <td key={agent.name} className="p-3 py-2.5">
                {agent.slug === null ? (
                  '—'
                ) : (
                  <LinkButton
                    size="sm"
                    href={paths.agent(agent.slug)}
                    aria-label={t('Buy or deploy {name}', { name: agent.name })}
                  >
                    {t('Buy or deploy')}
                  </LinkButton>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </ScrollRegion>
  )
}
