import { type ChangeEvent, type FormEvent, useState } from 'react'
import { WORKSPACES } from '#contract/accounts/workspace-values.ts'
import type { ManagedPlan } from '#contract/admin/plan-admin.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type Draft, editOf, newestVersion, toPlanDraft } from './terms.ts'

type TextName = Exclude<keyof Draft, 'popular' | 'active'>

/** The fields in rows, each with the field of the contract that a refusal names. */
const FIELDS: readonly { name: TextName; field: string; label: string; help?: string }[] = [
  { name: 'name', field: 'name', label: 'Name' },
  { name: 'support', field: 'support', label: 'Support' },
  { name: 'monthly', field: 'monthly_paise', label: 'Monthly price in rupees', help: 'Including GST' },
  { name: 'yearly', field: 'yearly_paise', label: 'Yearly price in rupees', help: 'Including GST' },
  { name: 'agents', field: 'agent_limit', label: 'Agents', help: '999 means unlimited' },
  { name: 'storage', field: 'storage_bytes', label: 'Storage in GB', help: 'Leave empty for unlimited' },
  { name: 'calls', field: 'api_calls', label: 'API calls a month', help: 'Leave empty for unlimited' },
  { name: 'seats', field: 'seats', label: 'People in a workspace', help: `Leave empty for ${WORKSPACES.members}` },
]

/** The form of the next version. */
export function EditPlan({ managed, onClose }: { managed: ManagedPlan; onClose: () => void }) {
  const base = newestVersion(managed)
  const [draft, setDraft] = useState(() => toPlanDraft(base, managed.active))
  const save = useAction(async () => {
    await call('updatePlan', { params: { id: managed.plan.id }, body: editOf(draft, base) })
    await refresh('listManagedPlans', 'listPlans')
    onClose()
  })
  const set = (name: TextName) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    setDraft({ ...draft, [name]: event.target.value })
  const problem = (field: string) => (save.error instanceof ApiError ? save.error.problem(field) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  const isNamed = save.error instanceof ApiError && save.error.problems.some(({ field }) => field)
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Change ${base.name}`}
      description="New subscriptions get it immediately. Existing ones get it with their next announced renewal."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, field, label, help }) => (
            <TextField
              key={name}
              label={label}
              help={help}
              value={draft[name]}
              error={problem(field)}
              onChange={set(name)}
            />
          ))}
        </div>
        <TextArea
          label="Features"
          help="One per line, as shown on the plan card"
          rows={5}
          value={draft.features}
          error={problem('features')}
          onChange={set('features')}
        />
        <Checkbox
          label="Most popular"
          checked={draft.popular}
          onChange={(event) => setDraft({ ...draft, popular: event.target.checked })}
        />
        <Checkbox
          label="Sold to new subscribers"
          checked={draft.active}
          onChange={(event) => setDraft({ ...draft, active: event.target.checked })}
        />
        <TextField
          label="Reason"
          help="Recorded in the history and in the audit log"
          value={draft.reason}
          error={problem('reason')}
          onChange={set('reason')}
        />
        {save.error !== null && !isNamed && <Callout tone="bad">{friendly(save.error)}</Callout>}
        {problem('base_number') && <Callout tone="bad">{problem('base_number')}</Callout>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.busy && 'Saving...'}>
            Save new version
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
