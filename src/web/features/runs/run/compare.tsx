import { ArrowLeftRight, ChevronRight } from 'lucide-react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { Execution } from '#contract/runs/executions.ts'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { type Difference, diffJson, MOST_DIFFERENCES } from '#web/lib/json-diff.ts'
import { t } from '#web/lib/language.ts'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type NodePair, pairNodes } from './compare-runs.ts'
import { jsonText } from './json-value.tsx'
import { runName } from './run-head.tsx'

export const loader = ({ params }: ScreenArgs) =>
  Promise.all([load(runQuery(params.id ?? '')), load(runQuery(params.other ?? ''))])

/** Two runs node by node. The address holds both, so it can be kept and shared. */
export function Component() {
  const { id = '', other = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const before = useData(runQuery(id))
  const after = useData(runQuery(other))
  const all = params.get('show') === 'all'
  const pairs = pairNodes(before, after)
  const shown = all ? pairs : pairs.filter(({ isSame }) => !isSame)
  const show = (value: string) =>
    void navigate(`${paths.compareRuns(id, other)}${value === 'all' ? '?show=all' : ''}`, {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <Page title={t('Compare runs')} wide>
      <PageHeader
        title={t('Compare runs')}
        crumbs={[{ label: t('My Workflows'), href: paths.myWorkflows() }]}
        actions={
          <LinkButton size="sm" icon={<ArrowLeftRight aria-hidden="true" />} href={paths.compareRuns(other, id)}>
            {t('Swap')}
          </LinkButton>
        }
      >
        {t('Differences between two runs: each node’s status, duration, cost and output.')}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {before.workflow.id !== after.workflow.id && (
          <Callout tone="warn">
            {t('These runs belong to different workflows. Only nodes with the same ID are matched.')}
          </Callout>
        )}
        <Whole before={before} after={after} />
        <section aria-labelledby="nodes" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="nodes" className="text-lg">
              {t('Nodes')}
            </h2>
            <Segmented
              label={t('Show nodes')}
              value={all ? 'all' : 'different'}
              segments={[
                { value: 'different', label: t('Different') },
                { value: 'all', label: t('All {count}', { count: pairs.length }) },
              ]}
              onChange={show}
            />
          </div>
          {shown.length === 0 ? (
            <Callout tone="good">
              {[before, after].every((run) => run.steps_open && run.content_open)
                ? t('All nodes have the same status and output.')
                : t('All nodes have the same status.')}
            </Callout>
          ) : (
            <ol className="overflow-hidden surface-card">
              {shown.map((pair) => (
                <li key={pair.key} className="border-line border-b last:border-0">
                  <Pair pair={pair} />
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </Page>
  )
}

const took = (run: Execution): string => {
  const ms = stepDuration(run)
  return ms === null ? t('not finished') : formatDuration(ms)
}

const versionText = ({ version }: Execution) => (version === null ? t('removed') : version < 0 ? t('draft') : version)

/** The two runs as a whole. */
function Whole({ before, after }: { before: Execution; after: Execution }) {
  const input = diffJson(before.input, after.input)
  const output = diffJson(before.output, after.output)
  const rows = [
    [t('Started'), <RelativeTime key="b" time={before.created_at} />, <RelativeTime key="a" time={after.created_at} />],
    [t('Ended'), <StatusChip key="b" status={before.status} />, <StatusChip key="a" status={after.status} />],
    [t('Version'), versionText(before), versionText(after)],
    [t('Duration'), took(before), took(after)],
    [t('Models'), formatMicros(before.usage.cost_micros), formatMicros(after.usage.cost_micros)],
  ] as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ScrollRegion label={t('The two runs')} className="surface-card">
        <table className="w-full text-left">
          <thead className="border-line border-b bg-sunken">
            <tr>
              <td className="w-28" />
              {[before, after].map((run, index) => (
                <th key={index === 0 ? 'before' : 'after'} scope="col" className="px-3 py-2 font-medium">
                  <TextLink href={paths.run(run.id)}>
                    {index === 0 ? t('First') : t('Second')}: {runName(run)}
                  </TextLink>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, one, two]) => (
              <tr key={name} className="border-line border-b tabular-nums last:border-0">
                <th scope="row" className="px-4 py-2 text-left font-normal text-muted">
                  {name}
                </th>
                <td className="px-3">{one}</td>
                <td className="px-3">{two}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Changes title={t('Input')} list={input} />
      <Changes title={t('Result')} list={output} />
    </div>
  )
}

function Changes({ title, list }: { title: string; list: readonly Difference[] }) {
  if (list.length === 0) return <p className="text-muted">{t('{title}: identical.', { title })}</p>
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg">
        {title}:{' '}
        {list.length === MOST_DIFFERENCES
          ? t('{count} or more differences', { count: MOST_DIFFERENCES })
          : t('{count} different', { count: list.length })}
      </h2>
      <Differences list={list} />
    </section>
  )
}

function Pair({ pair: { title, iteration, before, after, output, isSame } }: { pair: NodePair }) {
  return (
    <details open={!isSame && output !== null && output.length > 0 && output.length < 6} className="group">
      <summary className="grid min-h-11 grid-cols-[1rem_minmax(0,1fr)] items-center gap-3 px-3 py-1.5 -outline-offset-2 hover:bg-hover sm:grid-cols-[1rem_minmax(0,1fr)_minmax(0,14rem)_minmax(0,14rem)]">
        <ChevronRight aria-hidden="true" className="size-4 text-muted group-open:rotate-90" />
        <span className="min-w-0 truncate">
          {title}
          {iteration !== '' && <span className="text-muted"> · {t('item {number}', { number: iteration })}</span>}
        </span>
        <SideView side={before} name={t('First')} />
        <SideView side={after} name={t('Second')} />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t bg-sunken px-4 py-3">
        {[before, after].map(
          (side, index) =>
            side?.row.error && (
              <Callout key={index === 0 ? 'before' : 'after'} tone="bad" title={index === 0 ? t('First') : t('Second')}>
                {side.row.error.message}
              </Callout>
            ),
        )}
        {output === null && (
          <p className="text-muted">{t('The output is stored as a file. Open the step in each run to download it.')}</p>
        )}
        {output?.length === 0 && <p className="text-muted">{t('The output is identical.')}</p>}
        {output !== null && output.length > 0 && <Differences list={output} />}
      </div>
    </details>
  )
}

function SideView({ side, name }: { side: NodePair['before']; name: string }) {
  if (side === null)
    return <span className="text-muted text-xs max-sm:col-start-2">{t('{name}: missing', { name })}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted text-xs tabular-nums max-sm:col-start-2">
      <span className="sr-only">{name}:</span>
      <StatusChip status={side.row.status} />
      {side.took_ms !== null && formatDuration(side.took_ms)}
      {side.cost_micros > 0 && ` ${formatMicros(side.cost_micros)}`}
    </span>
  )
}

const MARK = { added: '+', removed: '−', changed: '≠' } as const
const words = () =>
  ({ added: t('only in the second'), removed: t('only in the first'), changed: t('changed') }) as const

const Differences = ({ list }: { list: readonly Difference[] }) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
    {list.map(({ path, kind, before, after }) => (
      <li key={path} className="grid grid-cols-[minmax(0,1fr)] gap-1 surface-card px-3 py-2">
        <p className="min-w-0 break-all font-mono text-base">
          <span aria-hidden="true">{MARK[kind]} </span>
          {path === '' ? t('the whole') : path} <span className="text-muted">{words()[kind]}</span>
        </p>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          {before !== undefined && <Said name={t('First')} text={jsonText(before)} />}
          {after !== undefined && <Said name={t('Second')} text={jsonText(after)} />}
        </div>
      </li>
    ))}
  </ul>
)

const Said = ({ name, text }: { name: string; text: string }) => (
  <div className="min-w-0">
    <span className="text-muted text-xs">{name}</span>
    <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words font-mono text-base">{text}</pre>
  </div>
)
