import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { AUDIT } from '#contract/admin/audit-values.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type AuditState, auditPath, isFiltered, NO_FILTER } from './audit-address.ts'
import { actionText } from './audit-texts.ts'

interface Props {
  state: AuditState
  /** Those that there are entries of. */
  actions: readonly string[]
}

/** What is typed. It follows the address, but keeps what was typed while the answer to this form was on its way. */
function useTyped(state: AuditState) {
  const [typed, setTyped] = useState(state)
  const [tried, setTried] = useState(false)
  const address = auditPath({ ...state, after: null })
  const [shown, setShown] = useState(address)
  const [asked, setAsked] = useState<string | null>(null)
  if (shown !== address) {
    setShown(address)
    setAsked(null)
    setTried(false)
    if (asked !== address) setTyped(state)
  }
  return { typed, setTyped, tried, setTried, setAsked }
}

/** What the log is narrowed by; the address carries it. */
export function AuditFilters({ state, actions }: Props) {
  const { typed, setTyped, tried, setTried, setAsked } = useTyped(state)
  const navigate = useNavigate()
  const set = (change: Partial<AuditState>) => setTyped({ ...typed, ...change })
  const reason = typed.reason.trim()
  const problems = {
    reason: reason !== '' && reason.length < AUDIT.shortest_search ? 'Use at least 3 characters' : undefined,
    to:
      typed.from !== '' && typed.to !== '' && typed.to < typed.from
        ? 'Choose an end that is after the start'
        : undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.reason || problems.to) return
    const next = auditPath({ ...typed, person: typed.person.trim(), reason, after: null })
    setAsked(next)
    void navigate(next, { preventScrollReset: true })
  }
  const known = state.action !== '' && !actions.includes(state.action) ? [state.action, ...actions] : actions
  const options = known
    .map((value) => ({ value, label: actionText(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid items-start gap-3 surface-card p-4 sm:grid-cols-2 lg:grid-cols-6"
    >
      <div className="lg:col-span-3">
        <TextField
          label="Person or thing"
          placeholder="Email address or ID"
          maxLength={AUDIT.person_chars}
          value={typed.person}
          onChange={({ target }) => set({ person: target.value })}
        />
      </div>
      <div className="lg:col-span-3">
        <Select
          label="Action"
          value={typed.action}
          options={[{ value: '', label: 'Any action' }, ...options]}
          onChange={({ target }) => set({ action: target.value })}
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          label="Reason contains"
          maxLength={AUDIT.search_chars}
          icon={<Search aria-hidden="true" />}
          error={tried ? problems.reason : undefined}
          value={typed.reason}
          onChange={({ target }) => set({ reason: target.value })}
        />
      </div>
      <TextField label="From" type="date" value={typed.from} onChange={({ target }) => set({ from: target.value })} />
      <TextField
        label="To"
        type="date"
        error={tried ? problems.to : undefined}
        value={typed.to}
        onChange={({ target }) => set({ to: target.value })}
      />
      <div className="flex flex-wrap gap-2 self-end sm:col-span-2">
        <Button type="submit">Filter</Button>
        {isFiltered(state) && (
          <LinkButton variant="ghost" href={auditPath(NO_FILTER)}>
            Clear filters
          </LinkButton>
        )}
      </div>
    </form>
  )
}
