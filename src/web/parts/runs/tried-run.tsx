import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { runQuery } from './run-query.ts'

const RunPanel = lazyPart(
  () => import('./run-panel.tsx'),
  (m) => m.RunPanel,
)

/** The run that an address names, under the form that starts runs. It comes into view when it was just `started` here. */
export function TriedRun({ id, started }: { id: string; started: boolean }) {
  const area = useRef<HTMLElement>(null)
  const { isError } = useQuery(runQuery(id))
  useEffect(() => {
    if (!started) return
    area.current?.focus({ preventScroll: true })
    area.current?.scrollIntoView({ block: 'start' })
  }, [started])
  return (
    <section ref={area} aria-label={t('Result')} tabIndex={-1} className="scroll-mt-32 outline-none">
      {isError ? (
        <Callout>
          {t('This run can’t be opened here. Without an account, a run opens only in the tab that started it.')}
        </Callout>
      ) : (
        <Suspense fallback={<Spinner />}>
          <RunPanel id={id} />
        </Suspense>
      )}
    </section>
  )
}
