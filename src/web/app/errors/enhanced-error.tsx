import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { ErrorRecord } from '#contract/core/error-records.ts'
import { ERROR_PAGE_TEXTS } from '#contract/platform/messages.ts'
import { errorLog } from '#web/api/error-log.ts'
import { reportFault } from '#web/api/reporter.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { ErrorFeedback } from './error-feedback.tsx'
import { countRetriesOf, type Retries, type RetryState, recoveryState, useRetries } from './retries.ts'

export const ERROR_TABS = ['Overview', 'Details', 'Actions', 'Feedback']

export interface EnhancedErrorProps {
  error: unknown
  record: ErrorRecord
  onRetry: () => void
}

interface Retrying {
  retries: Retries
  state: RetryState
}

type Report = 'on its way' | 'arrived' | 'lost'
const wordsOf = (report: Report): string => {
  if (report === 'arrived') return t(ERROR_PAGE_TEXTS.message)
  const unsent = t(ERROR_PAGE_TEXTS.message_unsent)
  return report === 'lost' ? `${unsent} ${t('We couldn’t report it to our team.')}` : unsent
}

/** Reports the fault, with the retries it has cost so far. */
function useReport(error: unknown, record: ErrorRecord, retryCount: number): Report {
  const [report, setReport] = useState<Report>('on its way')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fault is reported once, as it was met
  useEffect(() => {
    let here = true
    void reportFault(error, record, retryCount).then((arrived) => here && setReport(arrived ? 'arrived' : 'lost'))
    return () => {
      here = false
    }
  }, [record.id])
  return report
}

/** §2.3, the enhanced page: what happened, its record, what can be done, and a word to the people who run this. */
export function EnhancedError({ error, record, onRetry }: EnhancedErrorProps) {
  const [tab, setTab] = useState('Overview')
  const group = useId()
  const fault = `${useLocation().pathname}\n${record.message}`
  const retries = countRetriesOf(fault)
  const state = useRetries(retries)
  const report = useReport(error, record, state.count)
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 px-4 py-10">
      <title>{pageTitle(t(ERROR_PAGE_TEXTS.title))}</title>
      <div role="alert" className="grid gap-1">
        <CircleAlert aria-hidden="true" className="size-8 text-bad" />
        <h1 className="text-3xl">{t(ERROR_PAGE_TEXTS.title)}</h1>
      </div>
      <TabList
        label={t('About this error')}
        group={group}
        tabs={ERROR_TABS.map((key) => ({ key, label: t(key) }))}
        active={tab}
        onSelect={setTab}
      />
      <Card id={panelId(group)} role="tabpanel" aria-labelledby={tabId(group, tab)}>
        {tab === 'Overview' && <Overview words={wordsOf(report)} {...{ record, retries, state, onRetry }} />}
        {tab === 'Details' && <Details record={record} />}
        {tab === 'Actions' && <Actions {...{ retries, state }} />}
        {tab === 'Feedback' && <ErrorFeedback {...{ fault, error, record }} />}
      </Card>
    </div>
  )
}

function Overview({
  words,
  record,
  retries,
  state,
  onRetry,
}: Retrying & {
  words: string
  record: ErrorRecord
  onRetry: () => void
}) {
  const { count, waiting } = state
  const exhausted = count >= retries.max
  return (
    <div className="grid gap-4">
      <p role="status">{words}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-muted">{t('When')}</dt>
        <dd>{formatExactTime(record.timestamp)}</dd>
        <dt className="text-muted">{t('Severity')}</dt>
        <dd>{record.severity}</dd>
        <RequestId record={record} />
        <dt className="text-muted">{t('Retries')}</dt>
        <dd className="tabular-nums">
          {count} of {retries.max}
        </dd>
        <dt className="text-muted">{t('Auto-recovery')}</dt>
        <dd>{t(recoveryState(count, retries.max))}</dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          onClick={() => retries.retry(onRetry)}
          busy={waiting && t('Trying again...')}
          reason={exhausted && !waiting ? t('No retries left') : undefined}
        >
          {t('Try Again')}
        </Button>
        <LinkButton href={paths.home()}>{t('Go Home')}</LinkButton>
      </div>
    </div>
  )
}

/** What support finds the failed call by. */
function RequestId({ record: { context } }: { record: ErrorRecord }) {
  if (typeof context.request_id !== 'string') return null
  return (
    <>
      <dt className="text-muted">{t('Request ID')}</dt>
      <dd className="break-all font-mono text-xs">{context.request_id}</dd>
    </>
  )
}

function Details({ record }: { record: ErrorRecord }) {
  const { details, ...rest } = record
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="break-words font-medium [unicode-bidi:isolate]">{record.message}</p>
      <CodeBlock label={t('Error record')} code={JSON.stringify(rest, null, 2)} />
      {details && <CodeBlock label={t('Where it happened')} code={details} />}
    </div>
  )
}

function Actions({ retries, state }: Retrying) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(errorLog(), null, 2))
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => window.location.reload()}>{t('Reload the page')}</Button>
        <Button onClick={retries.reset} reason={state.count === 0 ? t('No retries used') : undefined}>
          {t('Reset retries')}
        </Button>
        <Button onClick={() => void copy()}>{t('Copy error log')}</Button>
        <LinkButton href={paths.contact('help')}>{t('Contact Support')}</LinkButton>
      </div>
      <p role="status" className="text-muted text-base empty:hidden">
        {copied === true && t('Error log copied.')}
        {copied === false && t('The clipboard isn’t available. You can find the log on the Details tab.')}
      </p>
    </div>
  )
}
