import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useRevalidator } from 'react-router'
import { session } from '#web/api/call.ts'

// Nothing that floats is needed for the first sight of a page.
const Floating = lazy(() => import('./floating.tsx').then((m) => ({ default: m.Floating })))

/** Above every page: what floats, and asking the guards again when who is signed in changes. */
export function RootLayout() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let subject = session.get().user?.id
    return session.subscribe(() => {
      const { phase, user, leaving } = session.get()
      if (phase === 'loading' || leaving || user?.id === subject) return
      subject = user?.id
      void revalidate()
    })
  }, [revalidate])
  return (
    <>
      <ScrollRestoration />
      <Outlet />
      <Suspense fallback={null}>
        <Floating />
      </Suspense>
    </>
  )
}
