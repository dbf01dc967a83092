/** The operator's model, from the environment. Its host may be private: naming it here is what allows it. */
import { z } from 'zod'
import { COUNTRIES } from '#contract/core/countries.ts'
import { type ModelProvider, PROVIDER_IDS, providerOf } from '#contract/workflows/model-providers.ts'
import { variable } from '#server/gateways/variable.ts'

/** The model the operator's configuration names. */
export interface EnvironmentModel {
  provider: string
  base_url: string
  model: string
  api_key: string | null
  /** Paise per million tokens. */
  input_price: number | null
  output_price: number | null
  /** Where it processes data (ISO 3166); null where the operator hasn't said. */
  country: string | null
}

export interface ModelVariables {
  MODEL_PROVIDER?: string | undefined
  MODEL_BASE_URL?: string | undefined
  MODEL_NAME?: string | undefined
  MODEL_API_KEY?: string | undefined
  MODEL_INPUT_PRICE?: number | undefined
  MODEL_OUTPUT_PRICE?: number | undefined
  MODEL_COUNTRY?: string | undefined
}

/** Of the environment: prices in rupees per million tokens. */
export const MODEL_VARIABLES = {
  MODEL_PROVIDER: variable(
    {
      what: 'A language model for all users: `openai`, `anthropic`, `google`, `mistral`, `groq`, `openrouter`, `deepseek`, `together`, `ollama`, or `custom` with an address; see [models](/docs/models).',
      otherwise: '`custom`',
    },
    z.enum(PROVIDER_IDS as [ModelProvider, ...ModelProvider[]]).optional(),
  ),
  MODEL_BASE_URL: variable(
    {
      what: 'The address of an OpenAI-compatible server. Its host may be private, for this model only.',
      otherwise: 'the provider’s',
    },
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  MODEL_NAME: variable('The model, as its provider calls it.', z.string().max(200).optional()),
  MODEL_API_KEY: variable('The key, if the provider asks for one.', z.string().max(4000).optional()),
  MODEL_INPUT_PRICE: variable(
    'Rupees per million input tokens, for costs and budgets. Required with `MODEL_API_KEY`; 0 if the model is free.',
    z.coerce.number().min(0).max(100_000).optional(),
  ),
  MODEL_OUTPUT_PRICE: variable('Rupees per million output tokens.', z.coerce.number().min(0).max(100_000).optional()),
  MODEL_COUNTRY: variable(
    {
      what: 'The country where the model processes data, as a code of ISO 3166 such as `IN`. Data policies that allow some countries only go by it.',
      otherwise: 'unknown',
    },
    z.enum(COUNTRIES).optional(),
  ),
}

const wrong = (variable: string, message: string) =>
  new Error(`The configuration is not valid:\n  ${variable}: ${message}`)

const paise = (rupees: number | undefined): number | null => (rupees === undefined ? null : Math.round(rupees * 100))

/** @returns null when none is named. @throws Error naming the variable that is missing */
export function modelSettings(e: ModelVariables): EnvironmentModel | null {
  const { MODEL_PROVIDER: provider = 'custom', MODEL_NAME: model, MODEL_API_KEY: api_key = null } = e
  const given = Object.values(e).some((value) => value !== undefined)
  if (!given) return null
  if (model === undefined) throw wrong('MODEL_NAME', 'the name of the model, as its provider calls it')
  const base_url = (e.MODEL_BASE_URL ?? providerOf(provider)?.base_url ?? '').replace(/\/+$/, '')
  if (base_url === '') throw wrong('MODEL_BASE_URL', 'the address of the model server, or name a MODEL_PROVIDER')
  if (providerOf(provider)?.key && api_key === null) throw wrong('MODEL_API_KEY', `${provider} needs an API key`)
  // A provider that requires a key is paid; without a price its cost would be unlimited.
  for (const name of ['MODEL_INPUT_PRICE', 'MODEL_OUTPUT_PRICE'] as const)
    if (api_key !== null && e[name] === undefined)
      throw wrong(
        name,
        'what a million tokens cost, in rupees, or 0 where nobody is paid: without it there is no bound',
      )
  const [input_price, output_price] = [paise(e.MODEL_INPUT_PRICE), paise(e.MODEL_OUTPUT_PRICE)]
  return { provider, base_url, model, api_key, input_price, output_price, country: e.MODEL_COUNTRY ?? null }
}

/** `host:port` of the operator's model, as the guarded way out allows it. */
export function hostOf({ base_url }: Pick<EnvironmentModel, 'base_url'>): string {
  const { hostname, port, protocol } = new URL(base_url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
