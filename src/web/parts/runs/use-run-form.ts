import { useState } from 'react'
import type { AgentSample } from '#contract/agents/agents.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { ApiError } from '#web/api/api-error.ts'
import { t } from '#web/lib/language.ts'
import {
  askedFields,
  chosenIn,
  collectInput,
  emptyValue,
  type FieldValue,
  type FormField,
  type FormShape,
  type FormValues,
  fieldProblem,
  type Given,
  placeGiven,
} from './form-shape.ts'
import { uploadOnce } from './start-run.ts'

export interface RunForm {
  shape: FormShape
  values: FormValues
  /** Of each group the field that is filled in. */
  chosen: readonly string[]
  asked: readonly FormField[]
  errors: Readonly<Record<string, string | undefined>>
  set: (name: string, value: FieldValue) => void
  choose: (group: readonly string[], name: string) => void
  /** Fills in a sample; a document it brings is fetched now and uploaded with the run. @throws Error */
  take: (sample: AgentSample) => Promise<void>
  /** Whether everything fits; otherwise says what does not and answers the first field in question. */
  check: () => { fits: boolean; first: string | null }
  /** The input, its files uploaded. @throws ApiError */
  input: () => Promise<JsonObject>
}

const empty = (shape: FormShape): FormValues =>
  Object.fromEntries(shape.fields.map((field) => [field.name, emptyValue(field)]))

/** The file behind an address of this site, under the name it has there. */
async function fetched(url: string): Promise<File> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(t('The sample couldn’t be loaded. Try again, or use your own document.'))
  const blob = await response.blob()
  return new File([blob], decodeURIComponent(url.split('/').at(-1) ?? 'sample'), { type: blob.type })
}

/** What an input looks like in its form. */
function valuesOf(shape: FormShape, input: JsonObject): FormValues {
  const given = Object.fromEntries(
    shape.fields.flatMap((field): [string, FieldValue][] => {
      const value = input[field.name]
      // What names a stored document cannot stand in the field of one that is to be chosen.
      if (value === undefined || value === null || field.kind === 'file') return []
      if (field.kind === 'knowledge') return [[field.name, chosenIn(value)]]
      if (typeof value === 'string' || typeof value === 'boolean') return [[field.name, value]]
      return [[field.name, typeof value === 'number' ? String(value) : JSON.stringify(value, null, 2)]]
    }),
  )
  return { ...empty(shape), ...given }
}

/** Of each group the field that has a value, else its first. */
const filledOf = (shape: FormShape, given: object): string[] =>
  shape.groups.map((group) => group.find((name) => given[name as keyof typeof given]) ?? group[0] ?? '')

/**
 * What is entered into the form of a run. Nothing typed is lost by choosing the other field of a group.
 * @param begin an input it opens with
 * @param given a document or a text that was brought before the form was open
 */
export function useRunForm(shape: FormShape, begin: JsonObject = {}, given: Given = {}): RunForm {
  const [placed] = useState(() => placeGiven(shape, given))
  const [values, setValues] = useState<FormValues>(() => ({ ...valuesOf(shape, begin), ...placed }))
  const [chosen, setChosen] = useState<readonly string[]>(() => filledOf(shape, { ...begin, ...placed }))
  const [errors, setErrors] = useState<RunForm['errors']>({})
  const asked = askedFields(shape, chosen)
  const problem = (field: FormField, value: FieldValue | undefined) =>
    fieldProblem(field, value, field.required || chosen.includes(field.name))
  /** What is wrong with a file is said at its field. */
  const refusedFile = (file: File, error: unknown): never => {
    const field = asked.find(({ name }) => values[name] === file)
    const message = error instanceof ApiError ? (error.problems[0]?.message ?? error.message) : null
    if (field && message !== null) setErrors({ ...errors, [field.name]: message })
    throw error
  }
  return {
    shape,
    values,
    chosen,
    asked,
    errors,
    set: (name, value) => {
      setValues({ ...values, [name]: value })
      const field = shape.fields.find((one) => one.name === name)
      if (field && errors[name]) setErrors({ ...errors, [name]: problem(field, value) })
    },
    choose: (group, name) => {
      setChosen([...chosen.filter((one) => !group.includes(one)), name])
      setErrors({})
    },
    take: async (sample) => {
      const file = sample.file && { [sample.file.field]: await fetched(sample.file.url) }
      const given = { ...valuesOf(shape, sample.input), ...file }
      setValues(given)
      setErrors({})
      setChosen(filledOf(shape, given))
    },
    check: () => {
      const found = asked.map((field) => [field.name, problem(field, values[field.name])] as const)
      setErrors(Object.fromEntries(found))
      const first = found.find(([, error]) => error !== undefined)
      return { fits: first === undefined, first: first?.[0] ?? null }
    },
    input: () => collectInput(asked, values, (file) => uploadOnce(file).catch((error) => refusedFile(file, error))),
  }
}
