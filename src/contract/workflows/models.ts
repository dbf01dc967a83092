/** Language models: the operator's, available to all users, and each user's own. Keys are write-only. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { COUNTRIES } from '#contract/core/countries.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { MODEL_LIMITS } from './model-limits.ts'
import { type ModelProvider, PROVIDER_IDS } from './model-providers.ts'

const ModelId = z.uuid().brand('ModelId')
export type ModelId = z.infer<typeof ModelId>
/** As nodes name a model: its id, or `environment` for the one in the operator's configuration. */
const ModelName = z.union([z.uuid(), z.literal('environment')])

const SCOPES = ['own', 'operator'] as const
export type ModelScope = (typeof SCOPES)[number]

/** Paise per million tokens, in whole paise. ₹1 per million tokens is one micro-rupee per token. */
const Price = z.number().int().min(0).max(MODEL_LIMITS.price_paise).nullable()

export const Model = z.object({
  id: ModelName,
  scope: z.enum(SCOPES),
  name: z.string(),
  provider: z.string(),
  /** As the provider calls it. */
  model: z.string(),
  /** Null where the caller may not change the model. */
  base_url: z.string().nullable(),
  has_key: z.boolean(),
  /** The last characters of the key, for those who may change it. */
  key_hint: z.string().nullable(),
  input_price: Price,
  output_price: Price,
  /** Where it processes data, as its owner says (ISO 3166); null where they haven’t. */
  country: z.string().nullable(),
  /** Whether the caller may change and try it. */
  editable: z.boolean(),
  created_at: Timestamp.nullable(),
})
export type Model = z.infer<typeof Model>

export const ModelSettings = z.object({
  default_model: ModelName.nullable(),
  fallback_model: ModelName.nullable(),
  /** What a day (UTC) may use; null for no limit. */
  daily_tokens: z.number().int().nullable(),
  daily_paise: z.number().int().nullable(),
})
export type ModelSettings = z.infer<typeof ModelSettings>

const Used = z.object({
  calls: z.number().int(),
  tokens: z.number().int(),
  /** Micro-rupees: ₹1 is 1,000,000. */
  cost_micros: z.number().int(),
})

const line = (most: number) =>
  z
    .string()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'Remove control characters')
    .trim()
    .max(most)

const Address = z
  .url({ protocol: /^https?$/, error: 'Enter a complete address, for example https://api.example.com/v1' })
  .max(2000)
  .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'Remove everything after ? or #, and before @')

const ApiKey = z
  .string()
  .trim()
  .min(1, 'Enter the key')
  .max(4000)
  .regex(/^[!-~]*$/, 'A key can’t contain spaces or accented letters')

export const NewModel = z.strictObject({
  scope: z.enum(SCOPES).optional(),
  name: line(MODEL_LIMITS.name_chars).min(1, 'Name is required'),
  provider: z.enum(PROVIDER_IDS as [ModelProvider, ...ModelProvider[]], 'Choose a provider'),
  /** The provider's own when left out. */
  base_url: Address.optional(),
  model: line(200).min(1, 'Enter the name of the model'),
  api_key: ApiKey.optional(),
  input_price: Price.optional(),
  output_price: Price.optional(),
  /** Where it processes data (ISO 3166). */
  country: z.enum(COUNTRIES, 'Choose a country').nullable().optional(),
})
export type NewModel = z.infer<typeof NewModel>

/** What is left out stays; `api_key: null` takes the key away. */
export const ModelChange = NewModel.omit({ scope: true }).partial().extend({ api_key: ApiKey.nullable().optional() })
export type ModelChange = z.infer<typeof ModelChange>

export const NewModelSettings = z.strictObject({
  scope: z.enum(SCOPES).optional(),
  default_model: ModelName.nullable(),
  fallback_model: ModelName.nullable(),
  daily_tokens: z.number().int().min(0).max(MODEL_LIMITS.daily_tokens).nullable(),
  daily_paise: z.number().int().min(0).max(MODEL_LIMITS.daily_paise).nullable(),
})
export type NewModelSettings = z.infer<typeof NewModelSettings>

const Tried = z.object({
  ok: z.boolean(),
  /** From asking to the end of the answer. */
  latency_ms: z.number().int(),
  /** As the provider calls it. */
  model: z.string(),
  text: z.string(),
  tokens: z.number().int(),
  cost_micros: z.number().int().describe('Micro-rupees without GST: ₹1 is 1,000,000.'),
  error: z
    .object({ code: z.string(), message: z.string(), field: z.string().nullable() })
    .nullable()
    .describe('Null when it answered.'),
})

export const modelEndpoints = {
  listModels: endpoint({
    method: 'GET',
    path: '/api/v1/models',
    access: signedIn,
    query: wholeList(),
    returns: listOf(Model).extend({
      settings: ModelSettings,
      /** For a super admin. */
      operator_settings: ModelSettings.nullable(),
      /** Of today (UTC): over own models, and over the operator's. */
      used: z.object({ own: Used, operator: Used }),
    }),
  }),
  createModel: endpoint({
    method: 'POST',
    path: '/api/v1/models',
    access: signedIn,
    body: NewModel,
    returns: Model,
    errors: ['limit_reached'],
    success: 201,
  }),
  updateModel: endpoint({
    method: 'PUT',
    path: '/api/v1/models/{id}',
    access: signedIn,
    params: z.object({ id: ModelId }),
    body: ModelChange,
    returns: Model,
    errors: ['not_found'],
  }),
  deleteModel: endpoint({
    method: 'DELETE',
    path: '/api/v1/models/{id}',
    access: signedIn,
    params: z.object({ id: ModelId }),
    returns: z.object({ id: ModelId }),
    errors: ['not_found'],
  }),
  testModel: endpoint({
    method: 'POST',
    path: '/api/v1/models/{id}/test',
    access: signedIn,
    params: z.object({ id: ModelName }),
    returns: Tried,
    errors: ['not_found', 'too_many_requests'],
    timeout: 30_000,
  }),
  setModelSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/model-settings',
    access: signedIn,
    body: NewModelSettings,
    returns: ModelSettings,
  }),
}
