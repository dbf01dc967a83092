import { type FormEvent, useState } from 'react'
import { SETTINGS } from '#contract/admin/setting-values.ts'
import { STATES } from '#contract/india/states.ts'
import { type Company, openForInvoices, PARTICULARS, PLACEHOLDERS } from '#contract/platform/company.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { change, reasonRule, SettingSection } from './setting-section.tsx'

const LABELS: Record<keyof Company, string> = {
  name: 'Registered name',
  cin: 'CIN',
  gstin: 'GSTIN',
  registered_office: 'Registered office, with PIN code',
  state: 'State of the registered office',
  sac: 'Services accounting code (SAC)',
  courts: 'City whose courts decide disputes',
  support_email: 'Support email',
  support_phone: 'Support phone',
  support_hours: 'Support hours',
  grievance_officer: 'Grievance officer',
  grievance_designation: 'Grievance officer’s designation',
  grievance_email: 'Grievance email',
  grievance_phone: 'Grievance phone',
  data_location: 'Where data is kept',
}

const CHOICES = [
  { value: '', label: 'Not filled in' },
  ...STATES.map(({ name }) => ({ value: name, label: name })).toSorted((a, b) => a.label.localeCompare(b.label)),
]

type Filled = Partial<Company>

const typedOf = (filled: Filled): Company =>
  Object.fromEntries(PARTICULARS.map((name) => [name, filled[name] ?? ''])) as unknown as Company

const filledOf = (typed: Company): Filled =>
  Object.fromEntries(PARTICULARS.map((name) => [name, typed[name].trim()]).filter(([, text]) => text !== ''))

/** Who runs this installation, as pages, mails and invoices name it. */
export function CompanySection({ setting }: { setting: DataOf<'getSettings'>['company'] }) {
  const { value, version, changed } = setting
  const missing = openForInvoices(value)
  return (
    <SettingSection
      id="company"
      title="Company details"
      intro="Who runs this installation. Pages, emails and invoices name it. What you leave empty shows a placeholder."
      changed={changed}
    >
      {missing.length > 0 && (
        <Callout tone="warn">
          Real payments are off and invoices wait until you fill in{' '}
          {missing.map((name) => LABELS[name].replace(/^[RS](?=[a-z])/, (first) => first.toLowerCase())).join(', ')}.
        </Callout>
      )}
      <Write value={value} version={version} />
    </SettingSection>
  )
}

function Write({ value, version }: { value: Filled; version: number }) {
  const [typed, setTyped] = useState(() => typedOf(value))
  const reason = useField(reasonRule)
  const save = useAction(async () => {
    await change(() => call('setCompany', { body: { value: filledOf(typed), version, reason: reason.value } }))
    reason.clear()
    notify({ type: 'success', title: 'Company details saved', message: 'Pages show them when they’re next loaded.' })
  })
  const problem = (name: keyof Company) =>
    save.error instanceof ApiError ? save.error.problem(`value.${name}`) : undefined
  const isNamed = PARTICULARS.some((name) => problem(name) !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void save.run()
  }
  const set = (name: keyof Company) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {PARTICULARS.map((name) =>
          name === 'state' ? (
            <Select
              key={name}
              label={LABELS[name]}
              options={CHOICES}
              value={typed[name]}
              error={problem(name)}
              onChange={set(name)}
            />
          ) : (
            <TextField
              key={name}
              label={LABELS[name]}
              placeholder={PLACEHOLDERS[name]}
              value={typed[name]}
              error={problem(name)}
              onChange={set(name)}
            />
          ),
        )}
      </div>
      <TextField
        {...reason.input}
        label="Reason"
        maxLength={SETTINGS.reason_chars}
        help="Recorded in the audit log. People don’t see it."
      />
      {save.error !== null && !isNamed && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <Button className="w-fit" type="submit" variant="primary" busy={save.busy && 'Saving...'}>
        Save company details
      </Button>
    </form>
  )
}
