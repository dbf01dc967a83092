import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FileText } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { SampleRuns as Recorded, SampleRun } from '#contract/agents/sample-runs.ts'
import type { Json } from '#contract/core/primitives.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatDuration, formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SampleOf } from '#web/viewer/documents.ts'
import { Section } from './listing-sections.tsx'

const ResultViewer = lazyPart(
  () => import('#web/viewer/result-viewer.tsx'),
  (m) => m.ResultViewer,
)

/** The sample in `?sample=`, from 1; null when none is open. */
function openOf(params: URLSearchParams): number | null {
  const number = Number(params.get('sample'))
  return Number.isInteger(number) && number > 0 ? number - 1 : null
}

/** What the platform got when it ran the samples: real inputs and results, in the viewer that buyers have. Nothing before there is one. */
export default function SampleRuns({ slug }: { slug: string }) {
  const [params, setParams] = useSearchParams()
  const { data } = useQuery(q('listSampleRuns', { params: { id: slug } }))
  const open = openOf(params)
  const choose = (position: number | null) => {
    const next = new URLSearchParams(params)
    next.delete('show')
    if (position === null) next.delete('sample')
    else next.set('sample', String(position + 1))
    setParams(next, { replace: true, preventScrollReset: true })
  }
  if (!data || (data.items.length === 0 && data.tested === null)) return null
  return (
    <Section id="sample-runs" title={t('Sample runs')}>
      {data.tested && <Tested tested={data.tested} />}
      {data.items.length > 0 && (
        <p className="max-w-prose text-muted">
          {t('The platform ran these on version {version}. Results are shown unchanged.', {
            version: data.version,
          })}
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {data.items.map((run) => (
          <SampleRunItem
            key={run.position}
            slug={slug}
            run={run}
            recorded={data}
            open={open === run.position}
            onOpen={(is) => choose(is ? run.position : null)}
          />
        ))}
      </ul>
    </Section>
  )
}

/** How it did on cases whose answer is known. They are the seller's own, and the page says so. */
function Tested({ tested: { score, cases, at } }: { tested: NonNullable<Recorded['tested']> }) {
  const share = formatPercent(score)
  return (
    <p className="max-w-prose">
      {cases === 1
        ? t('{share} correct on the seller’s one test case, run by the platform', { share })
        : t('{share} correct on the seller’s {cases} test cases, run by the platform', {
            share,
            cases: formatNumber(cases),
          })}{' '}
      <RelativeTime time={at} />.
    </p>
  )
}

function SampleRunItem({
  slug,
  run,
  recorded,
  open,
  onOpen,
}: {
  slug: string
  run: SampleRun
  recorded: Recorded
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const { position, title, document, ms, model_micros, ran_at } = run
  const panel = `sample-run-${position}`
  const facts = [
    formatDuration(ms),
    priceText(recorded.price),
    model_micros > 0 ? t('models {price}', { price: formatMicros(model_micros) }) : null,
  ].filter((fact) => fact !== null)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => onOpen(!open)}
        className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 surface-card px-4 py-2.5 text-left hover:border-control aria-expanded:border-control"
      >
        <span className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
          <span>
            <span className="block font-medium">{title}</span>
            {document !== null && (
              <span className="flex items-center gap-1.5 text-muted text-sm">
                <FileText aria-hidden="true" className="size-4 shrink-0" />
                <bdi className="truncate">{document}</bdi>
              </span>
            )}
          </span>
          <span className="text-muted text-sm tabular-nums">{facts.join(' · ')}</span>
          <span className="text-muted text-sm">
            <RelativeTime time={ran_at} />
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-4 shrink-0 text-muted ${open ? 'rotate-180' : ''} transition-transform motion-reduce:transition-none`}
        />
      </button>
      {open && <Opened id={panel} slug={slug} run={run} version={recorded.version} />}
    </li>
  )
}

/** Long texts are read in the document beside the findings. */
const MOST_CHARACTERS = 300
const shortened = (value: Json): Json =>
  typeof value === 'string' && value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value

function Opened({ id, slug, run, version }: { id: string; slug: string; run: SampleRun; version: number }) {
  const area = useRef<HTMLDivElement>(null)
  const { data, error } = useQuery(q('getSampleRun', { params: { id: slug, number: run.position } }))
  useEffect(() => {
    // Braces: newer browsers answer with a promise, which an effect must not return.
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const entered = Object.entries(run.input).map(([name, value]) => [name, shortened(value)])
  return (
    <div ref={area} id={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {entered.length > 0 && (
        <CodeBlock code={JSON.stringify(Object.fromEntries(entered), null, 2)} label={t('Input')} />
      )}
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <SampleOf.Provider value={slug}>
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <ResultViewer
              run={{
                id: `${slug}-${version}-sample-${run.position + 1}`,
                output: data.output,
                view: data.view,
                disclaimer: data.disclaimer,
              }}
            />
          </Suspense>
        </SampleOf.Provider>
      )}
    </div>
  )
}
