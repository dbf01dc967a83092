import { useEffect, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { logError } from '#web/api/error-log.ts'
import { friendly } from '#web/api/friendly.ts'
import { titled } from '#web/lib/brand.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AccessDeniedCard } from './access-denied.tsx'
import { AccessDenied } from './admission.ts'
import { EnhancedError } from './enhanced-error.tsx'
import { NotFound } from './not-found.tsx'
import { SimpleError } from './simple-error.tsx'

/** The Access Denied card, the 404 page, the plain words for a failed call, or the enhanced page for a bug. */
export function PageErrorContent() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const retry = () => void revalidate()
  if (error instanceof AccessDenied) return <AccessDeniedCard pathname={error.pathname} required={error.required} />
  if (!(error instanceof ApiError)) return <Unexpected key={String(error)} error={error} onRetry={retry} />
  if (error.status === 404) return <NotFound />
  if (error.status === 403) return <AccessDeniedCard pathname={window.location.pathname} required={null} />
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-12">
      <title>{titled('Something went wrong')}</title>
      <ErrorState
        title={error.message}
        onRetry={retry}
        action={<LinkButton href={paths.marketplace()}>Browse the marketplace</LinkButton>}
      >
        {friendly(error)}
      </ErrorState>
    </div>
  )
}

function Unexpected({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [record] = useState(() => logError(error))
  useEffect(() => console.error(error), [error])
  return <EnhancedError record={record} onRetry={onRetry} />
}

/** The simple page. */
export function RootErrorContent() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    logError(error)
    console.error(error)
  }, [error])
  return <SimpleError onRetry={() => void revalidate()} />
}
