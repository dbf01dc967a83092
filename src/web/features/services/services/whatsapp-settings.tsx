import { useState } from 'react'
import { CHANNEL } from '#contract/services/channel-values.ts'
import type { SaveWhatsappChannel, WhatsappChannel } from '#contract/services/channels.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { toFieldText } from '#web/lib/rupees.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { DayFields, DoorForm, readDayLimits } from './door-form.tsx'
import { chatQuery, showSaved, whatsappQuery, widgetQuery } from './service-queries.ts'
import { problemAt } from './visitors-refused.tsx'

/** The current values of the fields. */
interface Entered {
  phone_number_id: string
  access_token: string
  app_secret: string
  template_name: string
  template_language: string
  per_person: string
  runs: string
  rupees: string
  ask_consent: boolean
}

const FIELDS = [
  'phone_number_id',
  'access_token',
  'app_secret',
  'template_name',
  'template_language',
  'daily_per_person',
  'daily_runs',
  'daily_paise',
] as const
type Field = (typeof FIELDS)[number]

/** What is to be saved, or what is wrong with it. */
function read(
  entered: Entered,
  channel: WhatsappChannel,
): SaveWhatsappChannel | { wrong: Partial<Record<Field, string>> } {
  const daily_per_person = Number(entered.per_person)
  const { wrong: wrongLimits, ...limits } = readDayLimits(entered)
  const isCount = Number.isInteger(daily_per_person) && daily_per_person >= 1
  const missing = (name: 'access_token' | 'app_secret') => !channel.connected && entered[name].trim() === ''
  const wrong = {
    ...(!/^\d{5,30}$/.test(entered.phone_number_id.trim()) && {
      phone_number_id: t('Enter the phone number ID, a number of 5 to 30 digits'),
    }),
    ...(missing('access_token') && { access_token: t('Enter the access token') }),
    ...(missing('app_secret') && { app_secret: t('Enter the app secret') }),
    ...((!isCount || daily_per_person > CHANNEL.per_person.most) && {
      daily_per_person: t('Enter a whole number from 1 to {most}', { most: CHANNEL.per_person.most }),
    }),
    ...wrongLimits,
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  const { access_token, app_secret, phone_number_id, template_name, template_language, ask_consent } = entered
  return {
    ...{ phone_number_id, template_name, template_language, ask_consent },
    ...{ daily_per_person, ...limits },
    ...(access_token.trim() !== '' && { access_token }),
    ...(app_secret.trim() !== '' && { app_secret }),
  }
}

/** Connects the number, and changes how it answers. */
export function WhatsappSettings({ service, channel }: { service: ServiceDetail; channel: WhatsappChannel }) {
  const [entered, setEntered] = useState<Entered>(() => ({
    ...{ phone_number_id: channel.phone_number_id, access_token: '', app_secret: '' },
    ...{ template_name: channel.template_name, template_language: channel.template_language },
    ...{ per_person: String(channel.daily_per_person), runs: String(channel.daily_runs) },
    ...{ rupees: toFieldText(channel.daily_paise), ask_consent: channel.ask_consent },
  }))
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({})
  const save = useAction(async (body: SaveWhatsappChannel) => {
    const at = { params: { id: service.id } }
    await showSaved(whatsappQuery(service.id), await call('saveServiceWhatsapp', { ...at, body }))
    await showSaved(chatQuery(service.id), await call('getServiceChat', at))
    await showSaved(widgetQuery(service.id), await call('getServiceWidget', at))
    notify({ type: 'success', title: t('Settings saved') })
  })
  const submit = (change: SaveWhatsappChannel) => {
    const found = read(entered, channel)
    setWrong('wrong' in found ? found.wrong : {})
    if (!('wrong' in found)) void save.run({ ...found, ...change })
  }
  const errorAt = (field: Field) => wrong[field] ?? problemAt(save.error, field)
  return (
    <DoorForm
      service={service}
      enabled={channel.enabled}
      exists={channel.connected}
      fields={FIELDS}
      save={save}
      onSubmit={submit}
    >
      <NumberFields entered={entered} connected={channel.connected} errorAt={errorAt} onChange={setEntered} />
      <RuleFields entered={entered} errorAt={errorAt} onChange={setEntered} />
    </DoorForm>
  )
}

interface FieldsProps {
  entered: Entered
  errorAt: (field: Field) => string | undefined
  onChange: (entered: Entered) => void
}

/** What Meta gives: the number, and what its app signs in with. */
function NumberFields({ entered, connected, errorAt, onChange }: FieldsProps & { connected: boolean }) {
  const keep = connected ? t('Leave empty to keep the current one.') : undefined
  return (
    <>
      <TextField
        label={t('Phone number ID')}
        help={t('From Meta: WhatsApp → API setup. It isn’t the phone number.')}
        inputMode="numeric"
        value={entered.phone_number_id}
        error={errorAt('phone_number_id')}
        onChange={({ target }) => onChange({ ...entered, phone_number_id: target.value })}
      />
      <TextField
        label={t('Access token')}
        help={keep ?? t('Of a system user, so that it doesn’t expire.')}
        type="password"
        autoComplete="off"
        value={entered.access_token}
        error={errorAt('access_token')}
        onChange={({ target }) => onChange({ ...entered, access_token: target.value })}
      />
      <TextField
        label={t('App secret')}
        help={keep ?? t('From Meta: App settings → Basic. It proves that messages come from Meta.')}
        type="password"
        autoComplete="off"
        value={entered.app_secret}
        error={errorAt('app_secret')}
        onChange={({ target }) => onChange({ ...entered, app_secret: target.value })}
      />
    </>
  )
}

/** Consent, the template, and how much may be asked. */
function RuleFields({ entered, errorAt, onChange }: FieldsProps) {
  return (
    <>
      <Checkbox
        label={t('Ask people to agree before the first answer')}
        help={t('They reply START, and can reply STOP at any time.')}
        checked={entered.ask_consent}
        onChange={({ target }) => onChange({ ...entered, ask_consent: target.checked })}
      />
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
      <TextField
        label={t('Messages per person and day')}
        inputMode="numeric"
        value={entered.per_person}
        error={errorAt('daily_per_person')}
        onChange={({ target }) => onChange({ ...entered, per_person: target.value })}
      />
      <DayFields
        entered={entered}
        help={t('For all people together, with those of the chat page and the widget.')}
        errorAt={errorAt}
        onChange={onChange}
      />
    </>
  )
}
