import { lazy, Suspense } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'

// Errors are rare: their pages stay out of the first load.
const Page = lazy(() => import('./error-pages.tsx').then((m) => ({ default: m.PageErrorContent })))
const Root = lazy(() => import('./error-pages.tsx').then((m) => ({ default: m.RootErrorContent })))

/** What a page shows instead of itself when its loader or its rendering threw; the layout around it stands. */
export function PageError() {
  return (
    <Suspense fallback={<Spinner />}>
      <Page />
    </Suspense>
  )
}

/** The last boundary, above the layouts. */
export function RootError() {
  return (
    <Suspense fallback={<Spinner />}>
      <Root />
    </Suspense>
  )
}
