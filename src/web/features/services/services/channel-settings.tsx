import { useState } from 'react'
import { CHANNEL } from '#contract/services/channel-values.ts'
import type { SaveChannel, ServiceChannel } from '#contract/services/channels.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { toFieldText } from '#web/lib/rupees.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { IDENTITY_FIELDS, type IdentityField, type IdentityName } from './channel-identity.ts'
import { DayFields, DoorForm, readDayLimits, savedTitle } from './door-form.tsx'
import { MailProvider } from './mail-providers.tsx'
import { channelQuery, chatQuery, showSaved, widgetQuery } from './service-queries.ts'
import { problemAt } from './visitors-refused.tsx'

/** The current values of the fields. */
interface Entered {
  identity: Partial<Record<IdentityName, string>>
  template_name: string
  template_language: string
  per_person: string
  runs: string
  rupees: string
  ask_consent: boolean
}

const RULE_FIELDS = ['template_name', 'template_language', 'daily_per_person', 'daily_runs', 'daily_paise'] as const
type Field = (typeof RULE_FIELDS)[number] | IdentityName
type Wrong = Partial<Record<Field, string>>

const hasTemplates = ({ kind }: ServiceChannel): boolean => kind === 'whatsapp'

/** @returns what is wrong with a field, or null */
function problemOf(
  { isSecret, optional, missing, form }: IdentityField,
  value: string,
  connected: boolean,
): string | null {
  if (optional && value === '') return null
  if (isSecret) return value === '' && !connected ? missing() : null
  return form?.test(value) === false ? missing() : null
}

function readIdentity(entered: Entered, { kind, connected }: ServiceChannel) {
  const wrong: Wrong = {}
  const values: SaveChannel = {}
  for (const field of IDENTITY_FIELDS[kind]) {
    const value = entered.identity[field.name]?.trim() ?? ''
    const problem = problemOf(field, value, connected)
    if (problem !== null) wrong[field.name] = problem
    if (field.name === 'imap_port' || field.name === 'smtp_port') values[field.name] = Number(value)
    else if (value !== '' || field.optional) values[field.name] = value
  }
  return { wrong, values }
}

/** What is to be saved, or what is wrong with it. */
function read(entered: Entered, channel: ServiceChannel): SaveChannel | { wrong: Wrong } {
  const daily_per_person = Number(entered.per_person)
  const { wrong: wrongLimits, ...limits } = readDayLimits(entered)
  const isCount = Number.isInteger(daily_per_person) && daily_per_person >= 1
  const { wrong: wrongIdentity, values } = readIdentity(entered, channel)
  const wrong = {
    ...wrongIdentity,
    ...((!isCount || daily_per_person > CHANNEL.per_person.most) && {
      daily_per_person: t('Enter a whole number from 1 to {most}', { most: CHANNEL.per_person.most }),
    }),
    ...wrongLimits,
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  const { template_name, template_language, ask_consent } = entered
  const templates = hasTemplates(channel) ? { template_name, template_language } : {}
  return { ...values, ...templates, ask_consent, daily_per_person, ...limits }
}

/** What is known of the channel; a mailbox begins with the usual ports. */
const identityOf = (channel: ServiceChannel): Entered['identity'] => ({
  ...{ phone_number_id: channel.phone_number_id, mail_address: channel.mail_address, mail_user: channel.mail_user },
  ...{ imap_host: channel.imap_host, imap_port: String(channel.imap_port) },
  ...{ smtp_host: channel.smtp_host, smtp_port: String(channel.smtp_port) },
})

/** Connects the channel, and changes how it answers. */
export function ChannelSettings({ service, channel }: { service: ServiceDetail; channel: ServiceChannel }) {
  const { kind } = channel
  const [entered, setEntered] = useState<Entered>(() => ({
    identity: identityOf(channel),
    ...{ template_name: channel.template_name, template_language: channel.template_language },
    ...{ per_person: String(channel.daily_per_person), runs: String(channel.daily_runs) },
    ...{ rupees: toFieldText(channel.daily_paise), ask_consent: channel.ask_consent },
  }))
  const [wrong, setWrong] = useState<Wrong>({})
  const save = useAction(async (body: SaveChannel) => {
    const params = { id: service.id }
    const saved = await call('saveServiceChannel', { params: { ...params, kind }, body })
    await showSaved(channelQuery(service.id, kind), saved)
    await showSaved(chatQuery(service.id), await call('getServiceChat', { params }))
    await showSaved(widgetQuery(service.id), await call('getServiceWidget', { params }))
    notify({ type: 'success', title: savedTitle(channel.enabled, saved.enabled) })
  })
  const submit = (change: SaveChannel) => {
    const found = read(entered, channel)
    setWrong('wrong' in found ? found.wrong : {})
    if (!('wrong' in found)) void save.run({ ...found, ...change })
  }
  const errorAt = (field: Field) => wrong[field] ?? problemAt(save.error, field)
  const fields = { entered, channel, errorAt, onChange: setEntered }
  return (
    <DoorForm
      service={service}
      enabled={channel.enabled}
      exists={channel.connected}
      fields={[...IDENTITY_FIELDS[kind].map(({ name }) => name), ...RULE_FIELDS]}
      save={save}
      onSubmit={submit}
    >
      {kind === 'email' && (
        <MailProvider
          imap_host={entered.identity.imap_host ?? ''}
          onChoose={(servers) => setEntered({ ...entered, identity: { ...entered.identity, ...servers } })}
        />
      )}
      <IdentityFields {...fields} />
      <RuleFields {...fields} />
    </DoorForm>
  )
}

interface FieldsProps {
  entered: Entered
  channel: ServiceChannel
  errorAt: (field: Field) => string | undefined
  onChange: (entered: Entered) => void
}

/** A port is in the row of its server. */
function rowsOf(fields: readonly IdentityField[]): IdentityField[][] {
  const rows: IdentityField[][] = []
  for (const field of fields) {
    if (field.name.endsWith('_port')) rows.at(-1)?.push(field)
    else rows.push([field])
  }
  return rows
}

function IdentityFields(props: FieldsProps) {
  return rowsOf(IDENTITY_FIELDS[props.channel.kind]).map((row) => (
    <div
      key={row[0]?.name}
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${row.length > 1 ? 'sm:grid-cols-[minmax(0,1fr)_12rem]' : ''}`}
    >
      {row.map((field) => (
        <IdentityInput key={field.name} field={field} {...props} />
      ))}
    </div>
  ))
}

function IdentityInput({ field, entered, channel, errorAt, onChange }: FieldsProps & { field: IdentityField }) {
  const { name, label, help, isSecret, input = 'text', optional } = field
  const keep = channel.connected ? t('Leave empty to keep the current one.') : undefined
  return (
    <TextField
      label={label()}
      help={isSecret ? (keep ?? help()) : help()}
      {...(isSecret ? { type: 'password', autoComplete: 'off' } : { inputMode: input })}
      {...(optional && { optional })}
      value={entered.identity[name] ?? ''}
      error={errorAt(name)}
      onChange={({ target }) => onChange({ ...entered, identity: { ...entered.identity, [name]: target.value } })}
    />
  )
}

/** Consent, the template, and how much may be asked. */
function RuleFields({ entered, channel, errorAt, onChange }: FieldsProps) {
  return (
    <>
      <Checkbox
        label={t('Ask people to agree before the first answer')}
        help={t('They reply START, and can reply STOP at any time.')}
        checked={entered.ask_consent}
        onChange={({ target }) => onChange({ ...entered, ask_consent: target.checked })}
      />
      {hasTemplates(channel) && <TemplateFields {...{ entered, channel, errorAt, onChange }} />}
      <TextField
        label={t('Messages per person and day')}
        inputMode="numeric"
        value={entered.per_person}
        error={errorAt('daily_per_person')}
        onChange={({ target }) => onChange({ ...entered, per_person: target.value })}
      />
      <DayFields
        entered={entered}
        help={t('For all people together, with those of the chat page, the widget and other channels.')}
        errorAt={errorAt}
        onChange={onChange}
      />
    </>
  )
}

function TemplateFields({ entered, errorAt, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('Template after 24 hours')}
        optional
        help={t(
          'WhatsApp delivers text only within 24 hours of a person’s last message. After that this approved template is sent, and the answer follows when they reply.',
        )}
        value={entered.template_name}
        placeholder="answer_ready"
        error={errorAt('template_name')}
        onChange={({ target }) => onChange({ ...entered, template_name: target.value })}
      />
      {entered.template_name !== '' && (
        <TextField
          label={t('Language of the template')}
          value={entered.template_language}
          placeholder="en"
          error={errorAt('template_language')}
          onChange={({ target }) => onChange({ ...entered, template_language: target.value })}
        />
      )}
    </>
  )
}
