import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleX, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Finding, SubmissionDetail } from '#contract/agents/agent-review.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatDuration, formatPercent } from '#web/lib/format.ts'
import { Difference } from '#web/parts/agents/listing/difference.tsx'
import { Markdown } from '#web/parts/agents/listing/markdown.tsx'
import { withNumbers } from '#web/parts/agents/listing/numbered.ts'
import { PermissionList } from '#web/parts/agents/listing/permission-list.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Decision } from './decision.tsx'
import { type QueueState, queuePath, submissionQuery } from './review-queue-address.ts'

/** One version with everything a reviewer looks at, and the decision at its head. */
export function OpenSubmission({ id, state, next }: { id: string; state: QueueState; next: string | null }) {
  const { data, error } = useQuery(submissionQuery(id))
  if (error !== null) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Spinner />
  const close = queuePath({ ...state, submission: null })
  return (
    <Card aria-labelledby="submission" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        <div className="min-w-0">
          <h2 id="submission" className="text-xl">
            <bdi>{data.details.name}</bdi>, version {data.number}
          </h2>
          <p className="text-muted">
            <bdi>{data.details.tagline}</bdi>
          </p>
          <p className="text-muted text-base">
            by <bdi>{data.seller.display_name}</bdi> ·{' '}
            {[data.details.category, ...data.details.more_categories].join(', ')} · {priceText(data.price)}
            {data.price.type !== 'free' &&
              ` · ${data.trial_runs === 1 ? '1 free run' : `${data.trial_runs} free runs`}`}
          </p>
        </div>
        <LinkButton size="sm" href={close} icon={<X aria-hidden="true" />}>
          Close
        </LinkButton>
      </header>
      <Decision
        submission={data}
        after={next && state.tab === 'in_review' ? queuePath({ ...state, submission: next }) : close}
      />
      <Findings items={data.machine} />
      <Scores submission={data} />
      {data.difference.from !== null && (
        <Part title={`Compared with version ${data.difference.from}`}>
          <Difference difference={data.difference} />
        </Part>
      )}
      <Samples items={data.samples} />
      <Part title="Permissions and data">
        <PermissionList permissions={data.permissions} />
      </Part>
      <Listing submission={data} />
      <Settings items={data.settings} />
      <Skills items={data.skills} />
      <p className="break-all font-mono text-muted text-xs">{data.content_hash}</p>
    </Card>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t pt-4">
      <h3 className="font-medium text-lg">{title}</h3>
      {children}
    </section>
  )
}

const LOOKS = {
  high: { icon: CircleX, tone: 'text-bad', word: 'Serious' },
  medium: { icon: CircleAlert, tone: 'text-warn', word: 'To check' },
  low: { icon: Info, tone: 'text-muted', word: 'Minor' },
}

function Findings({ items }: { items: readonly Finding[] }) {
  return (
    <Part title="Automatic findings">
      {items.length === 0 && (
        <p className="text-muted">Nothing: no secrets, code, hosts, or prompts that could be controlled by buyers.</p>
      )}
      <ul className="grid gap-2">
        {withNumbers(items).map(({ key, item: finding }) => {
          const { icon: Icon, tone, word } = LOOKS[finding.severity]
          return (
            <li key={key} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2">
              <Icon aria-label={word} className={`mt-0.5 size-4 ${tone}`} />
              <span className="break-words">
                {finding.message}
                <span className="block text-muted text-xs">{finding.advice}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
const MOST_SHOWN = 4000

function Samples({ items }: { items: SubmissionDetail['samples'] }) {
  return (
    <Part title="Samples as run by the platform">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {withNumbers(items).map(({ key, item: { title, input, output, ms } }) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded border border-line p-3">
            <p className="font-medium">
              <bdi>{title}</bdi>{' '}
              {ms !== null && <span className="font-normal text-muted text-xs">ran in {formatDuration(ms)}</span>}
            </p>
            <CodeBlock label={`Input of ${title}`} code={asText(input).slice(0, MOST_SHOWN)} />
            <CodeBlock label={`Result of ${title}`} code={asText(output ?? null).slice(0, MOST_SHOWN)} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Listing({ submission: { details, listing } }: { submission: SubmissionDetail }) {
  return (
    <Part title="The listing">
      <Markdown text={details.description} />
      {listing.does.length > 0 && <p>Does: {listing.does.join(' · ')}</p>}
      {listing.does_not.length > 0 && <p>Does not: {listing.does_not.join(' · ')}</p>}
      {listing.how_it_works && <Markdown text={listing.how_it_works} />}
      {listing.disclaimer && <p className="text-warn">{listing.disclaimer}</p>}
      <p className="flex flex-wrap gap-1">
        {details.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {listing.workflow_open && <Badge tone="good">Steps are visible</Badge>}
      </p>
    </Part>
  )
}

function Settings({ items }: { items: SubmissionDetail['settings'] }) {
  if (items.length === 0) return null
  return (
    <Part title="Settings of new and changed steps">
      {withNumbers(items).map(({ key, item: { title, type, before, after } }) => (
        <details key={key} className="rounded border border-line px-3 py-2">
          <summary className="cursor-pointer font-medium">
            <bdi>{title}</bdi> <span className="font-mono font-normal text-muted text-xs">{type}</span>
          </summary>
          <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
            {before && <CodeBlock label={`Settings of ${title} before`} code={asText(before)} />}
            <CodeBlock label={`Settings of ${title}`} code={asText(after)} />
          </div>
        </details>
      ))}
    </Part>
  )
}

function Skills({ items }: { items: SubmissionDetail['skills'] }) {
  if (items.length === 0) return null
  return (
    <Part title="Skills of its agents">
      {items.map(({ name, text, files }) => (
        <details key={name} className="rounded border border-line px-3 py-2">
          <summary className="cursor-pointer font-medium">{name}</summary>
          <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
            {[{ path: 'SKILL.md', text }, ...files].map((file) => (
              <div key={file.path} className="grid grid-cols-[minmax(0,1fr)] gap-1">
                <p className="wrap-anywhere font-mono text-base">{file.path}</p>
                {file.text === null ? (
                  <p className="text-muted">Not a text, or too long to show.</p>
                ) : (
                  <CodeBlock label={`${file.path} of ${name}`} code={file.text} />
                )}
              </div>
            ))}
          </div>
        </details>
      ))}
    </Part>
  )
}

function Scores({ submission: { score, previous_score, score_acknowledged } }: { submission: SubmissionDetail }) {
  if (score === null && previous_score === null) return null
  const fell = previous_score !== null && (score ?? 0) < previous_score
  return (
    <Part title="The seller’s test cases">
      <p className={fell ? 'font-medium text-warn' : ''}>
        {score === null ? 'Removed' : `Score ${formatPercent(score)}`}
        {previous_score !== null && `, before ${formatPercent(previous_score)}`}.
        {score_acknowledged && ' The seller was told that it dropped.'}
      </p>
    </Part>
  )
}
