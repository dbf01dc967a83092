import { EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { withoutWorkspace } from '#shared/workspace-address.ts'
import { ApiError } from '#web/api/api-error.ts'
import { logError } from '#web/api/error-log.ts'
import { friendly } from '#web/api/friendly.ts'
import { AccessDeniedCard } from '#web/app/guards/access-denied.tsx'
import { AccessDenied } from '#web/app/guards/admission.ts'
import { SecondFactorNeeded } from '#web/app/guards/second-factor-needed.tsx'
import { useAgain } from '#web/app/palette/use-again.ts'
import { renewStale } from '#web/app/router/code.ts'
import { brand, pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BrandPicture } from '#web/ui/mark.tsx'
import { EnhancedError } from './enhanced-error.tsx'
import { NotFound } from './not-found.tsx'

/** The Access Denied card, the 404 page, the plain words for a failed call, or the enhanced page for a bug. */
export function PageErrorContent() {
  const error = useRouteError()
  const retry = useAgain()
  if (error instanceof AccessDenied) return <AccessDeniedCard pathname={error.pathname} required={error.required} />
  if (!(error instanceof ApiError)) return <Unexpected error={error} onRetry={retry} />
  // Nothing is at an address whose id cannot be one.
  if (error.status === 404 || error.problem('id')) return <NotFound />
  if (error.code === 'two_factor_required') return <SecondFactorNeeded />
  if (error.code === 'viewing_closed') return <NotInView />
  if (error.status === 403)
    return <AccessDeniedCard pathname={withoutWorkspace(window.location.pathname)} required={null} />
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-12">
      <title>{pageTitle(t('Something went wrong'))}</title>
      <ErrorState
        title={error.message}
        onRetry={retry}
        action={<LinkButton href={paths.marketplace()}>{t('Browse the marketplace')}</LinkButton>}
      >
        {friendly(error)}
        {error.requestId && (
          <span className="mt-2 block break-all text-xs">
            {t('Request ID')} <code className="font-mono">{error.requestId}</code>
          </span>
        )}
      </ErrorState>
    </div>
  )
}

/** What a view of support does not show: content, keys, and what else the admin has no business with. */
function NotInView() {
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-12">
      <title>{pageTitle(t('Not part of this view'))}</title>
      <Card className="grid justify-items-center gap-3 text-center">
        <EyeOff aria-hidden="true" className="size-8 text-muted" />
        <h1 className="text-3xl">{t('Not part of this view')}</h1>
        <p className="text-muted">
          {t(
            'While you view {brand} as another person, you don’t see what they put in, their keys or their sign-in. To read a run, stop viewing and reveal it in the execution logs.',
            { brand },
          )}
        </p>
        <LinkButton href={paths.dashboard()}>{t('Go to the dashboard')}</LinkButton>
      </Card>
    </div>
  )
}

function Unexpected({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [met, setMet] = useState(() => ({ error, record: logError(error) }))
  // A retry that fails again is another error to report, even with the same message.
  if (met.error !== error) setMet({ error, record: logError(error) })
  useEffect(() => {
    console.error(error)
    renewStale(error)
  }, [error])
  return <EnhancedError key={met.record.id} error={error} record={met.record} onRetry={onRetry} />
}

/** Above the layouts, so it is rendered without one. */
export function RootErrorContent() {
  const error = useRouteError()
  const retry = useAgain()
  return (
    <main className="mx-auto grid w-full max-w-2xl grid-cols-1 px-4 pt-10">
      <div className="px-4">
        <BrandPicture px={36} name={brand} />
      </div>
      <Unexpected error={error} onRetry={retry} />
    </main>
  )
}
