/** What starts an n8n workflow, and what starts it here. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { type Mapped, type Mapper, mapped } from './mapped.ts'
import { appTrigger } from './services/app-triggers.ts'
import { slugOf } from './slug.ts'
import type { StepReader } from './step-reader.ts'

const trigger = (type: string, config: JsonObject, rest: Partial<Mapped> = {}): Mapped =>
  mapped(type, config, { trigger: true, ...rest })

const manual: Mapper = () => trigger('manual_trigger', {})

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']

const webhook: Mapper = (reader) => {
  const asked = reader.get('httpMethod')
  const first = Array.isArray(asked) ? asked[0] : asked
  const method = typeof first === 'string' && METHODS.includes(first) ? first : 'GET'
  const mode = reader.get('responseMode')
  const guarded = reader.get('authentication')
  if (typeof guarded === 'string' && guarded !== 'none')
    reader.warn(
      'setting',
      'authentication',
      'Protect the address again: choose the stored secret that callers must send',
    )
  if (Array.isArray(asked) && asked.length > 1)
    reader.warn('setting', 'httpMethod', `Only ${method} is accepted; n8n accepted several methods`)
  return trigger('webhook_trigger', {
    method,
    respond: mode === 'lastNode' || mode === 'responseNode' ? 'when_finished' : 'immediately',
  })
}

const DAYS = ['0', '1', '2', '3', '4', '5', '6', '7']
const number = (value: Json | undefined, otherwise: number, least: number, most: number): number => {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof found === 'number' && Number.isFinite(found)
    ? Math.max(least, Math.min(most, Math.round(found)))
    : otherwise
}
const clamped = (every: number, most: number) => Math.min(every, most)

/** n8n's interval as a line of cron; null for what cron cannot say. */
function cronOf(rule: Json | undefined): string | null {
  const field = readTextAt(rule, 'field') ?? readTextAt(rule, 'mode') ?? readTextAt(rule, 'unit') ?? 'days'
  const minute = number(readAt(rule, 'triggerAtMinute') ?? readAt(rule, 'minute'), 0, 0, 59)
  const hour = number(readAt(rule, 'triggerAtHour') ?? readAt(rule, 'hour'), 0, 0, 23)
  const every = (name: string, otherwise = 1) =>
    number(readAt(rule, name) ?? readAt(rule, 'value') ?? readAt(rule, 'interval'), otherwise, 1, 1000)
  switch (field) {
    case 'seconds':
    case 'everySecond':
      return '* * * * *'
    case 'minutes':
    case 'everyMinute':
    case 'everyX': {
      if (readTextAt(rule, 'unit') === 'hours') return `0 */${clamped(every('hoursInterval'), 23)} * * *`
      const count = clamped(every('minutesInterval', field === 'minutes' ? 5 : 1), 59)
      return count === 1 ? '* * * * *' : `*/${count} * * * *`
    }
    case 'hours':
    case 'everyHour': {
      const count = clamped(every('hoursInterval'), 23)
      return `${minute} ${count === 1 ? '*' : `*/${count}`} * * *`
    }
    case 'weeks':
    case 'everyWeek': {
      const days = [...listAt(rule, 'triggerAtDay'), readAt(rule, 'weekday') ?? '']
        .map(String)
        .filter((day) => DAYS.includes(day))
      return `${minute} ${hour} * * ${days.length > 0 ? [...new Set(days)].join(',') : '0'}`
    }
    case 'months':
    case 'everyMonth':
      return `${minute} ${hour} ${number(readAt(rule, 'triggerAtDayOfMonth') ?? readAt(rule, 'dayOfMonth'), 1, 1, 28)} * *`
    case 'cronExpression':
    case 'custom': {
      const line = (readTextAt(rule, 'expression') ?? readTextAt(rule, 'cronExpression') ?? '')
        .replace(/^=/, '')
        .trim()
        .split(/\s+/)
      if (line.length === 6) return line.slice(1).join(' ')
      return line.length === 5 ? line.join(' ') : null
    }
    case 'days':
    case 'everyDay': {
      const count = clamped(every('daysInterval'), 31)
      return `${minute} ${hour} ${count === 1 ? '*' : `*/${count}`} * *`
    }
    default:
      return null
  }
}

const schedule: Mapper = (reader) => {
  const rules = [
    ...listAt(reader.step.parameters, 'rule', 'interval'),
    ...listAt(reader.step.parameters, 'triggerTimes', 'item'),
  ]
  const [first = reader.step.parameters] = rules
  const cron = cronOf(first)
  if (rules.length > 1) reader.warn('setting', 'rule', `Only the first of ${rules.length} schedules was imported`)
  if (readTextAt(first, 'field') === 'seconds')
    reader.warn('approximate', 'rule', 'Starts every minute; n8n started it more often')
  if (cron === null) reader.warn('setting', 'rule', 'The schedule can’t be read: set it again')
  return trigger('schedule_trigger', { cron: cron ?? '0 9 * * *' })
}

const KINDS: Record<string, string> = {
  textarea: 'textarea',
  number: 'number',
  email: 'email',
  date: 'date',
  file: 'file',
  dropdown: 'select',
  radio: 'select',
}

/** Fields of an n8n form as ours; `names` says what each was called, for the names n8n gives in its output. */
export function formFieldsOf(fields: Json[]): { fields: JsonObject[]; names: { label: string; name: string }[] } {
  const taken = new Set<string>()
  const names: { label: string; name: string }[] = []
  const made = fields.slice(0, 100).flatMap((field, index) => {
    const kind = readTextAt(field, 'fieldType') ?? readTextAt(field, 'type') ?? 'text'
    const label = (readTextAt(field, 'fieldLabel') ?? readTextAt(field, 'name') ?? `Field ${index + 1}`)
      .replace(/^=/, '')
      .slice(0, 200)
    if (kind === 'html' || kind === 'hiddenField') return []
    const name = slugOf(readTextAt(field, 'fieldName') ?? label, taken)
    names.push({ label: readTextAt(field, 'fieldName') ?? label, name })
    const options = listAt(field, 'fieldOptions', 'values').flatMap((option) => {
      const value = readTextAt(option, 'option')?.slice(0, 200)
      return value ? [{ value }] : []
    })
    const type = KINDS[kind] ?? 'text'
    return [
      {
        name,
        label,
        type: type === 'select' && options.length === 0 ? 'text' : type,
        required: readAt(field, 'requiredField') === true || readAt(field, 'required') === true,
        ...(type === 'select' && options.length > 0 && { options }),
      },
    ]
  })
  return { fields: made, names }
}

/** Adds the labels that n8n's expressions read to our names. */
const relabelled = (names: { label: string; name: string }[]): Mapped['follow'] | undefined => {
  const other = names.filter(({ label, name }) => label !== name && label.length <= 200)
  if (other.length === 0) return undefined
  return {
    type: 'set_fields',
    title: 'Fields under their original names',
    config: {
      keep_input: true,
      fields: other.map(({ label, name }) => ({ name: label, value: `{{ $input.${name} }}` })),
    },
  }
}

const MOST_FILES = 5

const form: Mapper = (reader) => {
  const { fields, names } = formFieldsOf(listAt(reader.step.parameters, 'formFields', 'values'))
  const follow = relabelled(names)
  for (const field of fields.filter(({ type }) => type === 'file').slice(MOST_FILES)) {
    field.type = 'text'
    reader.warn('files', 'formFields', `A public form accepts ${MOST_FILES} files: this field asks for text instead`)
  }
  const title = reader.text(reader.get('formTitle'), 'formTitle').slice(0, 120) || 'Form'
  const description = reader.text(reader.get('formDescription'), 'formDescription').slice(0, 2000)
  return trigger('form_trigger', { title, description, fields }, follow && { follow })
}

const chat: Mapper = () =>
  trigger(
    'chat_trigger',
    {},
    {
      follow: {
        type: 'set_fields',
        title: 'Message in the n8n format',
        config: {
          keep_input: true,
          fields: [
            { name: 'chatInput', value: '{{ $input.message }}' },
            { name: 'sessionId', value: '{{ $input.session }}' },
          ],
        },
      },
    },
  )

const called: Mapper = (reader) => {
  const names = listAt(reader.step.parameters, 'workflowInputs', 'values').flatMap(
    (field) => readTextAt(field, 'name') ?? [],
  )
  if (names.length > 0)
    reader.warn('setting', 'workflowInputs', `Callers provide ${names.slice(0, 20).join(', ').slice(0, 300)}`)
  return trigger('workflow_trigger', {})
}

const mail: Mapper = (reader) => {
  reader.warn('trigger', null, 'Email arrives at an address of this workflow; forward the mailbox to it')
  return trigger('email_trigger', {})
}

const errors: Mapper = () =>
  trigger(
    'error_trigger',
    {},
    {
      follow: {
        type: 'set_fields',
        title: 'Failure in the n8n format',
        config: {
          keep_input: true,
          fields: [
            {
              name: 'execution',
              value: {
                id: '{{ $input.execution_id }}',
                error: '{{ $input.error }}',
                lastNodeExecuted: '{{ $input.error.node_id }}',
              },
            },
            { name: 'workflow', value: { id: '{{ $input.workflow_id }}', name: '{{ $input.workflow_name }}' } },
          ],
        },
      },
    },
  )

export const TRIGGERS: Record<string, Mapper> = {
  manualTrigger: manual,
  start: manual,
  webhook,
  scheduleTrigger: schedule,
  cron: schedule,
  interval: schedule,
  formTrigger: form,
  'lc:chatTrigger': chat,
  'lc:manualChatTrigger': chat,
  executeWorkflowTrigger: called,
  emailReadImap: mail,
  errorTrigger: errors,
  n8nTrigger: manual,
  workflowTrigger: manual,
  evaluationTrigger: manual,
  sseTrigger: (reader) => service(reader),
  'lc:mcpTrigger': (reader) => trigger('mcp_trigger', { name: slugOf(reader.step.name, new Set()).slice(0, 60) }),
}

/** Services that n8n asks again and again for news: here a schedule starts, and the first step has to ask. */
const POLLED = [
  'gmailTrigger',
  'googleSheetsTrigger',
  'googleDriveTrigger',
  'googleCalendarTrigger',
  'googleBusinessProfileTrigger',
  'airtableTrigger',
  'notionTrigger',
  'rssFeedReadTrigger',
  'microsoftOutlookTrigger',
  'microsoftOneDriveTrigger',
  'clockifyTrigger',
  'todoistTrigger',
  'localFileTrigger',
  'postgresTrigger',
  'mqttTrigger',
  'kafkaTrigger',
  'amqpTrigger',
  'redisTrigger',
  'rabbitmqTrigger',
]

const service = (reader: StepReader): Mapped => {
  const { type } = reader.step
  if (POLLED.includes(type)) {
    reader.warn(
      'trigger',
      null,
      'n8n polled the service. Here a schedule starts the workflow: add a step that fetches new data',
    )
    return trigger('schedule_trigger', { cron: '*/5 * * * *' }, { how: 'bridged' })
  }
  reader.warn('trigger', null, 'Enter the address of this webhook in the settings of the service')
  return trigger(
    'webhook_trigger',
    { method: 'POST' },
    {
      how: 'bridged',
      follow: { type: 'set_fields', title: 'What the service sent', config: { json: '{{ $input.body }}' } },
    },
  )
}

/** Any other `…Trigger`: its service calls a webhook. */
export const serviceTrigger: Mapper = (reader) =>
  /Trigger$/.test(reader.step.type) ? (appTrigger(reader) ?? service(reader)) : null
