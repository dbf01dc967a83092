import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { objectFrom } from '#nodes/lib/data/values.ts'
import { formAnswer, question, TIMED_OUT, timeLimit, untilOf } from '#nodes/lib/people/asking.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const DECISION = 'decision'
const LONGEST = 100_000
/** Fields are called by their place, because names of data may be anything. */
const nameAt = (at: number) => `field_${at + 1}`

export const editThenApprove = defineNode({
  type: 'edit_then_approve',
  version: 1,
  title: 'Edit, then approve',
  category: 'people',
  icon: 'file-pen-line',
  description: 'Shows a person the fields of an object to correct and then approve or reject. Changes are listed.',
  kind: 'wait',
  config: z.strictObject({
    title: question('Please check and correct'),
    value: value(
      'Object',
      'The object that the person edits. Leave empty to use the input; buyers of an agent whose steps are closed see only the editable fields you name.',
    ),
    editable: z
      .array(z.string().min(1).max(200))
      .max(99)
      .default([])
      .describe('The fields that can be changed. Leave empty for all fields.')
      .meta({ title: 'Editable fields' }),
    timeout_seconds: timeLimit,
  }),
  output: z.object({ value: Json, changed: z.array(z.string()), by: z.string().nullable() }),
  ports: [{ name: 'approved', title: 'Approved' }, { name: 'rejected', title: 'Rejected' }, TIMED_OUT],
  sentence: ({ title }) => `Asks: ${title}`,
  run(ctx) {
    const { title, timeout_seconds: limit } = ctx.config
    const given = objectFrom(ctx.config.value, ctx.input)
    const names = editableOf(given, ctx.config.editable)
    const fields = [...names.map((name, at) => fieldFor(given, name, nameAt(at))), decisionField()]
    const inner = ctx.config.value === undefined && ctx.config.editable.length === 0 && { from_input: true as const }
    return { type: 'wait', wait: { type: 'form', title, fields, until: untilOf(ctx.now(), limit), ...inner } }
  },
  resume(ctx, resolution) {
    const given = objectFrom(ctx.config.value, ctx.input)
    if (resolution.type === 'timeout') return output({ value: given, changed: [], by: null }, TIMED_OUT.name)
    const { values, by } = formAnswer(resolution)
    if (values[DECISION] !== 'approve' && values[DECISION] !== 'reject') {
      throw new NodeError('wrong_answer', 'The answer is neither an approval nor a rejection')
    }
    const edited: JsonObject = { ...given }
    const changed: string[] = []
    editableOf(given, ctx.config.editable).forEach((name, at) => {
      const key = nameAt(at)
      if (!Object.hasOwn(values, key)) return
      const next = read(given[name] ?? null, values[key] ?? null, name)
      if (JSON.stringify(next) === JSON.stringify(given[name] ?? null)) return
      edited[name] = next
      changed.push(name)
    })
    return output({ value: edited, changed, by }, values[DECISION] === 'approve' ? 'approved' : 'rejected')
  },
})

const editableOf = (given: JsonObject, chosen: readonly string[]): string[] =>
  (chosen.length > 0 ? chosen.filter((name) => Object.hasOwn(given, name)) : Object.keys(given)).slice(0, 99)

const decisionField = (): JsonObject => ({
  name: DECISION,
  label: 'Decision',
  type: 'select',
  required: true,
  help: '',
  options: [
    { value: 'approve', label: 'Approve' },
    { value: 'reject', label: 'Reject' },
  ],
})

/** Lists and objects are edited as JSON. */
function fieldFor(given: JsonObject, label: string, name: string): JsonObject {
  const found = given[label] ?? null
  const about = { name, label, required: false, help: '', options: [] }
  if (typeof found === 'number') return { ...about, type: 'number', value: found }
  if (typeof found === 'boolean') return { ...about, type: 'boolean', value: found }
  const text = typeof found === 'string' ? found : found === null ? '' : JSON.stringify(found, null, 2)
  if (text.length > LONGEST)
    throw new NodeError('text_too_long', `“${label}” is too long to be edited`, { field: 'value' })
  const isLong = text.length > 80 || text.includes('\n')
  return { ...about, type: isLong ? 'textarea' : 'text', value: text }
}

/** What was entered, as the kind of value that stood there; an emptied text is an empty text. @throws NodeError `wrong_answer` */
function read(before: Json, entered: Json, name: string): Json {
  if (typeof before !== 'object' || before === null) {
    if (typeof before === 'number' && typeof entered !== 'number' && entered !== null) {
      throw new NodeError('wrong_answer', `“${name}” must be a number`)
    }
    if (typeof before === 'string') return entered ?? ''
    return entered === '' ? null : entered
  }
  if (typeof entered !== 'string') return entered
  try {
    return JSON.parse(entered) as Json
  } catch (cause) {
    throw new NodeError('wrong_answer', `“${name}” is no longer valid JSON`, { cause })
  }
}
