import { Suspense, useEffect } from 'react'
import { track } from '#web/api/analytics.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { Notifications } from '#web/ui/notifications.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { ApiStatusBanner } from './api-status-banner.tsx'
import { Consent } from './consent.tsx'
import { watchExpiry } from './expired-session.ts'
import { overlay } from './overlay.ts'

const Palette = lazyPart(
  () => import('./palette.tsx'),
  (m) => m.Palette,
)
const ShortcutSheet = lazyPart(
  () => import('./shortcut-sheet.tsx'),
  (m) => m.ShortcutSheet,
)

/** What floats over every page: menus, notifications, the toast, the API status, and what the keys open. */
export function Floating() {
  const shown = useStore(overlay)
  useEffect(watchExpiry, [])
  useEffect(() => {
    if (shown === 'palette') track('feature_used', { feature: 'command_palette' })
  }, [shown])
  const close = () => overlay.set(null)
  return (
    <>
      <section id="floating" aria-label="Menus" />
      <Notifications />
      <Toaster />
      <ApiStatusBanner />
      <Consent />
      <Suspense fallback={null}>
        {shown === 'palette' && <Palette onClose={close} />}
        {shown === 'shortcuts' && <ShortcutSheet onClose={close} />}
      </Suspense>
    </>
  )
}
