import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { load, type Query, useData } from '#web/api/query.ts'
import { send } from '#web/api/transport.ts'
import { NotFound } from '#web/app/errors/not-found.tsx'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { paths } from '#web/paths.ts'
import { LIFTS } from '#web/ui/card.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { MethodBadge } from './method-badge.tsx'
import { listOperations, type OpenApi, type Operation, searchOperations } from './openapi.ts'
import { OperationView } from './operation-view.tsx'
import { groupByTopic } from './topics.ts'

interface Described {
  document: OpenApi
  operations: Operation[]
}

/** @param part `index`, where operations have their texts alone, or a group with all of its operations */
const description = (part: string): Query<Described> => ({
  queryKey: ['openapi', part],
  queryFn: async ({ signal }) => {
    const response = await send(`/openapi/${encodeURIComponent(part)}.json`, { signal })
    if (!response.ok) throw new Error(`The API description couldn’t be loaded (${response.status})`)
    const document = (await response.json()) as OpenApi
    return { document, operations: listOperations(document) }
  },
})
const INDEX = description('index')

export async function loader({ url }: ScreenArgs) {
  const { operations } = await load(INDEX)
  const named = url.searchParams.get('endpoint')
  const open = operations.find(({ name }) => name === named)
  return open ? load(description(open.group)) : null
}

/** The API Reference: every endpoint in a list that can be searched, and the one that the address names. */
export function Component() {
  const [params] = useSearchParams()
  const { operations } = useData(INDEX)
  const search = params.get('q') ?? ''
  const named = params.get('endpoint')
  const open = operations.find(({ name }) => name === named)
  if (named && !open) return <NotFound />
  const found = searchOperations(operations, search)
  return (
    <Page title={open ? `${open.summary} · API Reference` : 'API Reference'} wide>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-10">
        <div className="grid min-w-0 content-start gap-3 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-1">
          <TypedSearch param="q" label="Search endpoints" placeholder="Search endpoints" />
          <nav aria-label="Endpoints" className="hidden lg:block">
            <Topics operations={found} open={named} search={search} />
          </nav>
        </div>
        {open ? (
          <OpenOperation name={open.name} group={open.group} />
        ) : (
          <Overview all={operations.length} found={found} search={search} />
        )}
      </div>
    </Page>
  )
}

function OpenOperation({ name, group }: { name: string; group: string }) {
  const { document, operations } = useData(description(group))
  const operation = operations.find((one) => one.name === name)
  return operation ? <OperationView operation={operation} document={document} /> : null
}

interface ListProps {
  operations: readonly Operation[]
  open: string | null
  search: string
}

/** The topics at the side. What is searched for is unfolded, and else the topic at hand. */
const Topics = ({ operations, open, search }: ListProps) => (
  <div className="grid gap-0.5">
    {groupByTopic(operations).map(({ title, operations: own }) => (
      <Topic key={`${title} ${open} ${search === ''}`} title={title} operations={own} open={open} search={search} />
    ))}
  </div>
)

function Topic({ title, operations, open, search }: ListProps & { title: string }) {
  const [isUnfolded, setUnfolded] = useState(search !== '' || operations.some(({ name }) => name === open))
  return (
    <details open={isUnfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)} className="group">
      <summary className="flex min-h-8 cursor-pointer list-none items-center justify-between gap-2 rounded px-2 font-medium hover:bg-hover">
        {title}
        <span className="flex items-center gap-1.5 text-muted text-xs tabular-nums">
          {operations.length}
          <ChevronRight aria-hidden="true" className="size-3.5 group-open:rotate-90" />
        </span>
      </summary>
      {isUnfolded && (
        <ul className="mb-2">
          {operations.map((entry) => (
            <li key={entry.name}>
              <Link
                href={paths.apiReference({ endpoint: entry.name, q: search })}
                aria-current={entry.name === open ? 'page' : undefined}
                className="grid min-h-7 grid-cols-[3.25rem_minmax(0,1fr)] items-baseline gap-1 rounded px-2 py-1 text-muted text-base hover:bg-hover hover:text-ink aria-[current]:bg-indigo-soft aria-[current]:text-indigo"
              >
                <MethodBadge method={entry.method} />
                <span>{entry.summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function Overview({ all, found, search }: { all: number; found: readonly Operation[]; search: string }) {
  const topics = groupByTopic(found)
  return (
    <div className="min-w-0">
      <PageHeader title="API Reference">
        Send a document to an agent and read the result, from your own program. To get started, see the{' '}
        <TextLink href={paths.docs('api')}>documentation</TextLink>; the machine-readable description is{' '}
        <code>/openapi.json</code>.
      </PageHeader>
      <p role="status" className="mb-4 break-words text-muted">
        {search === '' ? `${all} endpoints` : `${found.length} of ${all} endpoints for “${search}”`}
      </p>
      {search === '' && (
        <ul aria-label="Topics" className="mb-10 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {topics.map(({ title, text }) => (
            <li key={title} className={`surface-card p-4 ${LIFTS}`}>
              <a href={`#${anchorOf(title)}`} className="font-medium after:absolute after:inset-0 after:rounded-lg">
                {title}
              </a>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-8">
        {topics.map(({ title, text, operations }) => (
          <section key={title} id={anchorOf(title)} aria-label={title} className="scroll-mt-20">
            <h2 className="text-xl">{title}</h2>
            <p className="mb-3 text-muted">{text}</p>
            <ul className="divide-y divide-line surface-card">
              {operations.map((entry) => (
                <li key={entry.name}>
                  <Link
                    href={paths.apiReference({ endpoint: entry.name, q: search })}
                    className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 hover:bg-hover sm:grid-cols-[3.5rem_minmax(0,1fr)]"
                  >
                    <MethodBadge method={entry.method} />
                    <span className="grid min-w-0 gap-x-4 gap-y-0.5 xl:grid-cols-2">
                      <span className="font-medium">{entry.summary}</span>
                      <span className="break-all font-mono text-muted text-xs">{entry.path}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')
