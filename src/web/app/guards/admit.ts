import { redirect } from 'react-router'
import type { Guard } from '#contract/core/access.ts'
import { session } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { AccessDenied, decideAdmission } from './admission.ts'

/** Asked by every page before it fetches: lets in, redirects (thrown Response) or throws AccessDenied, once it is known who is there. */
export async function admit(guard: Guard, url: URL): Promise<void> {
  if (guard === 'public') return
  const { user } = await session.settled(guard !== 'guest-only')
  const verdict = decideAdmission(guard, user?.role ?? null, url)
  if (verdict.type === 'login') throw redirect(paths.login(verdict.next))
  if (verdict.type === 'leave') throw redirect(verdict.to)
  if (verdict.type === 'deny') throw new AccessDenied(url.pathname, verdict.required)
}
