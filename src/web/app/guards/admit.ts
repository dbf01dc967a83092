import { redirect } from 'react-router'
import type { Guard } from '#contract/core/access.ts'
import { withoutWorkspace } from '#shared/workspace-address.ts'
import { session } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { AccessDenied, decideAdmission } from './admission.ts'

let asked: string | undefined

/** The id of the user whom the guards saw when they were last asked; undefined for a visitor. */
export const admittedUser = (): string | undefined => asked

/** Asked by every page before it fetches: lets in, redirects (thrown Response) or throws AccessDenied, once it is known who is there. */
export async function admit(guard: Guard, url: URL): Promise<void> {
  asked = session.get().user?.id
  if (guard === 'public') return
  const { user } = await session.settled(guard !== 'guest-only')
  asked = user?.id
  const verdict = decideAdmission(guard, user?.role ?? null, url)
  if (verdict.type === 'login') throw redirect(paths.login(verdict.next))
  if (verdict.type === 'leave') throw redirect(verdict.to)
  if (verdict.type === 'deny') throw new AccessDenied(withoutWorkspace(url.pathname), verdict.required)
}
