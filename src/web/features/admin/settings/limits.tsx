import { type FormEvent, useState } from 'react'
import {
  LIMIT_VARIABLES,
  RUNTIME_LIMIT_NAMES,
  RUNTIME_LIMITS,
  type RuntimeLimitName,
  runtimeLimitsOf,
} from '#contract/admin/runtime-limit-values.ts'
import { SETTINGS } from '#contract/admin/setting-values.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { TextLink } from '#web/ui/link.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { type Column, Table } from '#web/ui/table.tsx'
import { change, reasonRule, SettingSection } from './setting-section.tsx'

type Settings = DataOf<'getSettings'>
type Typed = Record<RuntimeLimitName, string>

const typedOf = (value: Settings['limits']['value']): Typed => {
  const limits = runtimeLimitsOf(value)
  return Object.fromEntries(RUNTIME_LIMIT_NAMES.map((name) => [name, String(limits[name])])) as Typed
}

/** Without what has its default. A field that is no number is left to the server, which names it. */
const changedOf = (typed: Typed) =>
  Object.fromEntries(
    RUNTIME_LIMIT_NAMES.map((name) => [name, typed[name].trim() === '' ? Number.NaN : Number(typed[name])] as const)
      .filter(([name, number]) => number !== RUNTIME_LIMITS[name].default)
      .map(([name, number]) => [name, number]),
  )

const VARIABLES: readonly Column<Settings['environment'][number]>[] = [
  { key: 'name', header: 'Variable', cell: ({ name }) => <code className="font-mono text-xs">{name}</code> },
  {
    key: 'means',
    header: 'Limits',
    className: 'w-full min-w-48',
    cell: ({ name }) => LIMIT_VARIABLES.find((one) => one.name === name)?.means ?? '',
  },
  { key: 'value', header: 'Now', align: 'right', cell: ({ value }) => <span className="tabular-nums">{value}</span> },
]

/** Limits of the installation, with what each is by default. Plans have limits of their own. */
export function LimitsSection({
  setting,
  environment,
}: {
  setting: Settings['limits']
  environment: Settings['environment']
}) {
  const { value, version, changed } = setting
  return (
    <SettingSection
      id="limits"
      title="Limits"
      intro={
        <>
          For everyone on this installation. What a plan allows is on the{' '}
          <TextLink href={paths.adminPricing()}>Pricing</TextLink> page.
        </>
      }
      changed={changed}
    >
      <Write key={version} value={value} version={version} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="font-medium text-base">Set by the environment</h3>
        <p className="text-muted text-base">
          These come from variables of the environment. They’re changed there, and apply after a restart.
        </p>
        <Table
          caption="Limits set by the environment"
          columns={VARIABLES}
          rows={environment}
          rowKey={({ name }) => name}
        />
      </div>
    </SettingSection>
  )
}

function Write({ value, version }: { value: Settings['limits']['value']; version: number }) {
  const [typed, setTyped] = useState(() => typedOf(value))
  const reason = useField(reasonRule)
  const save = useAction(async () => {
    const body = { value: changedOf(typed), version, reason: reason.value }
    await change(() => call('setLimits', { body }))
    reason.clear()
    notify({ type: 'success', title: 'Limits saved' })
  })
  const problem = (name: RuntimeLimitName) =>
    save.error instanceof ApiError ? save.error.problem(`value.${name}`) : undefined
  const isNamed = RUNTIME_LIMIT_NAMES.some((name) => problem(name) !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void save.run()
  }
  const isChanged = RUNTIME_LIMIT_NAMES.some((name) => Number(typed[name]) !== RUNTIME_LIMITS[name].default)
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ul className="grid gap-4">
        {RUNTIME_LIMIT_NAMES.map((name) => {
          const { title, unit, note, least, most, default: usual } = RUNTIME_LIMITS[name]
          return (
            <li key={name}>
              <TextField
                label={title}
                aside={unit}
                inputMode="numeric"
                value={typed[name]}
                error={problem(name)}
                help={`${note} From ${formatNumber(least)} to ${formatNumber(most)}; ${formatNumber(usual)} by default.`}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            </li>
          )
        })}
      </ul>
      <TextField
        {...reason.input}
        label="Reason"
        maxLength={SETTINGS.reason_chars}
        help="Recorded in the audit log. People don’t see it."
      />
      {save.error !== null && !isNamed && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.busy && 'Saving...'}>
          Save limits
        </Button>
        {isChanged && <Button onClick={() => setTyped(typedOf({}))}>Fill in defaults</Button>}
      </div>
    </form>
  )
}
