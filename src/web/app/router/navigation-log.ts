import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { LIMITS } from '#contract/core/limits.ts'
import type { SessionUser } from '#web/api/session-state.ts'
import { createLog } from '#web/lib/log.ts'
import { activeItem, navigationFor } from './navigation.ts'

/**
 * §2.2: a super admin's navigation is logged to the console for debugging; for all others debug is below the minimum
 * level.
 */
export function useNavigationLog({ role, permissions }: Pick<SessionUser, 'role' | 'permissions'>): void {
  const { pathname } = useLocation()
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (before.current === pathname) return
    const { main, admin } = navigationFor(role, permissions)
    const items = [...main, ...admin]
    createLog(role === 'super_admin' ? 'debug' : LIMITS.log_level).debug('navigation', {
      from: before.current,
      to: pathname,
      active: activeItem(items, pathname)?.key ?? null,
      visible: items.map(({ key }) => key),
    })
    before.current = pathname
  }, [pathname, role, permissions])
}
