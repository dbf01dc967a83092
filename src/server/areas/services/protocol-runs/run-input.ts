/** A question as the input of a run: a chat message, or the fields that an agent asks for. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { fittingTurns } from '#server/areas/runs/runs.ts'
import { isObject } from '#shared/json.ts'
import type { Question } from './question.ts'

type FileReference = { file_id: string }

interface Asking {
  question: Question
  files: readonly FileReference[]
  session: string
}

/** @throws AppError invalid_input */
function chatInput({ question, files, session }: Asking): JsonObject {
  const { text, before, instructions, field } = question
  if (text.trim() === '') throw fieldError(field, 'Write a message with the files.')
  if (text.length > MESSAGE.characters)
    throw fieldError(field, `A message can have at most ${MESSAGE.characters.toLocaleString('en')} characters.`)
  if (files.length > MESSAGE.files) throw fieldError(field, `A message can have up to ${MESSAGE.files} files.`)
  // Right before the message, so that an agent that remembers few messages reads it too.
  const told = instructions === '' ? [] : [{ role: 'person', text: instructions, instructions: true }]
  return {
    message: text,
    session,
    history: [...fittingTurns(before), ...told],
    ...(files.length > 0 && { files: [...files] }),
  }
}

const takesFile = (schema: unknown): boolean => JSON.stringify(schema).includes('"file_id"')

const takesText = (schema: unknown): boolean =>
  isObject(schema) && schema.type === 'string' && schema.enum === undefined && schema.format === undefined

/** The field that one would type into: a required one first. */
function fieldFor(properties: JsonObject, required: readonly unknown[], fits: (schema: unknown) => boolean) {
  const fitting = Object.keys(properties).filter((name) => fits(properties[name]))
  return fitting.find((name) => required.includes(name)) ?? fitting[0]
}

function objectIn(text: string): JsonObject | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}

/** @throws AppError invalid_input for what no field takes */
function formInput({ question, files }: Asking, properties: JsonObject, required: readonly unknown[]): JsonObject {
  const { text, field } = question
  const given = objectIn(text)
  const input: JsonObject = given ?? {}
  if (given === null && text.trim() !== '') {
    const name = fieldFor(properties, required, takesText)
    if (name === undefined)
      throw fieldError(field, `Send the input as a JSON object with ${Object.keys(properties).join(', ')}.`)
    input[name] = text
  }
  const [first, ...more] = files
  if (first === undefined) return input
  const name = fieldFor(properties, required, takesFile)
  if (name === undefined) throw fieldError(field, 'This agent takes no files.')
  const schema = properties[name]
  const isList = isObject(schema) && schema.type === 'array'
  if (!isList && more.length > 0) throw fieldError(field, 'This agent takes one file.')
  input[name] = isList ? [...files] : first
  return input
}

/** @param schema of what the agent asks for; null for a chat. @throws AppError invalid_input, not_runnable */
export function inputOf(schema: JsonObject | null, asking: Asking): JsonObject {
  const { properties, required } = schema ?? {}
  if (!isObject(properties) || Object.keys(properties).length === 0) return chatInput(asking)
  if (isObject(properties.message) && isObject(properties.history)) return chatInput(asking)
  return formInput(asking, properties as JsonObject, Array.isArray(required) ? required : [])
}

/** The refusal of an input in words of the request: its fields are those of the agent. */
export function inMessage(error: unknown, { field }: Question): never {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
  const reasons = error.problems.map(({ message }) => message).join('; ')
  throw fieldError(field, `The agent can’t be run on this message: ${reasons}`)
}
