import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useRevalidator } from 'react-router'
import { session } from '#web/api/call.ts'
import { useStore } from '#web/lib/store.ts'
import { notifications } from '#web/ui/notification-store.ts'
import { currentToast } from '#web/ui/toast-store.ts'
import { overlay } from './overlay.ts'

// None of these is needed for the first sight of a page.
const ApiStatusBanner = lazy(() => import('./api-status-banner.tsx').then((m) => ({ default: m.ApiStatusBanner })))
const Palette = lazy(() => import('./palette.tsx').then((m) => ({ default: m.Palette })))
const Notifications = lazy(() => import('#web/ui/notifications.tsx').then((m) => ({ default: m.Notifications })))
const Toaster = lazy(() => import('#web/ui/toaster.tsx').then((m) => ({ default: m.Toaster })))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then((m) => ({ default: m.ShortcutSheet })))

/** Above every page: what floats, the keys, and asking the guards again when who is signed in changes. */
export function RootLayout() {
  const { revalidate } = useRevalidator()
  const shown = useStore(overlay)
  const notified = useStore(notifications).length > 0
  const toasted = useStore(currentToast) !== null
  useEffect(() => {
    const listening = import('./shortcuts.ts').then(({ listen }) => listen())
    return () => void listening.then((stop) => stop())
  }, [])
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
      <section id="floating" aria-label="Menus" />
      <Suspense fallback={null}>
        <ApiStatusBanner />
        {notified && <Notifications />}
        {toasted && <Toaster />}
        {shown === 'palette' && <Palette onClose={() => overlay.set(null)} />}
        {shown === 'shortcuts' && <ShortcutSheet onClose={() => overlay.set(null)} />}
      </Suspense>
    </>
  )
}
