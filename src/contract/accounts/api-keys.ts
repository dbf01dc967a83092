/** Keys with which a person's programs call the API. `key-scopes.ts` defines what a key may do. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { API_KEYS, parseOrigin, SCOPES } from './key-values.ts'

export const ApiKeyId = z.uuid().brand('ApiKeyId')
export type ApiKeyId = z.infer<typeof ApiKeyId>

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  /** How the key begins: enough to tell it from the others, of no use to anybody else. */
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** The only sites whose pages may call with it; null for all. */
  allowed_origins: z.array(z.string()).nullable(),
  created_at: Timestamp,
  /** Null never ends. */
  expires_at: Timestamp.nullable(),
  /** To the minute; null when it was never used. */
  last_used_at: Timestamp.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.strictObject({
  name: z
    .string()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'Remove control characters')
    .trim()
    .min(1, 'Name is required')
    .max(API_KEYS.name_chars),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1, 'Choose at least one scope')
    .max(SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Each scope can appear only once'),
  /** Pages of these sites may call with it, and of no other one; null or absent for all. */
  allowed_origins: z
    .array(
      z
        .string()
        .trim()
        .max(API_KEYS.origin_chars)
        .refine((text) => parseOrigin(text) !== null, 'Enter the address of a website, such as https://clinic.example'),
    )
    .min(1)
    .max(API_KEYS.origins)
    .nullable()
    .optional(),
  expires_in_days: z.number().int().min(1).max(API_KEYS.max_days).nullable().optional(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const apiKeyEndpoints = {
  listApiKeys: endpoint({
    method: 'GET',
    path: '/api/v1/api-keys',
    access: signedIn,
    query: wholeList(API_KEYS.per_user),
    returns: listOf(ApiKey),
  }),
  createApiKey: endpoint({
    method: 'POST',
    path: '/api/v1/api-keys',
    access: signedIn,
    body: NewApiKey,
    returns: z.object({ api_key: ApiKey, secret: z.string() }),
    errors: ['limit_reached'],
    success: 201,
  }),
  revokeApiKey: endpoint({
    method: 'DELETE',
    path: '/api/v1/api-keys/{id}',
    access: signedIn,
    params: z.object({ id: ApiKeyId }),
    returns: z.object({ id: ApiKeyId }),
    errors: ['not_found'],
  }),
}
