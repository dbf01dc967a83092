import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { RunReview } from '#contract/runs/decisions.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { AcceptancePanel } from '#web/parts/runs/acceptance/acceptance-panel.tsx'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Assignment } from './assignment.tsx'
import { Comments } from './comments.tsx'
import { titleOf } from './queue-table.tsx'
import { type QueueState, queueHref, queueQuery } from './review-queries.ts'

const ResultViewer = lazyPart(
  () => import('#web/viewer/result-viewer.tsx'),
  (m) => m.ResultViewer,
)

/** One document of the queue in the viewer, with who reviews it and what is said about it. */
export function OpenDocument({ id, state }: { id: ExecutionId; state: QueueState }) {
  const navigate = useNavigate()
  const { items } = useData(queueQuery(state))
  const run = useQuery(runQuery(id))
  const isShared = useUser()?.workspace !== undefined
  const at = items.findIndex(({ execution_id }) => execution_id === id)
  const next = items[at + 1]?.execution_id ?? null
  const viewer = useRef<HTMLElement>(null)
  useEffect(() => viewer.current?.focus({ preventScroll: true }), [])
  const onSigned = (review: RunReview) => {
    notify({
      type: 'success',
      title: review.signed_off === null ? t('Reading finished') : t('Document signed off'),
    })
    void navigate(queueHref(state, { open: next }))
  }
  const title = run.data ? titleOf(run.data) : t('Document')
  return (
    <Page title={title} wide>
      <PageHeader
        title={title}
        actions={
          <>
            <LinkButton icon={<ArrowLeft aria-hidden="true" />} href={queueHref(state, { open: null })}>
              {t('Back to the queue')}
            </LinkButton>
            {next !== null && (
              <LinkButton icon={<ArrowRight aria-hidden="true" />} href={queueHref(state, { open: next })}>
                {t('Next document')}
              </LinkButton>
            )}
          </>
        }
      >
        <span className="flex flex-wrap gap-x-4">
          <TextLink href={paths.run(id)}>{t('Open run')}</TextLink>
          {run.data?.record_open && <TextLink href={paths.runRecord(id)}>{t('Record')}</TextLink>}
        </span>
      </PageHeader>
      {run.isError && <Callout tone="bad">{friendly(run.error)}</Callout>}
      {run.data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {isShared && <Assignment id={id} />}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: takes the focus, so that the keys of the viewer work at once */}
          <section ref={viewer} tabIndex={0} className="outline-none" aria-label={title}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <AcceptancePanel run={run.data} />
              <Suspense fallback={<Spinner />}>
                <ResultViewer key={id} run={run.data} onSigned={onSigned} />
              </Suspense>
            </div>
          </section>
          <Comments id={id} />
        </div>
      )}
    </Page>
  )
}
