/** The acts on a person, each with its reason. */
import { useState } from 'react'
import { SUPPORT_VIEW_MINUTES } from '#contract/accounts/support-view-values.ts'
import { LONGEST_BLOCK_DAYS, MOST_GRANT_PAISE } from '#contract/accounts/user-rules.ts'
import type { Person } from '#contract/admin/people.ts'
import { ROLES, type Role, rankOf } from '#contract/core/access.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { keepView } from '#web/api/acting/support-view.ts'
import { call } from '#web/api/call.ts'
import { brand } from '#web/lib/brand.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { parsePaise } from '#web/lib/rupees.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { paths } from '#web/paths.ts'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { ActDialog } from './act-dialog.tsx'
import { refreshPerson } from './refresh-person.ts'

interface Props {
  person: Person
  onClose(): void
}

const RECORDED = 'Recorded in the audit trail.'
const SHOWN = 'They’ll see this text. It’s also recorded in the audit trail.'

const after = (title: string) => async () => {
  await refreshPerson()
  notify({ type: 'success', title })
}

const Name = ({ person }: { person: Person }) => <bdi className="font-medium">{person.display_name}</bdi>

export function ChangeRole({ person, onClose }: Props) {
  const { id, role: present, roles } = person
  const [role, setRole] = useState<Role>(roles.find((one) => rankOf(one) > rankOf(present)) ?? roles[0] ?? present)
  return (
    <ActDialog
      title="Change role"
      verb="Change role"
      busy="Changing..."
      reasonHelp={SHOWN}
      onClose={onClose}
      act={(reason) => {
        const input = { params: { id }, body: { new_role: role, reason } }
        return rankOf(role) > rankOf(present) ? call('upgradeRole', input) : call('downgradeRole', input)
      }}
      onDone={after(`The role is now ${roleName(role)}`)}
      fields={
        <Select
          label="New role"
          value={role}
          options={roles.map((one) => ({ value: one, label: roleName(one) }))}
          onChange={({ target }) => setRole(ROLES.find((one) => one === target.value) ?? role)}
        />
      }
    >
      <p>
        <Name person={person} /> has the role {roleName(present)}. A new role takes effect with their next request.
        {' A lower one stops runs that it doesn’t allow.'}
      </p>
    </ActDialog>
  )
}

const daysRule = (text: string): string | undefined => {
  const days = Number(text)
  return Number.isInteger(days) && days >= 1 && days <= LONGEST_BLOCK_DAYS
    ? undefined
    : `Use a whole number of days from 1 to ${formatNumber(LONGEST_BLOCK_DAYS)}`
}

export function Block({ person, onClose }: Props) {
  const [isForGood, setForGood] = useState(false)
  const days = useField(daysRule, '7')
  return (
    <ActDialog
      title="Block this account?"
      verb="Block account"
      busy="Blocking..."
      danger
      reasonHelp={SHOWN}
      onClose={onClose}
      check={() => isForGood || days.check()}
      act={(reason) =>
        call('blockUser', {
          params: { id: person.id },
          body: { reason, duration_days: isForGood ? null : Number(days.value) },
        })
      }
      onDone={after('Account blocked')}
      fields={
        <div className="grid gap-4">
          <Segmented
            label="How long"
            segments={[
              { value: 'days', label: 'For some days' },
              { value: 'good', label: 'For good' },
            ]}
            value={isForGood ? 'good' : 'days'}
            onChange={(value) => setForGood(value === 'good')}
          />
          {!isForGood && <TextField {...days.input} label="Days" inputMode="numeric" autoComplete="off" />}
        </div>
      }
    >
      <p>
        <Name person={person} /> loses access with the next request, and their active runs are stopped.
      </p>
    </ActDialog>
  )
}

export const Activate = ({ person, onClose }: Props) => (
  <ActDialog
    title="Activate this account?"
    verb="Activate account"
    busy="Activating..."
    reasonHelp={RECORDED}
    onClose={onClose}
    act={(reason) => call('activateUser', { params: { id: person.id }, body: { reason } })}
    onDone={after('Account activated')}
  >
    <p>
      <Name person={person} /> can sign in and use the account again.
    </p>
  </ActDialog>
)

export const EndSessions = ({
  person,
  onClose,
  session,
}: Props & { session?: { id: string; device: string } | undefined }) => (
  <ActDialog
    title={session ? 'End this session?' : 'End all sessions?'}
    verb={session ? 'End session' : 'End all sessions'}
    busy="Ending..."
    danger
    reasonHelp={RECORDED}
    onClose={onClose}
    act={(reason) =>
      call('endPersonSessions', {
        params: { id: person.id },
        body: { reason, ...(session && { session_id: session.id }) },
      })
    }
    onDone={after(session ? 'Session ended' : 'All sessions ended')}
  >
    <p>
      <Name person={person} /> is signed out {session ? `on ${session.device}` : 'everywhere'} with the next request.
      {!session && ' Trusted browsers will need a code again. API keys keep working.'}
    </p>
  </ActDialog>
)

export const MailReset = ({ person, onClose }: Props) => (
  <ActDialog
    title="Send a password reset link?"
    verb="Send link"
    busy="Sending..."
    reasonHelp={RECORDED}
    onClose={onClose}
    act={(reason) => call('mailPersonReset', { params: { id: person.id }, body: { reason } })}
    onDone={after('Password reset link sent')}
  >
    <p>
      A link goes to <bdi className="break-all font-medium">{person.email}</bdi>. It works once, within one hour.
    </p>
  </ActDialog>
)

export const RemoveSecondFactor = ({ person, onClose }: Props) => (
  <ActDialog
    title="Turn off two-factor?"
    verb="Turn off two-factor"
    busy="Turning off..."
    danger
    reasonLabel="How they proved who they are"
    reasonHelp={RECORDED}
    onClose={onClose}
    act={(reason) => call('removePersonSecondFactor', { params: { id: person.id }, body: { reason } })}
    onDone={after('Two-factor is off')}
  >
    <p>
      <Name person={person} /> can then sign in with a password alone. We’ll tell them by email.
    </p>
  </ActDialog>
)

/** The whole page is loaded again afterwards: nothing of the admin's stays on it, and later nothing of the person's. */
export function ViewAs({ person, onClose }: Props) {
  return (
    <ActDialog
      title={`View ${brand} as ${person.display_name}?`}
      verb="Start viewing"
      busy="Opening..."
      reasonHelp="They’ll see this text, your role and the times in their settings. It’s also recorded in the audit trail."
      onClose={onClose}
      act={async (reason) => {
        const view = await call('startSupportView', { params: { id: person.id }, body: { reason } })
        const until = Date.now() + SUPPORT_VIEW_MINUTES * MINUTE_MS
        keepView({ id: view.id, person: view.person, until })
        window.location.assign(paths.dashboard())
      }}
      onDone={() => new Promise(() => {})}
    >
      <p>
        For {SUPPORT_VIEW_MINUTES} minutes, this tab shows {brand} the way <Name person={person} /> sees it. You can’t
        change anything, and you don’t see what they put into runs, their keys or their sign-in.
      </p>
    </ActDialog>
  )
}

const amountRule = (text: string): string | undefined => {
  const paise = parsePaise(text)
  if (typeof paise !== 'number') return 'Enter an amount in rupees'
  if (paise < 100) return 'At least ₹1'
  return paise > MOST_GRANT_PAISE ? `At most ${formatPaise(MOST_GRANT_PAISE)}` : undefined
}

export function GiveCredits({ person, onClose }: Props) {
  const amount = useField(amountRule)
  // One key for the dialog: a second try after a lost answer gives nothing twice.
  const [key] = useState(() => crypto.randomUUID())
  const paise = parsePaise(amount.value)
  return (
    <ActDialog
      title="Give credits"
      verb={
        typeof paise === 'number' && amountRule(amount.value) === undefined
          ? `Give ${formatPaise(paise)}`
          : 'Give credits'
      }
      busy="Giving..."
      reasonHelp="They’ll see this text in their credit history."
      onClose={onClose}
      check={amount.check}
      act={(reason) =>
        call('givePersonCredits', {
          params: { id: person.id },
          body: { paise: paise ?? 0, reason, idempotency_key: key },
        })
      }
      onDone={after('Credits given')}
      fields={
        <TextField
          {...amount.input}
          label="Amount (₹)"
          inputMode="decimal"
          autoComplete="off"
          help={`At most ${formatPaise(MOST_GRANT_PAISE)} at a time. Credits can be spent, but not paid out.`}
        />
      }
    >
      <p>
        <Name person={person} /> can spend them at once. They’re posted as goodwill in the books.
      </p>
    </ActDialog>
  )
}
