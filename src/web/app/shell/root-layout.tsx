import { Suspense, useEffect } from 'react'
import { type Location, Outlet, ScrollRestoration, useRevalidator } from 'react-router'
import { openView } from '#web/api/acting/support-view.ts'
import { session } from '#web/api/call.ts'
import { admittedUser } from '#web/app/guards/admit.ts'
import { followUser } from '#web/app/guards/ask-again.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { lazyPart, optionalPart } from '#web/lib/lazy-part.tsx'

// Nothing that floats is needed for the first sight of a page.
const Floating = optionalPart(
  () => import('./floating.tsx'),
  (m) => m.Floating,
)

// Only for an admin who sees Chowk as another person.
const SupportViewBanner = lazyPart(
  () => import('./support-view-banner.tsx'),
  (m) => m.SupportViewBanner,
)

/** Every first page of a tab has the key 'default': without its address it would take over the place of another one. */
const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key)

/** Above every page: what floats, and asking the guards again when who is signed in changes. */
export function RootLayout() {
  const { revalidate } = useRevalidator()
  // What is drawn at build time is a visitor's.
  const view = useInBrowser() ? openView() : null
  useEffect(() => followUser(session, admittedUser(), () => void revalidate()), [revalidate])
  return (
    <>
      <ScrollRestoration getKey={scrollKey} />
      {view !== null && (
        <Suspense fallback={null}>
          <SupportViewBanner view={view} />
        </Suspense>
      )}
      <Outlet />
      <Suspense fallback={null}>
        <Floating />
      </Suspense>
    </>
  )
}
