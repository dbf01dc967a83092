import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import {
  AskedField,
  FormField,
  fieldProblem,
  fieldSchema,
  InputField,
  isBlank,
  labelOf,
} from '#nodes/lib/people/form-field.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'

const listOf = <Field extends z.ZodType<{ name: string }>>(field: Field, help: string) =>
  z
    .array(field)
    .max(100)
    .refine(
      (fields) => new Set(fields.map((field) => field.name)).size === fields.length,
      'Two fields have the same name',
    )
    .default([])
    .describe(help)
    .meta({ title: 'Fields' })

/** The fields of a form, or of whatever takes named values. */
export const formFields = (help: string) => listOf(FormField, help)

const Config = z
  .strictObject({
    fields: listOf(InputField, 'The fields of the form.'),
    at_least_one_of: z
      .array(z.array(z.string()).min(2).max(100))
      .max(20)
      .default([])
      .describe('Groups of fields of which at least one must be filled, for example text or file.')
      .meta({ title: 'At least one of' }),
  })
  .superRefine((config, context) => {
    const names = new Set(config.fields.map((field) => field.name))
    config.at_least_one_of.forEach((group, index) => {
      const unknown = group.find((name) => !names.has(name))
      if (unknown === undefined) return
      context.addIssue({ code: 'custom', path: ['at_least_one_of', index], message: `There is no field “${unknown}”` })
    })
  })
type Config = z.output<typeof Config>

/**
 * The JSON Schema (draft 2020-12) of what an input form takes: an agent's input schema.
 * @param config the node's settings as stored
 * @throws ZodError when they are not valid
 */
export function inputSchemaOf(config: JsonObject): JsonObject {
  const { fields, at_least_one_of: groups } = Config.parse(config)
  const schema: JsonObject = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
  }
  if (groups.length > 0) {
    schema.allOf = groups.map((group) => ({ anyOf: group.map((name) => ({ required: [name] })) }))
  }
  return schema
}

export interface InputProblem {
  field: string
  message: string
}

/**
 * What is wrong with an execution's input for a form; empty when it fits. For the server, before it starts anything.
 * @throws ZodError when the settings are not valid
 */
export function inputProblems(config: JsonObject, input: Json): InputProblem[] {
  return check(Config.parse(config), input).problems
}

/**
 * Problems of an answer to a form in the middle of a run; empty when it fits.
 * @param fields as the person who answers sees them; nothing is asked for where they are no fields
 */
export function answerProblems(fields: Json, values: Json): InputProblem[] {
  const asked = z.array(AskedField).catch([]).parse(fields)
  return check({ fields: asked, at_least_one_of: [] }, values).problems
}

/**
 * What was entered into a form in the middle of a run.
 * @throws NodeError `bad_input` naming the first field that does not fit
 */
export function checkedValues(config: Pick<Config, 'fields'> & Partial<Config>, input: Json): JsonObject {
  const { values, problems } = check({ at_least_one_of: [], ...config }, input)
  if (problems.length === 0) return values
  const message = problems.map((problem) => problem.message).join('. ')
  throw new NodeError('bad_input', message, { field: problems[0]?.field ?? '' })
}

function check(config: Config, input: Json): { values: JsonObject; problems: InputProblem[] } {
  const problems: InputProblem[] = []
  const values: JsonObject = {}
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    problems.push({ field: '', message: `Expected an object with the fields of the form, got ${kindOf(input)}` })
    return { values, problems }
  }
  const given = (name: string): Json | undefined => (Object.hasOwn(input, name) ? input[name] : undefined)
  const known = new Set(config.fields.map((field) => field.name))
  for (const name of Object.keys(input)) {
    if (!known.has(name)) problems.push({ field: name, message: `There is no field “${name.slice(0, 64)}”` })
  }
  for (const field of config.fields) {
    const value = given(field.name)
    if (value === undefined || isBlank(value)) {
      if (field.required) problems.push({ field: field.name, message: `${labelOf(field)} is required` })
      values[field.name] = null
      continue
    }
    const message = fieldProblem(field, value)
    if (message !== null) problems.push({ field: field.name, message })
    values[field.name] = value
  }
  for (const group of config.at_least_one_of) {
    if (group.some((name) => !isBlank(given(name)))) continue
    const labels = group.map((name) =>
      labelOf(config.fields.find((field) => field.name === name) ?? { name, label: '' }),
    )
    problems.push({ field: group[0] ?? '', message: `Enter ${labels.join(' or ')}` })
  }
  return { values, problems }
}

export const inputForm = defineNode({
  type: 'input_form',
  version: 1,
  title: 'Input form',
  category: 'trigger',
  icon: 'text-cursor-input',
  description:
    'Starts the workflow with the fields of a form. An agent made from this workflow uses the same form as its input.',
  kind: 'pure',
  trigger: true,
  config: Config,
  example: { fields: [{ name: 'text', label: 'Text', type: 'textarea', required: true }] },
  output: z.record(z.string(), Json),
  sentence: (config) =>
    config.fields.length === 0 ? 'No fields yet' : `Asks for ${config.fields.map(labelOf).join(', ')}`,
  run(ctx) {
    return output(checkedValues(ctx.config, ctx.input))
  },
})
