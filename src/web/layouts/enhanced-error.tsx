import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ErrorRecord } from '#contract/errors.ts'
import { ERROR_PAGE_TEXTS } from '#contract/messages.ts'
import { errorLog } from '#web/api/error-log.ts'
import { titled } from '#web/lib/brand.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { recovery, useRetries } from './retries.ts'

const TABS = ['Overview', 'Details', 'Actions', 'Feedback'] as const
type Tab = (typeof TABS)[number]

/** §2.3, the enhanced page: what happened, its record, what can be done, and a word to the people who run this. */
export function EnhancedError({ record, onRetry }: { record: ErrorRecord; onRetry: () => void }) {
  const [tab, setTab] = useState<Tab>('Overview')
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4 px-4 py-10">
      <title>{titled(ERROR_PAGE_TEXTS.title)}</title>
      <div role="alert" className="grid gap-1">
        <CircleAlert aria-hidden="true" className="size-8 text-bad" />
        <h1 className="text-2xl">{ERROR_PAGE_TEXTS.title}</h1>
      </div>
      <nav aria-label="About this error" className="flex gap-1 border-line border-b">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === tab ? 'true' : undefined}
            onClick={() => setTab(name)}
            className="-mb-px h-10 border-transparent border-b-2 px-3 font-medium text-muted hover:text-ink aria-[current]:border-indigo aria-[current]:text-ink"
          >
            {name}
          </button>
        ))}
      </nav>
      <Card>
        {tab === 'Overview' && <Overview record={record} onRetry={onRetry} />}
        {tab === 'Details' && <CodeBlock label="Error record" code={JSON.stringify(record, null, 2)} />}
        {tab === 'Actions' && <Actions onRetry={onRetry} />}
        {tab === 'Feedback' && <Feedback />}
      </Card>
    </div>
  )
}

function Overview({ record, onRetry }: { record: ErrorRecord; onRetry: () => void }) {
  const { count, max, exhausted, retry } = useRetries(useLocation().pathname, onRetry)
  return (
    <div className="grid gap-4">
      <p>{ERROR_PAGE_TEXTS.message}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-muted">When</dt>
        <dd>{formatExactTime(record.timestamp)}</dd>
        <dt className="text-muted">Severity</dt>
        <dd>{record.severity}</dd>
        <dt className="text-muted">Retries</dt>
        <dd className="tabular-nums">
          {count} of {max}
        </dd>
        <dt className="text-muted">Auto-recovery</dt>
        <dd>{recovery(count, max)}</dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={retry} reason={exhausted ? 'All retries are used' : undefined}>
          Try Again
        </Button>
        <LinkButton href={paths.home()}>Go Home</LinkButton>
      </div>
    </div>
  )
}

function Actions({ onRetry }: { onRetry: () => void }) {
  const { reset } = useRetries(useLocation().pathname, onRetry)
  const copy = () => void navigator.clipboard.writeText(JSON.stringify(errorLog(), null, 2))
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
      <Button onClick={reset}>Reset the retries</Button>
      <Button onClick={copy}>Copy the error log</Button>
    </div>
  )
}

function Feedback() {
  const [text, setText] = useState('')
  return (
    <form className="grid justify-items-start gap-3">
      <div className="w-full">
        <TextArea
          label="What were you doing?"
          optional
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="flex items-center gap-3">
        <Button type="submit" reason="Feedback cannot be sent yet">
          Send
        </Button>
        <span aria-hidden="true" className="text-muted text-sm">
          Feedback cannot be sent yet.
        </span>
      </div>
    </form>
  )
}
