import { type FormEvent, useRef, useState } from 'react'
import type { PendingUser } from '#contract/admin/user-management.ts'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** For admins: who asks for a role, and answering. */
export function RoleRequests({ total, items }: { total: number; items: readonly PendingUser[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [rejecting, setRejecting] = useState<PendingUser | null>(null)
  // The answered one leaves the list; the focus must not leave with it.
  const answered = async (title: string) => {
    await refresh('getDashboard')
    notify({ type: 'success', title })
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="role-requests" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="role-requests" ref={heading} tabIndex={-1} className="text-lg outline-none">
        {t('Role requests')}
        <span className="text-muted"> · {formatNumber(total)}</span>
      </h2>
      <ul className="surface-card">
        {items.map((item) => (
          <Row key={item.request.id} item={item} onAnswered={answered} onReject={() => setRejecting(item)} />
        ))}
      </ul>
      {total > items.length && (
        <p className="text-muted text-sm">
          {t('{count} more waiting.', { count: formatNumber(total - items.length) })}
        </p>
      )}
      {rejecting && <Reject item={rejecting} onClose={() => setRejecting(null)} onAnswered={answered} />}
    </section>
  )
}

interface RowProps {
  item: PendingUser
  onAnswered: (title: string) => Promise<void>
  onReject: () => void
}

function Row({ item: { user, request }, onAnswered, onReject }: RowProps) {
  const role = roleName(request.role)
  const approve = useAction(async () => {
    await call('decideUser', { params: { id: user.id }, body: { approve: true } })
    await onAnswered(t('{name} now has the role {role}', { name: user.display_name, role }))
  })
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 border-line border-b p-4 last:border-0">
      <Avatar name={user.display_name} src={user.avatar_url} size={36} />
      <div className="grid min-w-0 grow basis-64 grid-cols-[minmax(0,1fr)] gap-1">
        <p className="break-words">
          <bdi className="font-medium">{user.display_name}</bdi> {t('requests the role {role}', { role })}
        </p>
        <p className="flex flex-wrap gap-x-2 text-muted text-sm">
          <span className="break-all">{user.email}</span>
          <RelativeTime time={request.created_at} />
        </p>
        <PlainText text={request.reason} className="max-h-36 overflow-y-auto" />
        {approve.error !== null && <Callout tone="bad">{friendly(approve.error)}</Callout>}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          disabled={approve.busy}
          aria-label={t('Reject {name}', { name: user.display_name })}
          onClick={onReject}
        >
          {t('Reject')}
        </Button>
        <Button
          size="sm"
          variant="primary"
          aria-label={t('Approve {name}', { name: user.display_name })}
          busy={approve.busy && t('Approving...')}
          onClick={() => void approve.run()}
        >
          {t('Approve')}
        </Button>
      </div>
    </li>
  )
}

const reasonRule = (value: string): string | undefined => {
  if (value.trim() === '') return t('A reason is required to reject a request')
  return value.trim().length > ROLE_REQUESTS.reason_chars
    ? t('Use at most {count} characters', { count: formatNumber(ROLE_REQUESTS.reason_chars) })
    : undefined
}

function Reject({
  item: { user, request },
  onClose,
  onAnswered,
}: {
  item: PendingUser
  onClose: () => void
  onAnswered: (title: string) => Promise<void>
}) {
  const reason = useField<HTMLTextAreaElement>(reasonRule)
  const reject = useAction(async () => {
    await call('decideUser', { params: { id: user.id }, body: { approve: false, reason: reason.value } })
    onClose()
    await onAnswered(t('{name}’s request was rejected', { name: user.display_name }))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void reject.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('Reject this request?')}
      description={t('They can request {role} again after {days} days.', {
        role: roleName(request.role),
        days: ROLE_REQUESTS.again_after_days,
      })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="reject" variant="danger" busy={reject.busy && t('Rejecting...')}>
            {t('Reject request')}
          </Button>
        </>
      }
    >
      <form id="reject" noValidate onSubmit={submit} className="grid gap-3">
        <TextArea {...reason.input} label={t('Reason')} help={t('They’ll see this text.')} />
        {reject.error !== null && <Callout tone="bad">{friendly(reject.error)}</Callout>}
      </form>
    </Dialog>
  )
}
