import type { RoleRequest } from '#contract/accounts/role-requests.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { RequestState } from '#web/parts/accounts/roles/request-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'

/** The newest request, which can be taken back while nobody has answered. */
export function RequestStatus({ request }: { request: RoleRequest }) {
  const withdraw = useAction(async () => {
    await call('withdrawRoleRequest', { params: { id: request.id } })
    await refresh('getRoleRequests', 'getDashboard')
  })
  return (
    <section aria-label={t('Your request')} className="grid gap-3">
      <RequestState request={request}>
        {request.status === 'open' && (
          <>
            <PlainText text={`${t('What you wrote:')} ${request.reason}`} />
            <Button
              size="sm"
              className="w-fit"
              busy={withdraw.busy && t('Withdrawing...')}
              onClick={() => void withdraw.run()}
            >
              {t('Withdraw request')}
            </Button>
          </>
        )}
      </RequestState>
      {withdraw.error !== null && <Callout tone="bad">{friendly(withdraw.error)}</Callout>}
    </section>
  )
}
