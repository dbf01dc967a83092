/** What a person's workflows sign in with elsewhere. What is secret goes in and never comes out. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, recordOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { CREDENTIAL_TYPE_NAMES, ENTERED_TYPE_NAMES } from './credential-types.ts'
import { CREDENTIAL_USES } from './credential-uses.ts'

export const CREDENTIALS = { per_user: 100, name_chars: 80, fields: 50 } as const

export const CredentialId = z.uuid().brand('CredentialId')
export type CredentialId = z.infer<typeof CredentialId>

export const Credential = z.object({
  id: CredentialId,
  type: z.enum(CREDENTIAL_TYPE_NAMES),
  /** The app of an app account; null for all other types. */
  connector: z.string().nullable(),
  name: z.string(),
  /** What is not secret, by the names of `CREDENTIAL_TYPES`. */
  shown: z.record(z.string(), z.string()),
  /** The last four characters, where a secret is long enough to tell them. */
  last_four: z.string().nullable(),
  /**
   * `connecting`: its owner has not agreed at the service yet. `reconnect`: the service takes it no longer. `unreadable`: it was
   * encrypted with a key this installation does not have any more.
   */
  status: z.enum(['ready', 'connecting', 'reconnect', 'unreadable']),
  used_by: z
    .array(z.object({ kind: z.enum(CREDENTIAL_USES), id: z.uuid(), name: z.string() }))
    .describe(
      'The owner’s workflows that name it, their agents whose published version does, agents of others that it is lent to, and MCP servers that are reached with it.',
    ),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** To the minute; null when it was never used. */
  last_used_at: Timestamp.nullable(),
})
export type Credential = z.infer<typeof Credential>

export const CredentialName = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'Remove control characters')
  .trim()
  .min(1, 'Name is required')
  .max(CREDENTIALS.name_chars)
/** Checked further by the type's own table. */
export const CredentialFields = recordOf(z.string().max(60), z.string().max(8000), CREDENTIALS.fields)

export const NewCredential = z.strictObject({
  type: z.enum(ENTERED_TYPE_NAMES),
  name: CredentialName,
  fields: CredentialFields,
})
export type NewCredential = z.infer<typeof NewCredential>

/** `fields` replaces all of them: a secret that stays is entered again, so that nobody can send it elsewhere by changing the rest. */
export const CredentialChange = z
  .strictObject({ name: CredentialName.optional(), fields: CredentialFields.optional() })
  .refine(({ name, fields }) => name !== undefined || fields !== undefined, 'Send at least one field to change')
export type CredentialChange = z.infer<typeof CredentialChange>

const params = z.object({ id: CredentialId })

export const credentialEndpoints = {
  listCredentials: endpoint({
    method: 'GET',
    path: '/api/v1/credentials',
    access: signedIn,
    query: wholeList(CREDENTIALS.per_user),
    returns: listOf(Credential).extend({
      /** Whether this installation is known to Google, so that Gmail can be connected. */
      gmail: z.boolean(),
      /** What a service that is connected by OAuth 2.0 has to be told. */
      redirect_url: z.string(),
    }),
  }),
  createCredential: endpoint({
    method: 'POST',
    path: '/api/v1/credentials',
    access: signedIn,
    body: NewCredential,
    returns: z.object({ credential: Credential }),
    errors: ['limit_reached', 'way_not_offered'],
    success: 201,
  }),
  updateCredential: endpoint({
    method: 'PUT',
    path: '/api/v1/credentials/{id}',
    access: signedIn,
    params,
    body: CredentialChange,
    returns: z.object({ credential: Credential }),
    errors: ['not_found'],
  }),
  deleteCredential: endpoint({
    method: 'DELETE',
    path: '/api/v1/credentials/{id}',
    access: signedIn,
    params,
    query: z.object({ even_if_used: z.stringbool().default(false) }),
    returns: z.object({ id: CredentialId }),
    errors: ['not_found', 'credential_in_use'],
  }),
  testCredential: endpoint({
    method: 'POST',
    path: '/api/v1/credentials/{id}/test',
    access: signedIn,
    params,
    returns: z.object({ works: z.boolean(), message: z.string() }),
    errors: ['not_found', 'not_testable', 'too_many_requests'],
    timeout: 20_000,
  }),
  connectCredential: endpoint({
    method: 'POST',
    path: '/api/v1/credentials/{id}/connect',
    access: signedIn,
    params,
    returns: z.object({ url: z.string() }),
    errors: ['not_found', 'way_not_offered', 'not_testable', 'unavailable'],
    timeout: 20_000,
  }),
}
