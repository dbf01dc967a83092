/** Who may enter a page (specification §2.1, §4, §6). */

import { type Guard, type Role, rankOf } from '#contract/core/access.ts'
import { withoutWorkspace } from '#shared/workspace-address.ts'
import { paths } from '#web/paths.ts'
import { safeNext } from './next.ts'

/** The rank a guard asks for; 0 asks for nobody in particular. */
const RANKS: Record<Guard, number> = {
  public: 0,
  'guest-only': 0,
  authenticated: 1,
  'seller-type': 2,
  admin: 4,
  'super-admin': 5,
}

const REQUIRED: Partial<Record<Guard, string>> = {
  'seller-type': 'seller',
  admin: 'admin',
  'super-admin': 'super admin',
}

/** Thrown at a signed-in user whose role does not reach; the error boundary shows the Access Denied card. */
export class AccessDenied extends Error {
  readonly pathname: string
  readonly required: string | null
  constructor(pathname: string, required: string | null) {
    super('Access Denied')
    this.name = 'AccessDenied'
    this.pathname = pathname
    this.required = required
  }
}

export type Admission =
  | { type: 'enter' }
  | { type: 'login'; next: string }
  | { type: 'leave'; to: string }
  | { type: 'deny'; required: string | null }

/** What happens to a user with this role (null: a visitor) at an address with this guard. */
export function decideAdmission(guard: Guard, role: Role | null, url: URL): Admission {
  if (guard === 'guest-only') {
    return role === null
      ? { type: 'enter' }
      : { type: 'leave', to: safeNext(url.searchParams.get('next'), url.origin) ?? paths.dashboard() }
  }
  if (RANKS[guard] === 0) return { type: 'enter' }
  if (role === null) return { type: 'login', next: withoutWorkspace(url.pathname) + url.search + url.hash }
  return rankOf(role) >= RANKS[guard] ? { type: 'enter' } : { type: 'deny', required: REQUIRED[guard] ?? null }
}
