/** n8n's nodes that lead the way: branches, loops, waiting, other workflows. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { comparisonOf, conditionOf } from './conditions.ts'
import { formFieldsOf } from './map-triggers.ts'
import { ALL_ITEMS, type Mapper, mapped } from './mapped.ts'
import { slugOf } from './slug.ts'

const same = { gives: 'same' } as const

const combineOf = (parameters: JsonObject): string | undefined =>
  readTextAt(parameters, 'combineOperation') ?? readTextAt(parameters, 'combineConditions')

const ifNode: Mapper = (reader) => {
  const condition = conditionOf(
    reader,
    reader.get('conditions'),
    'conditions',
    false,
    combineOf(reader.step.parameters),
  )
  return mapped('if', { condition: `{{ ${condition} }}` }, { ports: ['true', 'false'], ...same })
}

/** A single value either continues or does not; a list keeps the items for which the condition is true. */
const filter: Mapper = (reader) => {
  const condition = conditionOf(reader, reader.get('conditions'), 'conditions', true, combineOf(reader.step.parameters))
  // The setting of “Filter” reads items only.
  if (condition.includes('$nodes.')) {
    const kept = condition.replace(/\$item(?!\w)/g, () => '$p_item')
    const json = `{{ [$filter([$input], function($p_item){ ${kept} })] }}`
    return mapped('set_fields', { json }, { takes: 'list', gives: 'many' })
  }
  return mapped('filter', { items: ALL_ITEMS, condition }, { takes: 'list', gives: 'many' })
}

const switchNode: Mapper = (reader) => {
  const { parameters } = reader.step
  if (readTextAt(parameters, 'mode') === 'expression') return byNumber(reader)
  const taken = new Set(['default', 'error'])
  const named = listAt(parameters, 'rules', 'values')
  const old = named.length > 0 ? [] : listAt(parameters, 'rules', 'rules')
  const kind = readTextAt(parameters, 'dataType') ?? 'number'
  const ports: string[] = []
  const rules = named.map((rule, index) => {
    const title = (readTextAt(rule, 'outputKey') ?? '').replace(/^=/, '').slice(0, 60)
    const port = slugOf(title || `way_${index}`, taken)
    ports.push(port)
    return { port, title, condition: `{{ ${conditionOf(reader, readAt(rule, 'conditions'), `rules.${index}`)} }}` }
  })
  // Two rules may lead to one way out.
  const ways = new Map<number, { port: string; conditions: string[] }>()
  for (const [index, rule] of old.entries()) {
    const output = readAt(rule, 'output')
    const place = typeof output === 'number' && output >= 0 && output < 50 ? Math.round(output) : index
    const operation = readTextAt(rule, 'operation') ?? (kind === 'number' ? 'smaller' : 'equal')
    const condition = comparisonOf(
      reader,
      kind,
      operation,
      readAt(parameters, 'value1'),
      readAt(rule, 'value2'),
      `rules.${index}`,
    )
    const known = ways.get(place)
    if (known) known.conditions.push(condition)
    else {
      const port = slugOf(readTextAt(rule, 'outputKey') ?? `way_${place}_${index}`, taken)
      ways.set(place, { port, conditions: [condition] })
    }
  }
  for (const [place, { port, conditions }] of ways) {
    ports[place] = port
    const [only] = conditions
    const all = conditions.length === 1 ? only : `(${conditions.join(' or ')})`
    rules.push({ port, title: '', condition: `{{ ${all} }}` })
  }
  if (rules.length === 0) {
    if (readAt(parameters, 'rules') !== undefined) return null
    // Left as n8n makes it: one rule, which compares nothing with nothing and so is always true.
    reader.warn('setting', 'rules', 'The file has no rules here: everything takes the first way until you enter them')
    const empty = Array.from({ length: Math.max(1, Math.min(50, reader.outputs())) }, (_, index) => `way_${index}`)
    const rules = empty.map((port, index) => ({ port, condition: index === 0 }))
    return mapped('switch', { rules }, { ports: empty, ...same })
  }
  const extra = readAt(parameters, 'options', 'fallbackOutput') ?? readAt(parameters, 'fallbackOutput')
  const fallback =
    extra === 'extra' ? rules.length : typeof extra === 'number' && extra >= 0 && extra < 60 ? extra : null
  if (fallback !== null) ports[fallback] ??= 'default'
  for (let index = 0; index < ports.length; index++) ports[index] ??= 'default'
  return mapped('switch', { rules }, { ports, ...same })
}

/** The number of the way out comes from an expression. */
const byNumber: Mapper = (reader) => {
  const asked = readAt(reader.step.parameters, 'numberOutputs') ?? readAt(reader.step.parameters, 'outputsAmount')
  const count = typeof asked === 'number' ? Math.max(1, Math.min(50, Math.round(asked))) : 4
  const { code } = reader.expression(reader.get('output'), 'output')
  const rules = Array.from({ length: count }, (_, index) => ({
    port: `way_${index}`,
    condition: `{{ ${code} = ${index} }}`,
  }))
  return mapped('switch', { rules }, { ports: rules.map(({ port }) => port), ...same })
}

const SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
const YEAR = 366 * 86_400

const wait: Mapper = (reader) => {
  const resume = readTextAt(reader.step.parameters, 'resume') ?? 'timeInterval'
  if (resume === 'specificTime') return mapped('wait', { until: reader.text(reader.get('dateTime'), 'dateTime') }, same)
  if (resume === 'webhook' || resume === 'form') {
    reader.warn('approximate', 'resume', 'n8n continued when an address was called; here a person approves to continue')
    return mapped('approval', { title: 'Continue?' }, { how: 'bridged', ports: ['approved'], follow: inputOf })
  }
  const unit =
    SECONDS[readTextAt(reader.step.parameters, 'unit') ?? (reader.step.version >= 1.1 ? 'seconds' : 'hours')] ?? 1
  const amount = reader.get('amount') ?? (reader.step.version >= 1.1 ? 5 : 1)
  if (typeof amount === 'string' && amount.startsWith('=')) {
    return mapped('wait', { seconds: `{{ ($number(${reader.expression(amount, 'amount').code}) * ${unit}) }}` }, same)
  }
  const seconds = Number(amount) * unit
  return mapped('wait', { seconds: Number.isFinite(seconds) ? Math.max(0, Math.min(YEAR, seconds)) : 5 }, same)
}
const inputOf = { type: 'set_fields', title: 'What came before', config: { json: '{{ $input.input }}' } }

const noOp: Mapper = () => mapped('set_fields', { json: '{{ $input }}' }, { takes: 'list', gives: 'same' })

const stop: Mapper = (reader) => {
  const message = reader.get('errorMessage') ?? reader.get('errorObject')
  return mapped('stop', { status: 'failed', message: reader.text(message, 'errorMessage').slice(0, 2000) || 'Stopped' })
}

/** `main` 0 is the end and 1 the body since version 3; before it was the other way round. */
const batches: Mapper = (reader) => {
  const size = reader.get('batchSize') ?? (reader.step.version >= 3 ? 1 : 10)
  if (size !== 1)
    reader.warn('loop', 'batchSize', `n8n took ${brief(size)} items at a time; here the loop runs once per item`)
  return mapped(
    'map',
    { items: ALL_ITEMS, concurrency: 1 },
    {
      takes: 'list',
      gives: 'many',
      loop: reader.step.version >= 3 ? { body: 1, done: 0 } : { body: 0, done: 1 },
    },
  )
}
const brief = (value: unknown) => String(JSON.stringify(value) ?? '').slice(0, 40)

const MERGES: Record<string, string> = {
  append: 'append',
  chooseBranch: 'first',
  wait: 'first',
  passThrough: 'first',
  combineBySql: '',
  multiplex: 'combine',
  mergeByIndex: 'combine',
  mergeByPosition: 'combine',
}

const merge: Mapper = (reader) => {
  const { parameters } = reader.step
  const mode = readTextAt(parameters, 'mode') ?? 'append'
  const how = readTextAt(parameters, 'combineBy') ?? readTextAt(parameters, 'combinationMode') ?? 'combineByFields'
  const list = { takes: 'list', gives: 'same' } as const
  if (mode === 'combine' && !/Position|All|multiplex|Index/i.test(how)) {
    reader.warn(
      'approximate',
      'combineBy',
      'n8n matched items by a field. For lists use “Join lists”; here the fields are combined into one object',
    )
    return mapped('merge', { mode: 'combine' }, { ...list, how: 'bridged' })
  }
  if (/Key/.test(mode)) {
    reader.warn(
      'approximate',
      'mode',
      'n8n matched items by a key. For lists use “Join lists”; here the fields are combined into one object',
    )
    return mapped('merge', { mode: 'combine' }, { ...list, how: 'bridged' })
  }
  const made = mode === 'combine' ? 'combine' : MERGES[mode]
  if (!made) return null
  return mapped('merge', { mode: made }, { ...list, gives: made === 'append' ? 'many' : 'same' })
}

const sub: Mapper = (reader) => {
  const name = readTextAt(reader.step.parameters, 'workflowId', 'cachedResultName') ?? reader.step.name
  const given = readAt(reader.step.parameters, 'workflowInputs', 'value')
  const input: JsonObject = given === undefined ? {} : { input: reader.value(given, 'workflowInputs') }
  return mapped('sub_workflow', input, { slot: { field: 'workflow_id', type: 'workflow', name: name.slice(0, 120) } })
}

const answer: Mapper = (reader) => {
  const { parameters } = reader.step
  const kind = readTextAt(parameters, 'respondWith') ?? 'firstIncomingItem'
  const code = Number(readAt(parameters, 'options', 'responseCode') ?? 200)
  const config: JsonObject = { status: Number.isInteger(code) && code >= 200 && code <= 599 ? code : 200 }
  if (kind === 'json')
    config.body =
      reader.json(reader.get('responseBody'), 'responseBody') ?? reader.text(reader.get('responseBody'), 'responseBody')
  else if (kind === 'text') config.body = reader.text(reader.get('responseBody'), 'responseBody')
  else if (kind === 'noData') config.body = ''
  else if (kind === 'redirect') {
    config.status = 302
    config.body = ''
    config.headers = [{ name: 'Location', value: reader.text(reader.get('redirectURL'), 'redirectURL') }]
  } else if (kind === 'binary' || kind === 'jwt')
    reader.warn('setting', 'respondWith', `Answering with ${kind} isn’t possible here: the input is sent`)
  return mapped('respond', config, { takes: 'list' })
}

const form: Mapper = (reader) => {
  if (readTextAt(reader.step.parameters, 'operation') === 'completion') {
    return mapped('set_fields', { json: '{{ $input }}' }, { how: 'bridged', gives: 'same' })
  }
  const json =
    readTextAt(reader.step.parameters, 'defineForm') === 'json'
      ? reader.json(reader.get('jsonOutput'), 'jsonOutput')
      : null
  const listed = Array.isArray(json) ? json : listAt(reader.step.parameters, 'formFields', 'values')
  const { fields } = formFieldsOf(listed)
  // A page that only tells something is read and left.
  if (fields.length === 0) fields.push({ name: 'read', label: 'Continue', type: 'boolean', required: false })
  return mapped(
    'ask_form',
    { title: reader.step.name.slice(0, 120), fields },
    {
      how: 'bridged',
      follow: { type: 'set_fields', title: 'Answers', config: { json: '{{ $input.values }}' } },
    },
  )
}

/** A message that people answer. The answer is given here: an address in the message would have to be open to anybody. */
export const sendAndWait: Mapper = (reader) => {
  const message = readAt(reader.step.parameters, 'message') ?? readAt(reader.step.parameters, 'text')
  const title = reader.text(message ?? reader.step.name, 'message').slice(0, 500) || 'Continue?'
  const type = readTextAt(reader.step.parameters, 'responseType') ?? 'approval'
  reader.warn(
    'approximate',
    null,
    'n8n sent a message and waited for the answer to it; here people are asked on the page of the run',
  )
  const follow = (data: JsonObject) => ({
    type: 'set_fields',
    title: 'Answer in the n8n format',
    config: { fields: [{ name: 'data', value: data }] },
  })
  if (type === 'approval')
    return mapped(
      'ask_form',
      { title, fields: [{ name: 'approved', label: 'Approve', type: 'boolean' }] },
      { how: 'bridged', follow: follow({ approved: '{{ $input.values.approved = true }}' }) },
    )
  const asked = formFieldsOf(listAt(reader.step.parameters, 'formFields', 'values')).fields
  const fields =
    type === 'customForm' && asked.length > 0 ? asked : [{ name: 'text', label: 'Answer', type: 'textarea' }]
  const one = type === 'customForm' && asked.length > 0
  return mapped(
    'ask_form',
    { title, fields },
    one
      ? {
          how: 'bridged',
          follow: { ...follow({}), config: { fields: [{ name: 'data', value: '{{ $input.values }}' }] } },
        }
      : { how: 'bridged', follow: follow({ text: '{{ $input.values.text }}' }) },
  )
}

export const FLOW: Record<string, Mapper> = {
  if: ifNode,
  filter,
  switch: switchNode,
  wait,
  noOp,
  stopAndError: stop,
  splitInBatches: batches,
  merge,
  executeWorkflow: sub,
  respondToWebhook: answer,
  'lc:chat': answer,
  form,
  executionData: noOp,
  n8nTrainingCustomerMessenger: noOp,
  debugHelper: noOp,
}
