/** The parts of n8n's AI nodes that become settings of ours: which model answers, and the form of its answer. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'
import type { Folded, OpenSlot } from './mapped.ts'
import type { Step } from './read.ts'
import { wanted } from './schema-of.ts'
import type { StepReader } from './step-reader.ts'

const number = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= least ? Math.min(most, value) : undefined

/** What the file calls the model: `gpt-4o-mini (OpenAi)`. */
function nameOf({ parameters, type, name }: Step): string {
  const maker = type.replace(/^lc:(?:lmChat|lm)?/, '')
  const model =
    readTextAt(parameters, 'model', 'value') ??
    readTextAt(parameters, 'model') ??
    readTextAt(parameters, 'modelName') ??
    readTextAt(parameters, 'modelId', 'value') ??
    ''
  return (model === '' || model.startsWith('=') ? `${name} (${maker})` : `${model} (${maker})`).slice(0, 120)
}

export interface ModelParts {
  settings: JsonObject
  slots: OpenSlot[]
  folded: Folded[]
}

/** The models that hang on a step, or the step itself where it is the model. The second one answers when the first one fails. */
export function modelOf(reader: StepReader): ModelParts {
  const models = reader.parts.filter(({ kind }) => kind === 'ai_languageModel').map(({ step }) => step)
  const [first = reader.step, second] = models
  const tokens = number(readAt(first.parameters, 'options', 'maxTokens'), 16, 32_000)
  const fields = ['model', 'fallback_model']
  return {
    settings: tokens === undefined ? {} : { max_output_tokens: Math.round(tokens) },
    slots: [first, ...(second ? [second] : [])].map((step, index) => ({
      field: fields[index] ?? 'model',
      type: 'model',
      name: nameOf(step),
    })),
    folded: models.slice(0, 2).map(({ name }) => ({ name, how: 'mapped' })),
  }
}

export const temperatureOf = (reader: StepReader): JsonObject => {
  const model = reader.parts.find(({ kind }) => kind === 'ai_languageModel')?.step
  const temperature = number(readAt(model?.parameters, 'options', 'temperature'), 0, 2)
  return temperature === undefined ? {} : { temperature }
}

/** The form of the answer: a parser, or one behind the parser that repairs. Repairing ill-formed answers is what our models do anyway. */
export function formOf(reader: StepReader): { schema: JsonObject | null; folded: Folded[] } {
  const folded: Folded[] = []
  let schema: JsonObject | null = null
  const read = (parts: StepReader['parts'], depth: number): void => {
    for (const { kind, step } of parts) {
      const helps = kind === 'ai_languageModel' && depth > 0
      if (kind !== 'ai_outputParser' && !helps) continue
      folded.push({ name: step.name, how: 'mapped' })
      if (helps) continue
      schema ??= step.type === 'lc:outputParserItemList' ? LIST : wanted(step.parameters)
      if (depth < 3) read(reader.partsOf(step), depth + 1)
    }
  }
  read(reader.parts, 0)
  return { schema, folded }
}

const LIST: JsonObject = { type: 'array', items: { type: 'string' } }
