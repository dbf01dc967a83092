import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { Platform } from '#contract/accounts/users.ts'
import { track } from '#web/api/analytics.ts'
import { analyticsConsent } from '#web/api/consent.ts'
import { useStore } from '#web/lib/store.ts'

/** Where each platform is entered. */
const PLATFORM_AT: Readonly<Record<string, Platform>> = {
  marketplace: 'marketplace',
  'my-ai-services': 'ai-services',
  workflows: 'workflow-designer',
  'mcp-tools': 'mcp-tools',
  analytics: 'analytics',
}

/** Counts pages by their pattern, and the first entry into each platform. */
export function useCountPages(): void {
  const { pathname } = useLocation()
  const consent = useStore(analyticsConsent)
  const pattern = useMatches().at(-1)?.id ?? ''
  const entered = useRef(new Set<Platform>())
  const last = useRef('')
  useEffect(() => {
    if (consent !== 'granted') return
    const path = pattern.startsWith('/') ? pattern : '/*'
    // The same page under other filters is one view.
    if (last.current === pathname) return
    last.current = pathname
    track('page_view', { path })
    const platform = PLATFORM_AT[pathname.split('/')[1] ?? '']
    if (platform && !entered.current.has(platform)) {
      entered.current.add(platform)
      track('platform_access', { platform })
    }
  }, [pathname, pattern, consent])
}
