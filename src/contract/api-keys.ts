/** Keys with which the programs of a person call the API. What a key may do stands in `key-scopes.ts`. */
import { z } from 'zod'
import { signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { API_KEYS, SCOPES } from './key-values.ts'
import { Timestamp } from './primitives.ts'

export const ApiKeyId = z.uuid().brand('ApiKeyId')
export type ApiKeyId = z.infer<typeof ApiKeyId>

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  /** How the key begins: enough to tell it from the others, of no use to anybody else. */
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
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
    .min(1, 'Choose what the key may do')
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Name each scope once'),
  expires_in_days: z.number().int().min(1).max(API_KEYS.max_days).nullable().optional(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const apiKeyEndpoints = {
  listApiKeys: endpoint({
    method: 'GET',
    path: '/api/v1/api-keys',
    summary: 'The own API keys, newest first',
    access: signedIn,
    returns: z.object({ items: z.array(ApiKey), limit: z.number().int() }),
  }),
  createApiKey: endpoint({
    method: 'POST',
    path: '/api/v1/api-keys',
    summary: 'Make an API key; its secret is shown in this answer only',
    access: signedIn,
    body: NewApiKey,
    returns: z.object({ api_key: ApiKey, secret: z.string() }),
    errors: ['limit_reached'],
    success: 201,
  }),
  revokeApiKey: endpoint({
    method: 'DELETE',
    path: '/api/v1/api-keys/{id}',
    summary: 'Revoke an API key: the next call with it is refused',
    access: signedIn,
    params: z.object({ id: ApiKeyId }),
    returns: z.object({ id: ApiKeyId }),
    errors: ['not_found'],
  }),
}
