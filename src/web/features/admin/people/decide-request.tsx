import type { RoleRequest } from '#contract/accounts/role-requests.ts'
import type { ManagedUser } from '#contract/accounts/user-management.ts'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import { call } from '#web/api/call.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { ActDialog } from './act-dialog.tsx'
import { refreshPerson } from './refresh-person.ts'

export interface Deciding {
  user: Pick<ManagedUser, 'id' | 'display_name'>
  request: RoleRequest
  approve: boolean
}

/** Gives a requested role, or tells the person why not. */
export function DecideRequest({
  deciding: { user, request, approve },
  ...rest
}: {
  deciding: Deciding
  onClose(): void
}) {
  const role = roleName(request.role)
  return (
    <ActDialog
      {...rest}
      title={approve ? 'Approve this request?' : 'Reject this request?'}
      verb={approve ? 'Approve request' : 'Reject request'}
      busy={approve ? 'Approving...' : 'Rejecting...'}
      danger={!approve}
      reasonHelp="They’ll see this text."
      act={(reason) => call('decideUser', { params: { id: user.id }, body: { approve, reason } })}
      onDone={async () => {
        await refreshPerson()
        notify({
          type: 'success',
          title: approve
            ? `${user.display_name} now has the role ${role}`
            : `${user.display_name}’s request was rejected`,
        })
      }}
    >
      {approve ? (
        <p>
          <bdi>{user.display_name}</bdi> gets the role {role}.
        </p>
      ) : (
        <p>
          <bdi>{user.display_name}</bdi> can request {role} again after {ROLE_REQUESTS.again_after_days} days.
        </p>
      )}
    </ActDialog>
  )
}
