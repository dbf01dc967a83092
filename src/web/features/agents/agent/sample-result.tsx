import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AgentDetail, AgentPreview, AgentSample, AgentVersion } from '#contract/agents/agents.ts'
import type { SampleRun, SampleRuns } from '#contract/agents/sample-runs.ts'
import type { FileId } from '#contract/core/primitives.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { whenQuiet } from '#web/lib/when-quiet.ts'
import { ResultLine } from '#web/parts/agents/listing/result-preview.tsx'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SampleOf } from '#web/viewer/documents.ts'
import { TestedOnCases } from './tested-on-cases.tsx'

const ResultViewer = lazyPart(
  () => import('#web/viewer/result-viewer.tsx'),
  (m) => m.ResultViewer,
)

/** As the viewer asks for first. */
const PREVIEW_PX = 500

/** Of the columns of the viewer. The place is kept from the first paint, so that nothing moves when it comes. */
const HEIGHT = 'lg:h-128'

interface Props {
  agent: AgentDetail
  version: AgentVersion
  /** Starts a run of this sample. */
  onRun: (sample: AgentSample) => void
  /** Leads to the form. */
  onOwn: () => void
}

/**
 * What the agent gives, before anything is pressed: the result that the platform got when it ran a sample of the seller, in the viewer that
 * buyers have. Nothing where no sample has been run.
 */
export function SampleResult({ agent, version, onRun, onOwn }: Props) {
  const { slug, preview, sample_document } = agent
  const { data } = useQuery(q('listSampleRuns', { params: { id: slug } }))
  const [params, setParams] = useSearchParams()
  const position = Number(params.get('sample')) - 1
  const run = data?.items.find((one) => one.position === position) ?? data?.items[0]
  const sample = run && version.samples[run.position]
  const choose = (chosen: number) => {
    const next = new URLSearchParams(params)
    next.delete('show')
    if (chosen === data?.items[0]?.position) next.delete('sample')
    else next.set('sample', String(chosen + 1))
    setParams(next, { replace: true, preventScrollReset: true })
  }
  if (data ? data.items.length === 0 : preview === null) return null
  // Everything has its place before it is fetched: nothing moves under a pointer.
  const choices = data?.items ?? version.samples.map(({ title }, index) => ({ position: index, title }))
  // What is known before anything is fetched is of the first sample.
  const isFirst = !run || run === data?.items[0]
  const page = isFirst && sample_document && pageOf(slug, sample_document)
  const poster = <Poster preview={isFirst ? preview : null} page={page || null} notice={version.listing.disclaimer} />
  return (
    <Card id="overview" aria-labelledby="sample-result" flush raised className="scroll-mt-32 max-sm:flat">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line px-4 pb-3 max-sm:px-0 sm:border-b sm:px-5 sm:pt-3">
        <div className="min-w-0 grow basis-64">
          <h2 id="sample-result" className="text-lg">
            {t('Sample result')}
          </h2>
          <p className="min-h-5 truncate text-muted">{run && data && <Facts run={run} recorded={data} />}</p>
        </div>
        {/* On a phone both are in the bar at the bottom of the window. */}
        <div className="flex flex-wrap gap-2 max-sm:hidden">
          <Button
            size="sm"
            icon={<Play aria-hidden="true" />}
            disabled={!sample}
            onClick={() => sample && onRun(sample)}
          >
            {t('Run this sample')}
          </Button>
          <Button size="sm" variant="strong" onClick={onOwn}>
            {t('Use your own document')}
          </Button>
        </div>
      </header>
      <div className="grid gap-3 sm:p-4">
        {choices.length > 1 && (
          <div className="max-w-xs">
            <Select
              label={t('Sample')}
              hideLabel
              value={String(run?.position ?? 0)}
              options={choices.map(({ position, title }) => ({ value: String(position), label: title }))}
              onChange={({ target }) => choose(Number(target.value))}
            />
          </div>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 [--viewer-top:0px] max-lg:h-144 max-lg:overflow-y-auto">
          {run && data ? (
            <Opened key={run.position} slug={slug} run={run} version={data.version} poster={poster} />
          ) : (
            poster
          )}
        </div>
        {data?.tested && <TestedOnCases tested={data.tested} />}
      </div>
    </Card>
  )
}

function Facts({
  run: { document, title, ms, model_micros, ran_at },
  recorded,
}: {
  run: SampleRun
  recorded: SampleRuns
}) {
  const parts = [
    document ?? title,
    formatDuration(ms),
    model_micros > 0 ? t('models {price}', { price: formatMicros(model_micros) }) : null,
    t('version {number}', { number: String(recorded.version) }),
  ].filter((part) => part !== null)
  return (
    <>
      <bdi>{parts.join(' · ')}</bdi> · <RelativeTime time={ran_at} />
    </>
  )
}

/** True once the page has nothing left to do: the viewer is large, and what is read first comes first. */
function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  return quiet
}

interface OpenedProps {
  slug: string
  run: SampleRun
  version: number
  /** Until it is there. */
  poster: ReactNode
}

function Opened({ slug, run, version, poster }: OpenedProps) {
  const quiet = useQuiet()
  const { data, error } = useQuery({
    ...q('getSampleRun', { params: { id: slug, number: run.position } }),
    enabled: quiet,
  })
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return poster
  return (
    <SampleOf.Provider value={slug}>
      <Suspense fallback={poster}>
        <ResultViewer
          findingsFirst
          height={HEIGHT}
          run={{
            id: `${slug}-${version}-sample-${run.position + 1}`,
            output: data.output,
            view: data.view,
            disclaimer: data.disclaimer,
          }}
        />
      </Suspense>
    </SampleOf.Provider>
  )
}

/** The address of the picture that the viewer shows first, so that it is fetched once. */
const pageOf = (slug: string, document: FileId) =>
  `/api/v1/agents/${slug}/sample-documents/${document}/pages/1?width=${PREVIEW_PX}`

interface PosterProps {
  preview: AgentPreview | null
  /** The address of the picture of the first page. */
  page: string | null
  notice: string | null
}

/** Until the viewer is there: the page and the first lines of the result, each in the place that it will have. */
const Poster = ({ preview, page, notice }: PosterProps) => (
  <div aria-busy="true" className="grid gap-3">
    <div className={`grid gap-4 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] ${HEIGHT}`}>
      {page === null ? (
        <Skeleton className="h-full min-h-40 max-lg:order-2" />
      ) : (
        <div className="flex min-h-40 flex-col overflow-hidden rounded border border-line bg-sunken max-lg:order-2 max-sm:rounded-none max-sm:border-x-0">
          <div className="h-11 shrink-0 border-line border-b" />
          {/* On a phone the lines come first, and the picture would keep them waiting. */}
          <picture className="m-3">
            <source media="(min-width: 64rem)" srcSet={page} />
            <img alt="" className="w-full border border-line max-lg:hidden" />
          </picture>
        </div>
      )}
      <ul className="surface-card grid content-start divide-y divide-line overflow-hidden max-sm:flat">
        {preview?.lines.map((line) => (
          <ResultLine key={`${line.label}${line.text}`} line={line} className="min-h-14 px-4 max-sm:px-0" />
        ))}
      </ul>
    </div>
    {notice !== null && <p className="px-1 text-muted">{notice}</p>}
  </div>
)
