import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { MCP_PACKAGES, MCP_VALUE_KINDS, type McpValueKind } from '#contract/connectors/mcp-package-values.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { McpPackageSettings } from './package-queries.ts'

/** Settings as they are typed: lists are lines. */
export interface Draft {
  name: string
  arguments: string
  hosts: string
  environment: { key: number; name: string; kind: McpValueKind; value: string; isKept: boolean }[]
}

let keys = 0
export const newVariable = (name = ''): Draft['environment'][number] => ({
  ...{ key: ++keys, name, kind: 'personal', value: '', isKept: false },
})

export const draftOf = ({ name, hosts, environment, ...rest }: McpPackageSettings): Draft => ({
  name,
  arguments: rest.arguments.join('\n'),
  hosts: hosts.join('\n'),
  environment: environment.map((one) => ({
    ...{ key: ++keys, name: one.name, kind: one.kind, value: one.value ?? '', isKept: one.kind === 'secret' },
  })),
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const settingsOf = ({ name, hosts, environment, ...rest }: Draft): McpPackageSettings => ({
  name: name.trim(),
  arguments: linesOf(rest.arguments),
  hosts: linesOf(hosts),
  environment: environment.map((one) => ({
    name: one.name.trim(),
    kind: one.kind,
    value: one.value === '' && (one.isKept || one.kind === 'personal') ? null : one.value,
  })),
})

interface FormProps {
  draft: Draft
  /** By paths of the settings, such as `environment.0.value`. */
  problems: Readonly<Record<string, string>>
  /** Hosts and variables that the code names. */
  named: { hosts: readonly string[]; variables: readonly string[] }
  disabled: boolean
  /** Before it is installed: a personal value is for the first start. */
  isNew: boolean
  onChange: (draft: Draft) => void
}

const problemOf = (problems: FormProps['problems'], path: string): string | undefined => {
  const found = Object.entries(problems).find(([field]) => {
    const own = field.replace(/^settings\./, '')
    return own === path || own.startsWith(`${path}.`)
  })
  return found && t(found[1])
}

/** How a server is started, and what it may reach. */
export function PackageForm({ draft, problems, named, disabled, isNew, onChange }: FormProps) {
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  const hosts = linesOf(draft.hosts)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextField
        label={t('Name')}
        help={t('As people see it under MCP Tools.')}
        dir="auto"
        maxLength={80}
        value={draft.name}
        error={problemOf(problems, 'name')}
        disabled={disabled}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextArea
        label={t('Hosts it may connect to')}
        help={t('One per line, such as api.example.com or *.example.com. Empty: none.')}
        optional
        mono
        dir="ltr"
        rows={3}
        value={draft.hosts}
        error={problemOf(problems, 'hosts')}
        disabled={disabled}
        onChange={({ target }) => change({ hosts: target.value })}
      />
      <Suggestions
        title={t('Hosts named in its code')}
        names={named.hosts.filter((one) => !hosts.includes(one))}
        disabled={disabled}
        onAdd={(host) => change({ hosts: [...hosts, host].join('\n') })}
      />
      <TextArea
        label={t('Arguments')}
        help={t(
          'One per line. Anyone who may see the processes of this machine can read them: put keys into variables.',
        )}
        optional
        mono
        dir="ltr"
        rows={2}
        value={draft.arguments}
        error={problemOf(problems, 'arguments')}
        disabled={disabled}
        onChange={({ target }) => change({ arguments: target.value })}
      />
      <Variables {...{ draft, problems, named, disabled, isNew, onChange }} />
    </div>
  )
}

interface SuggestionsProps {
  title: string
  names: readonly string[]
  disabled: boolean
  onAdd: (name: string) => void
}

/** Names to choose from; nothing is chosen for the person. */
function Suggestions({ title, names, disabled, onAdd }: SuggestionsProps) {
  const id = useId()
  if (names.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p id={id} className="text-muted text-base">
        {title}
      </p>
      <ul aria-labelledby={id} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
        {names.slice(0, 40).map((name) => (
          <li key={name} className="min-w-0">
            <Button
              size="sm"
              disabled={disabled}
              icon={<Plus aria-hidden="true" />}
              aria-label={t('Add {name}', { name })}
              onClick={() => onAdd(name)}
            >
              <code className="wrap-anywhere font-mono text-xs">{name}</code>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const kindLabel = (kind: McpValueKind): string =>
  ({
    plain: t('Same for everyone'),
    secret: t('Secret, same for everyone'),
    personal: t('Each person gives their own'),
  })[kind]

function Variables({ draft, problems, named, disabled, isNew, onChange }: FormProps) {
  const { environment } = draft
  const set = (all: Draft['environment']) => onChange({ ...draft, environment: all })
  const known = new Set(environment.map(({ name }) => name))
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 font-medium">{t('Environment variables')}</legend>
      {environment.map((one, index) => (
        <VariableRow
          key={one.key}
          variable={one}
          problem={(part) => problemOf(problems, `environment.${index}.${part}`)}
          disabled={disabled}
          isNew={isNew}
          onChange={(part) => set(environment.map((each) => (each === one ? { ...each, ...part } : each)))}
          onRemove={() => set(environment.filter((each) => each !== one))}
        />
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden="true" />}
          disabled={disabled || environment.length >= MCP_PACKAGES.environment}
          onClick={() => set([...environment, newVariable()])}
        >
          {t('Add variable')}
        </Button>
      </div>
      <Suggestions
        title={t('Variables its code reads')}
        names={named.variables.filter((name) => !known.has(name))}
        disabled={disabled}
        onAdd={(name) => set([...environment, newVariable(name)])}
      />
    </fieldset>
  )
}

interface RowProps {
  variable: Draft['environment'][number]
  problem: (part: 'name' | 'value') => string | undefined
  disabled: boolean
  isNew: boolean
  onChange: (part: Partial<Draft['environment'][number]>) => void
  onRemove: () => void
}

function VariableRow({ variable, problem, disabled, isNew, onChange, onRemove }: RowProps) {
  const { name, kind, value, isKept } = variable
  const label = kind === 'personal' ? t('Value for the first start') : t('Value')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded border border-line p-3">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:grid-cols-[1fr_1.2fr_1.35fr]">
        <TextField
          label={t('Variable')}
          placeholder="API_KEY"
          dir="ltr"
          maxLength={100}
          value={name}
          error={problem('name')}
          disabled={disabled}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Select
          label={t('Who gives it')}
          value={kind}
          disabled={disabled}
          options={MCP_VALUE_KINDS.map((one) => ({ value: one, label: kindLabel(one) }))}
          onChange={({ target }) => onChange({ kind: target.value as McpValueKind, isKept: false })}
        />
        {(isNew || kind !== 'personal') && (
          <TextField
            label={label}
            type={kind === 'plain' ? 'text' : 'password'}
            autoComplete="off"
            dir="ltr"
            optional={kind === 'personal'}
            help={kind === 'personal' ? t('Not kept.') : undefined}
            placeholder={isKept ? t('Unchanged') : undefined}
            maxLength={MCP_PACKAGES.value_chars}
            value={value}
            error={problem('value')}
            disabled={disabled}
            onChange={({ target }) => onChange({ value: target.value })}
          />
        )}
      </div>
      <IconButton label={t('Remove {name}', { name: name || t('Variable') })} disabled={disabled} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
