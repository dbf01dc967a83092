import { type FormEvent, useState } from 'react'
import { FEATURE_NAMES, FEATURES, type FeatureName, type FeatureSwitches } from '#contract/admin/feature-values.ts'
import { SETTINGS } from '#contract/admin/setting-values.ts'
import { ROLES, type Role } from '#contract/core/access.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { change, reasonRule, SettingSection } from './setting-section.tsx'

type Mode = 'on' | 'roles' | 'off'

const MODES: readonly { value: Mode; label: string }[] = [
  { value: 'on', label: 'On' },
  { value: 'roles', label: 'Some roles' },
  { value: 'off', label: 'Off' },
]

const WHOSE = {
  person: 'People with these roles can use it:',
  owner: 'Services of owners with these roles can have one:',
  author: 'Workflows of owners with these roles can use it:',
} as const

/** As it is sent; a part without a role has been chosen nobody for, which the server refuses by name. */
const sendable = (chosen: FeatureSwitches) =>
  Object.fromEntries(
    Object.entries(chosen).map(([name, one]) => [name, Array.isArray(one) ? [...one] : one]),
  ) as DataOf<'getSettings'>['features']['value']

const modeOf = (chosen: FeatureSwitches[FeatureName]): Mode =>
  chosen === undefined ? 'on' : chosen === 'off' ? 'off' : 'roles'

/** Parts of the product that are on or off, for everyone or for some roles. */
export function FeaturesSection({
  setting: { value, version, changed },
}: {
  setting: DataOf<'getSettings'>['features']
}) {
  return (
    <SettingSection
      id="features"
      title="Parts of the product"
      intro="What is off is refused by the API and hidden or explained on pages. What people made stays."
      changed={changed}
    >
      <Write key={version} value={value} version={version} />
    </SettingSection>
  )
}

function Write({ value, version }: { value: FeatureSwitches; version: number }) {
  const [chosen, setChosen] = useState(value)
  const reason = useField(reasonRule)
  const save = useAction(async () => {
    await change(() => call('setFeatures', { body: { value: sendable(chosen), version, reason: reason.value } }))
    reason.clear()
    notify({ type: 'success', title: 'Parts were switched' })
  })
  const problem = (name: FeatureName) =>
    save.error instanceof ApiError ? save.error.problem(`value.${name}`) : undefined
  const isNamed = FEATURE_NAMES.some((name) => problem(name) !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void save.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ul className="grid gap-4">
        {FEATURE_NAMES.map((name) => (
          <li key={name} className="border-line border-b pb-4">
            <Feature
              name={name}
              chosen={chosen[name]}
              error={problem(name)}
              onChange={(next) => setChosen({ ...chosen, [name]: next })}
            />
          </li>
        ))}
      </ul>
      <TextField
        {...reason.input}
        label="Reason"
        maxLength={SETTINGS.reason_chars}
        help="Recorded in the audit log. People don’t see it."
      />
      {save.error !== null && !isNamed && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <Button className="w-fit" type="submit" variant="primary" busy={save.busy && 'Saving...'}>
        Save parts
      </Button>
    </form>
  )
}

interface FeatureProps {
  name: FeatureName
  chosen: FeatureSwitches[FeatureName]
  error: string | undefined
  onChange: (chosen: FeatureSwitches[FeatureName]) => void
}

function Feature({ name, chosen, error, onChange }: FeatureProps) {
  const { title, off, by_role } = FEATURES[name]
  const mode = modeOf(chosen)
  const roles = Array.isArray(chosen) ? (chosen as readonly Role[]) : []
  const choose = (picked: string) =>
    onChange(picked === 'on' ? undefined : picked === 'off' ? 'off' : roles.length > 0 ? roles : [...ROLES])
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-base">{title}</h3>
        <Segmented
          label={title}
          segments={MODES.filter(({ value }) => value !== 'roles' || by_role !== null)}
          value={mode}
          onChange={choose}
        />
      </div>
      {mode !== 'on' && <p className="text-muted text-base">{off}</p>}
      {mode === 'roles' && by_role !== null && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-xs">{WHOSE[by_role]}</legend>
          {ROLES.map((role) => (
            <Checkbox
              key={role}
              label={roleName(role)}
              checked={roles.includes(role)}
              onChange={({ target }) =>
                onChange(ROLES.filter((one) => (one === role ? target.checked : roles.includes(one))))
              }
            />
          ))}
        </fieldset>
      )}
      {error && <Callout tone="bad">{error}</Callout>}
    </div>
  )
}
