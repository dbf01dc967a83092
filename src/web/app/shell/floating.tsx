import { Suspense, useEffect } from 'react'
import { track } from '#web/api/analytics.ts'
import { Consent } from '#web/app/consent/consent.tsx'
import { ApiStatusBanner } from '#web/app/errors/api-status-banner.tsx'
import { watchExpiry } from '#web/app/guards/expired-session.ts'
import { overlay } from '#web/app/palette/overlay.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { Notifications } from '#web/ui/overlays/notifications.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { SiteBanners } from './site-banners.tsx'

const Palette = lazyPart(
  () => import('#web/app/palette/palette.tsx'),
  (m) => m.Palette,
)
const ShortcutSheet = lazyPart(
  () => import('#web/app/palette/shortcut-sheet.tsx'),
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
      <section id="floating" aria-label={t('Menus')} />
      <Notifications />
      <Toaster />
      <ApiStatusBanner />
      <SiteBanners />
      <Consent />
      <Suspense fallback={null}>
        {shown === 'palette' && <Palette onClose={close} />}
        {shown === 'shortcuts' && <ShortcutSheet onClose={close} />}
      </Suspense>
    </>
  )
}
