/** Settings of nodes that ask a model, and how they ask it. */
import { z } from 'zod'
import { credentialField } from '#nodes/credential-field.ts'
import type { ModelAnswer, ModelRequest } from '#nodes/model-port.ts'
import type { NodeContext } from '#nodes/node.ts'

/** What a run is given must not choose who is asked or what it may cost: no expressions here. */
const fixed = { expression: 'none' } as const

const modelName = (title: string, help: string) =>
  z
    .union([z.uuid(), z.literal('environment')], 'Choose a model')
    .optional()
    .describe(help)
    .meta({ title, widget: 'model', ...fixed })

export const MODEL_SETTINGS = {
  model: modelName(
    'Model',
    'The model to use. Leave empty to use the default of the person who runs the workflow if their models can be used, otherwise the operator’s.',
  ),
  fallback_model: modelName('Fallback model', 'Used when the first model fails.'),
  credential: credentialField(['openai_compatible'], 'Your own model server instead.', 'Model server'),
  max_output_tokens: z
    .number()
    .int()
    .min(16)
    .max(32_000)
    .default(1_024)
    .describe('Maximum length of the answer.')
    .meta({ title: 'Maximum answer length (tokens)', ...fixed }),
  max_tokens: z
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .optional()
    .describe('Maximum number of tokens for this step in one run, over all its calls.')
    .meta({ title: 'Budget (tokens)', ...fixed }),
  max_cost_paise: z
    .number()
    .int()
    .min(1, 'Enter an amount above ₹0, such as 500 or 12.50')
    .max(10_000_000, 'Enter at most ₹1,00,000')
    .optional()
    .describe('Maximum cost of this step in one run.')
    .meta({ title: 'Budget (₹)', widget: 'rupees', ...fixed }),
}

export const TEMPERATURE = z
  .number()
  .min(0)
  .max(2)
  .optional()
  .describe('0 gives the same answer every time, 1 the most varied. Leave empty for the model’s default.')
  .meta({ title: 'Temperature' })

export const ALLOWED_HOSTS = z
  .array(z.string().min(1).max(255))
  .max(100)
  .default([])
  .describe('Hosts that the answer can link to. Other links and all images are removed.')
  .meta({ title: 'Allowed links', ...fixed })

/** What the settings of every such node hold. */
export interface ModelChoice {
  model?: string | undefined
  fallback_model?: string | undefined
  credential?: string | undefined
  max_output_tokens: number
  max_tokens?: number | undefined
  max_cost_paise?: number | undefined
}

const MICROS_PER_PAISA = 10_000
/** As much of the text as a line of progress shows. */
const TAIL = 160
/** Characters of the answer in each message to those who follow the run: enough to make up for some that were lost. */
const WRITTEN = 800

type Asking = Pick<NodeContext<unknown>, 'model' | 'run' | 'signal' | 'progress'>
type Wanted = Pick<ModelRequest, 'messages' | 'schema' | 'tools' | 'temperature'> & { max_output_tokens?: number }

/** Asks the model the settings name, within their budget; what it writes shows live. @throws NodeError of `ModelPort` */
export function askModel(ctx: Asking & { config: ModelChoice }, wanted: Wanted, fraction = 0.5): Promise<ModelAnswer> {
  const { model, fallback_model, credential, max_output_tokens, max_tokens, max_cost_paise } = ctx.config
  const budget = {
    ...(max_tokens !== undefined && { max_tokens }),
    ...(max_cost_paise !== undefined && { max_cost_micros: max_cost_paise * MICROS_PER_PAISA }),
  }
  const request: ModelRequest = {
    max_output_tokens,
    ...wanted,
    ...(model && { model }),
    ...(fallback_model && { fallback_model }),
    ...(credential && { credential }),
    ...(Object.keys(budget).length > 0 && { budget }),
  }
  let text = ''
  return ctx.model.generate(request, ctx.run.as, ctx.signal, (piece) => {
    text += piece
    const at = Math.max(0, text.length - WRITTEN)
    ctx.progress(fraction, text.slice(-TAIL).replace(/\s+/g, ' '), { at, text: text.slice(at) })
  })
}

/** What every answer says of how it came about. */
export const USED = {
  model: z.string().nullable(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
}
export const describeUse = ({ model, usage }: Pick<ModelAnswer, 'model' | 'usage'>) => ({
  model,
  input_tokens: usage.input_tokens,
  output_tokens: usage.output_tokens,
})
export const UNUSED = { model: null, input_tokens: 0, output_tokens: 0 }

/** Time for retries and long answers. */
export const MODEL_TIMEOUT_MS = 300_000
