import type { RoleRequest } from '#contract/accounts/role-requests.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { roleName } from './role-texts.ts'

const TONES = { open: 'neutral', approved: 'good', rejected: 'bad', withdrawn: 'neutral' } as const

/** What became of a request for a role. */
export function RequestState({ request, children }: { request: RoleRequest; children?: React.ReactNode }) {
  const role = roleName(request.role)
  const titles = {
    open: t('You requested the role {role}. An admin will answer.', { role }),
    approved: t('Your role is now {role}.', { role }),
    rejected: t('Your request for the role {role} was rejected.', { role }),
    withdrawn: t('You withdrew your request for the role {role}.', { role }),
  }
  return (
    <Callout tone={TONES[request.status]} title={titles[request.status]}>
      <div className="grid gap-2 text-ink">
        {request.decision_reason && <PlainText text={`${t('Reason:')} ${request.decision_reason}`} />}
        <p className="text-muted text-base">
          <RelativeTime time={request.decided_at ?? request.created_at} />
        </p>
        {children}
      </div>
    </Callout>
  )
}
