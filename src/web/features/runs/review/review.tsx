import { ClipboardCheck } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '#web/api/call.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { useRowKeys } from '#web/parts/platform/use-row-keys.ts'
import { ShowHidden } from '#web/parts/runs/masked/show-hidden.tsx'
import { useReveal } from '#web/parts/runs/masked/use-reveal.ts'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { AccuracyTable } from './accuracy-table.tsx'
import { AgreementTable } from './agreement-table.tsx'
import { OpenDocument } from './open-document.tsx'
import { Questions } from './questions.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { QueueTable } from './queue-table.tsx'
import { type QueueState, queueHref, queueInput, queueQuery, readQueueState } from './review-queries.ts'

export const loader = async ({ url }: ScreenArgs) => {
  const state = readQueueState(url.searchParams)
  await Promise.all([load(queueQuery(state)), state.open && load(runQuery(state.open)).catch(() => null)])
}

/** Documents that wait for their sign-off; one of them open, and after it the next. */
export function Component() {
  const [params] = useSearchParams()
  const state = readQueueState(params)
  return state.open === null ? <Queue state={state} /> : <OpenDocument key={state.open} id={state.open} state={state} />
}

function Queue({ state }: { state: QueueState }) {
  const navigate = useNavigate()
  const queue = useData(queueQuery(state))
  const isShared = useUser()?.workspace !== undefined
  useFresh('listReviewQueue', isShared || queue.preparing)
  const reveal = useReveal({
    rows: queue.items,
    idOf: ({ execution_id }) => execution_id,
    fields: ['title'],
    ask: async (asked) => (await call('listReviewQueue', { query: { ...queueInput(state), ...asked } })).items,
  })
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  return (
    <Page title={t('Review queue')} wide>
      <PageHeader title={t('Review queue')}>
        {t('Documents whose findings aren’t signed off. J and K move through the list, Enter opens a document.')}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {queue.questions.length > 0 && <Questions items={queue.questions} people={isShared ? queue.people : null} />}
        {queue.questions.length > 0 && <h2 className="mt-2 text-xl">{t('Documents')}</h2>}
        <QueueFilters state={state} queue={queue} />
        {queue.preparing && (
          <p role="status" className="text-muted">
            {t('Reading earlier runs...')}
          </p>
        )}
        <ShowHidden reveal={reveal} />
        <div ref={list}>
          {queue.items.length === 0 ? (
            <EmptyState icon={<ClipboardCheck aria-hidden="true" />} title={t('Nothing to review')}>
              {t('Documents appear here when an agent has found something in them.')}
            </EmptyState>
          ) : (
            <QueueTable
              items={reveal.rows}
              reveal={reveal}
              isShared={isShared}
              onOpen={(id) => void navigate(queueHref(state, { open: id }))}
            />
          )}
        </div>
        <Pagination
          page={state.page}
          pageSize={queue.limit}
          total={queue.total}
          href={(page) => queueHref(state, { page })}
        />
        <AccuracyTable />
        {isShared && <AgreementTable />}
      </div>
    </Page>
  )
}
