import { type FormEvent, useState } from 'react'
import {
  CREDENTIAL_TYPES,
  type CredentialField,
  type CredentialTypeName,
  ENTERED_TYPE_NAMES,
  type EnteredTypeName,
} from '#contract/accounts/credential-types.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type Credential, credentialsQuery, startConnecting } from './credentials-query.ts'

const NAME_CHARS = 80

interface Sending {
  busy?: true
  failure?: string
  /** By field: `name`, or `fields.` and its name. */
  problems?: Readonly<Record<string, string>>
}

/** What was typed stays when another kind is looked at. */
const keyOf = (type: CredentialTypeName, { name }: CredentialField) => `${type}.${name}`

/** What a choice begins with; a secret begins empty, also where there is one. */
const firstOf = (field: CredentialField, item: Credential | undefined): string =>
  (field.secret ? undefined : item?.shown[field.name]) ?? field.options?.[0]?.value ?? ''

export interface CredentialFormProps {
  item?: Credential
  gmail: boolean
  /** Only these kinds can be added. */
  types?: readonly EnteredTypeName[]
  /** Gets a credential that was added; who asks for it connects it, too. */
  onKept?: (kept: Credential) => void
  onClose: () => void
}

const addCredential = async (type: EnteredTypeName, name: string, fields: Record<string, string>) =>
  (await call('createCredential', { body: { type, name, fields } })).credential

/** Adds a credential, or renames or replaces one. The fields are those of its kind. */
export function CredentialForm({ item, gmail, types = ENTERED_TYPE_NAMES, onKept, onClose }: CredentialFormProps) {
  const [type, setType] = useState<CredentialTypeName>(item?.type ?? types[0] ?? 'api_key_header')
  const [called, setCalled] = useState(item?.name ?? '')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [state, setState] = useState<Sending>({})
  const { title, description, fields, connect: connects } = CREDENTIAL_TYPES[type]
  const valueIn = (field: CredentialField) => values[keyOf(type, field)] ?? firstOf(field, item)
  // A new name alone leaves everything else as it is.
  const onlyName = item !== undefined && fields.every((field) => valueIn(field) === firstOf(field, item))
  const missing = called.trim() === '' || (!onlyName && fields.some((field) => field.required && valueIn(field) === ''))

  const save = async () => {
    const given = Object.fromEntries(
      fields.map((field) => [field.name, valueIn(field)] as const).filter(([, value]) => value !== ''),
    )
    if (item === undefined) return addCredential(type as EnteredTypeName, called.trim(), given)
    const body = { name: called.trim(), ...(!onlyName && { fields: given }) }
    return (await call('updateCredential', { params: { id: item.id }, body })).credential
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing || state.busy) return
    setState({ busy: true })
    try {
      const kept = await save()
      await refresh('listCredentials')
      onClose()
      if (onKept) onKept(kept)
      else if (kept.status === 'connecting' && connects) await startConnecting(kept.id)
    } catch (error) {
      const problems = error instanceof ApiError ? error.problems.filter(({ field }) => field !== undefined) : []
      if (problems.length === 0) setState({ failure: friendly(error) })
      else setState({ problems: Object.fromEntries(problems.map(({ field = '', message }) => [field, message])) })
    }
  }
  const forget = (problem: string) => {
    const { [problem]: _, ...problems } = state.problems ?? {}
    setState({ problems })
  }
  const change = (field: CredentialField, value: string) => {
    setValues({ ...values, [keyOf(type, field)]: value })
    forget(`fields.${field.name}`)
  }
  const label = item ? t('Save') : connects ? t('Save and connect') : t('Save credential')
  return (
    <Dialog open onClose={onClose} title={item ? t('Replace “{name}”', { name: item.name }) : t('Add credential')}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="grid gap-5">
        {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        {item === undefined && types.length > 1 && (
          <TypeChoice type={type} types={types} gmail={gmail} onChoose={setType} />
        )}
        <p className="text-muted">{t(description)}</p>
        <TextField
          label={t('Name')}
          help={t('A name to recognise it by.')}
          placeholder={t(title)}
          dir="auto"
          maxLength={NAME_CHARS}
          value={called}
          error={state.problems?.name}
          onChange={(event) => {
            setCalled(event.target.value)
            forget('name')
          }}
        />
        {item && fields.some(({ secret }) => secret) && <SecretsAgain />}
        {fields.map((field) => (
          <CredentialInput
            key={keyOf(type, field)}
            field={field}
            value={valueIn(field)}
            error={state.problems?.[`fields.${field.name}`]}
            onChange={(value) => change(field, value)}
          />
        ))}
        {type === 'oauth2_generic' && <RedirectUrl />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={state.busy && t('Saving...')} disabled={missing}>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const SecretsAgain = () => (
  <Callout>{t('To change more than the name, enter the secret values again. They’re never shown or reused.')}</Callout>
)

function TypeChoice({
  type,
  types,
  gmail,
  onChoose,
}: {
  type: CredentialTypeName
  types: readonly CredentialTypeName[]
  gmail: boolean
  onChoose: (type: CredentialTypeName) => void
}) {
  return (
    <Select
      label={t('Kind')}
      value={type}
      onChange={(event) => onChoose(types.find((one) => one === event.target.value) ?? type)}
      options={types.map((one) => {
        const title = t(CREDENTIAL_TYPES[one].title)
        const closed = one === 'gmail' && !gmail
        return { value: one, label: closed ? t('{name} (not set up)', { name: title }) : title, disabled: closed }
      })}
    />
  )
}

export function CredentialInput({
  field,
  value,
  error,
  onChange,
}: {
  field: CredentialField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const text = {
    label: t(field.label),
    help: field.help === '' ? undefined : t(field.help),
    optional: !field.required,
    error: error && t(error),
  }
  if (field.kind === 'choice')
    return (
      <Select
        {...text}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={(field.options ?? []).map((option) => ({ value: option.value, label: t(option.label) }))}
      />
    )
  const input = {
    ...text,
    value,
    maxLength: field.max,
    placeholder: field.placeholder,
    spellCheck: false,
    autoCapitalize: 'off',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (field.kind === 'lines') return <TextArea {...input} rows={5} autoComplete="off" mono />
  // A manager of passwords would offer the password of this very site.
  if (field.secret) return <PasswordField {...input} autoComplete="new-password" data-1p-ignore data-lpignore="true" />
  return <TextField {...input} autoComplete="off" inputMode={field.kind === 'number' ? 'numeric' : undefined} />
}

/** What the service has to be told before it sends anybody back here. */
function RedirectUrl() {
  const { redirect_url } = useData(credentialsQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="font-medium text-base">{t('Enter this redirect URL at the service')}</p>
      <CodeBlock code={redirect_url} label={t('Redirect URL')} />
    </div>
  )
}
