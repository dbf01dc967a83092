import type { ListedUser } from '#contract/accounts/user-management.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Deciding } from './decide-request.tsx'
import { KnownAs } from './known-as.tsx'

/** Who asks for a role and why, with the two answers. */
export function RoleRequests({
  items,
  onDecide,
}: {
  items: readonly ListedUser[]
  onDecide: (deciding: Deciding) => void
}) {
  return (
    <ul aria-label="Role requests" className="surface-card">
      {items.map((user) => (
        <li key={user.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 border-line border-b p-4 last:border-0">
          <Avatar name={user.display_name} src={user.avatar_url} size={36} />
          <div className="grid min-w-0 grow basis-64 grid-cols-[minmax(0,1fr)] gap-1">
            <p className="break-words">
              <Link href={paths.adminUser(user.id)} className="font-medium hover:underline">
                <bdi>{user.display_name}</bdi>
              </Link>
              {user.request && ` requests the role ${roleName(user.request.role)}`}
            </p>
            <p className="flex flex-wrap gap-x-2 text-muted text-base">
              <span className="break-all">
                <KnownAs user={user} />
              </span>
              {user.request && <RelativeTime time={user.request.created_at} />}
            </p>
            {user.request && <PlainText text={user.request.reason} className="[unicode-bidi:plaintext]" />}
          </div>
          {user.request && <Answers user={user} request={user.request} onDecide={onDecide} />}
        </li>
      ))}
    </ul>
  )
}

function Answers({
  onDecide,
  ...asked
}: Pick<Deciding, 'request'> & { user: ListedUser; onDecide: (deciding: Deciding) => void }) {
  const { display_name } = asked.user
  return (
    <div className="flex gap-2">
      <Button size="sm" aria-label={`Reject ${display_name}`} onClick={() => onDecide({ ...asked, approve: false })}>
        Reject
      </Button>
      <Button
        size="sm"
        variant="primary"
        aria-label={`Approve ${display_name}`}
        onClick={() => onDecide({ ...asked, approve: true })}
      >
        Approve
      </Button>
    </div>
  )
}
