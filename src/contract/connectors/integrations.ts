/** Apps from outside and their actions (§7, integrations): the catalogue, documents that people added, MCP servers and pieces. */
import { z } from 'zod'
import { Credential, CredentialFields, CredentialId, CredentialName } from '#contract/accounts/credentials.ts'
import { APP_TRIGGER_KINDS } from '#contract/connectors/app-trigger-values.ts'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  ExecutionId,
  Json,
  JsonObject,
  listOf,
  listQuery,
  page,
  Timestamp,
  wholeList,
} from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { ACTION_EFFECTS, INTEGRATION_SOURCES } from './integration-values.ts'

/** Of the catalogue a plain name; `api-…` an added document, `mcp-…` a server, `piece-…` a piece. */
export const IntegrationId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'Use the id of an app')
/** Of the app's own triggers a plain name; `watch.` and the id of an action for a list that is watched. */
export const AppTriggerId = z.string().regex(/^[a-z0-9_][a-z0-9_.-]{0,139}$/i, 'Use the id of a trigger')
export const ActionId = z.string().regex(/^[a-z0-9_][a-z0-9_.-]{0,127}$/i, 'Use the id of an action')

const Logo = z.object({
  /** The `d` of an SVG path in 24 × 24. */
  path: z.string(),
  /** Six hexadecimal digits. */
  colour: z.string(),
})

const ActionSummary = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** The heading it is listed under; empty for none. */
  group: z.string(),
  effect: z.enum(ACTION_EFFECTS),
})
export type ActionSummary = z.infer<typeof ActionSummary>

const TriggerSummary = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  group: z.string(),
  /** `polling`: the app is asked again and again. `webhook`: it tells us, at an address per trigger. `event`: at one address for all. */
  kind: z.enum(APP_TRIGGER_KINDS),
})
export type TriggerSummary = z.infer<typeof TriggerSummary>

const TriggerMatch = TriggerSummary.pick({ id: true, title: true })
export type TriggerMatch = z.infer<typeof TriggerMatch>

const ActionMatch = ActionSummary.pick({ id: true, title: true, effect: true })
export type ActionMatch = z.infer<typeof ActionMatch>

export const IntegrationSummary = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.enum(INTEGRATION_SOURCES),
  /** Who runs the service. */
  provider: z.string(),
  version: z.string(),
  categories: z.array(z.string()),
  logo: Logo.nullable(),
  /** From our catalogue or approved by the operator. */
  verified: z.boolean(),
  /** `added`: by the caller, who alone sees it. */
  status: z.enum(['available', 'added']),
  /** How many actions it has. */
  actions: z.number().int(),
  /** The caller's accounts at it. */
  accounts: z.number().int(),
  /** The actions that fit the search best, at most three; none without a search. */
  matches: z.array(ActionMatch),
  /** The triggers that fit the search best, at most three. */
  trigger_matches: z.array(TriggerMatch),
})
export type IntegrationSummary = z.infer<typeof IntegrationSummary>

const SignInField = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  secret: z.boolean(),
  required: z.boolean(),
  kind: z.enum(['text', 'url', 'number', 'hosts', 'lines', 'choice']),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  placeholder: z.string().optional(),
  /** At most so many characters. */
  max: z.number().int(),
})

export const SignInWay = z.object({
  id: z.string(),
  title: z.string(),
  /** `oauth2`: the person agrees on the page of the service. `fields`: what is asked for is entered. */
  type: z.enum(['oauth2', 'fields']),
  /** What is asked for: parts of the address, and of `oauth2` the person's own client where the operator registered none. */
  fields: z.array(SignInField),
  scopes: z.array(z.object({ name: z.string(), title: z.string() })),
  /** Whether the operator registered this installation at the service. Always true of `fields`. */
  registered: z.boolean(),
})
export type SignInWay = z.infer<typeof SignInWay>

/** What a person agrees to before using it. */
export const Permissions = z.object({
  hosts: z.array(z.string()),
  scopes: z.array(z.string()),
  effects: z.array(z.enum(ACTION_EFFECTS)),
  /** Labels of what is entered and kept secret. */
  secrets: z.array(z.string()),
})

export const Integration = IntegrationSummary.omit({ matches: true, trigger_matches: true }).extend({
  website: z.string().nullable(),
  licence: z.string().nullable(),
  sign_in: z.array(SignInWay),
  permissions: Permissions,
  /** The address to register at the service for `oauth2`. */
  redirect_url: z.string(),
  action_groups: z.array(z.object({ name: z.string(), actions: z.array(ActionSummary) })),
  /** What starts workflows. */
  triggers: z.array(TriggerSummary),
  /** Ids of the actions whose list can be watched, as the trigger `watch.` and the id. */
  watchable: z.array(z.string()),
  /** The caller's. */
  account_list: z.array(Credential),
})
export type Integration = z.infer<typeof Integration>

export const IntegrationAction = ActionSummary.extend({
  integration: z.object({ id: z.string(), name: z.string(), logo: Logo.nullable() }),
  /** It may be tried again after an answer that was lost. */
  idempotent: z.boolean(),
  /**
   * JSON Schema (2020-12) of what it is given; references stay inside. `x-main`: what people fill in, in this order. `x-needed`: what is
   * required unless the other property, which it is a part of, is given. A required property with one possible value may be left out.
   */
  input_schema: JsonObject,
  /** JSON Schema of its answer; null when nothing is known. */
  output_schema: JsonObject.nullable(),
  /** An answer as an example; null when there is none. */
  sample: Json,
  /** It does nothing without an account. */
  needs_account: z.boolean(),
  /** Its answer is a page of a list: a step can ask for all of them. */
  has_pages: z.boolean(),
  permissions: Permissions,
  docs_url: z.string().nullable(),
})
export type IntegrationAction = z.infer<typeof IntegrationAction>

export const IntegrationTrigger = TriggerSummary.extend({
  integration: z.object({ id: z.string(), name: z.string(), logo: Logo.nullable() }),
  /** JSON Schema (2020-12) of what is watched. */
  input_schema: JsonObject,
  /** What a workflow is given, as an example; null when there is none. */
  sample: Json,
  needs_account: z.boolean(),
  /** Pointers (RFC 6901) that may identify an item of a watched list, the likeliest first; empty for a trigger of the app's own. */
  identities: z.array(z.string()),
  /** What has to be done at the service by hand; null where nothing has. */
  setup: z.string().nullable(),
})
export type IntegrationTrigger = z.infer<typeof IntegrationTrigger>

/** How a call went. What the service refused is told here, not as an error of the request. */
export const ActionResult = z.object({
  status: z.enum(['succeeded', 'failed']),
  /** What the service answered; null when it failed. */
  output: Json,
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      /** The setting it is about; null when it is about none. */
      field: z.string().nullable(),
      /** Asking again later may work. */
      retryable: z.boolean(),
    })
    .nullable(),
  /** ms */
  took_ms: z.number().int(),
})
export type ActionResult = z.infer<typeof ActionResult>

export const AppCall = z.object({
  id: z.uuid(),
  integration: z.string(),
  /** Null for an app that is gone. */
  integration_name: z.string().nullable(),
  action: z.string(),
  /** Null for an action that is gone. */
  action_title: z.string().nullable(),
  effect: z.enum(ACTION_EFFECTS),
  account: z.object({ id: CredentialId, name: z.string() }).nullable(),
  /** The run that made it; null for a direct call. */
  execution_id: z.uuid().nullable(),
  /** Where the request went; null when none was sent. */
  host: z.string().nullable(),
  /** The code of its error; null when it succeeded. */
  error: z.string().nullable(),
  requests: z.number().int(),
  /** ms */
  took_ms: z.number().int(),
  at: Timestamp,
})
export type AppCall = z.infer<typeof AppCall>

const AccountBody = z.strictObject({
  /** Which of the ways to sign in. */
  sign_in: z.string().max(60),
  name: CredentialName,
  fields: CredentialFields,
})
export type AccountBody = z.infer<typeof AccountBody>

const integration = z.object({ id: IntegrationId })
const account = z.object({ id: IntegrationId, account: CredentialId })
const trigger = z.object({ integration: IntegrationId, trigger: AppTriggerId })
const action = z.object({ integration: IntegrationId, action: ActionId })

export const IntegrationQuery = z.object({
  search_term: z.string().max(SERVER_LIMITS.search_chars).optional(),
  category: z.string().max(60).optional(),
  provider: z.string().max(80).optional(),
  source: z.enum(INTEGRATION_SOURCES).optional(),
  /** Only those at which the caller has an account. */
  connected: z.enum(['true', 'false']).optional(),
  ...listQuery(50, 200),
})
export type IntegrationQuery = z.output<typeof IntegrationQuery>

/** Where a document comes from. */
const ImportBody = z.union([
  z.strictObject({ name: CredentialName.optional(), url: z.url({ protocol: /^https?$/ }).max(2000) }),
  z.strictObject({ name: CredentialName.optional(), document: z.string().min(2) }),
])

export const integrationEndpoints = {
  importIntegration: endpoint({
    method: 'POST',
    path: '/api/v1/integrations',
    access: withPermission('workflows.create'),
    /** An OpenAPI 3, Swagger 2 or Google Discovery document, as JSON or YAML. One above 900 kB comes by its address. */
    body: ImportBody,
    returns: z.object({
      integration: Integration,
      /** Parts of the document that were left out, by JSON pointer (RFC 6901), and why. */
      left_out: z.array(z.object({ pointer: z.string(), message: z.string() })),
    }),
    errors: ['import_refused', 'limit_reached', 'too_many_requests', 'unavailable'],
    success: 201,
    timeout: 60_000,
  }),
  deleteIntegration: endpoint({
    method: 'DELETE',
    path: '/api/v1/integrations/{id}',
    access: withPermission('workflows.create'),
    params: integration,
    query: z.object({ even_if_used: z.stringbool().default(false) }),
    returns: z.object({ id: z.string() }),
    errors: ['not_found', 'integration_in_use'],
  }),
  listIntegrations: endpoint({
    method: 'GET',
    path: '/api/v1/integrations',
    access: signedIn,
    query: IntegrationQuery,
    returns: listOf(IntegrationSummary),
  }),
  getIntegration: endpoint({
    method: 'GET',
    path: '/api/v1/integrations/{id}',
    access: signedIn,
    params: integration,
    returns: Integration,
    errors: ['not_found'],
  }),
  listIntegrationCategories: endpoint({
    method: 'GET',
    path: '/api/v1/integrations/categories/list',
    access: signedIn,
    query: wholeList(),
    returns: z.object({ categories: z.array(z.object({ name: z.string(), integrations: z.number().int() })), ...page }),
  }),
  listIntegrationProviders: endpoint({
    method: 'GET',
    path: '/api/v1/integrations/providers/list',
    access: signedIn,
    query: wholeList(),
    returns: z.object({ providers: z.array(z.object({ name: z.string(), integrations: z.number().int() })), ...page }),
  }),
  getIntegrationStats: endpoint({
    method: 'GET',
    path: '/api/v1/integrations/stats/summary',
    access: signedIn,
    returns: z.object({
      total: z.number().int(),
      actions: z.number().int(),
      /** Apps at which the caller has an account. */
      connected: z.number().int(),
      by_source: z.record(z.string(), z.number().int()),
      by_category: z.record(z.string(), z.number().int()),
    }),
  }),
  getIntegrationAction: endpoint({
    method: 'GET',
    path: '/api/v1/integrations/{integration}/actions/{action}',
    access: signedIn,
    params: action,
    returns: IntegrationAction,
    errors: ['not_found'],
  }),
  getIntegrationTrigger: endpoint({
    method: 'GET',
    path: '/api/v1/integrations/{integration}/triggers/{trigger}',
    access: signedIn,
    params: trigger,
    returns: IntegrationTrigger,
    errors: ['not_found'],
  }),
  fetchTriggerSample: endpoint({
    method: 'POST',
    path: '/api/v1/integrations/{id}/triggers/{trigger}/sample',
    access: withPermission('workflows.create'),
    params: z.object({ id: IntegrationId, trigger: AppTriggerId }),
    body: z.strictObject({
      input: JsonObject,
      account: CredentialId.nullish(),
      /** For a watched list: what identifies an item. */
      identity: z.string().max(200).default(''),
    }),
    returns: ActionResult,
    errors: ['not_found', 'too_many_requests'],
    timeout: 70_000,
  }),
  createAppAccount: endpoint({
    method: 'POST',
    path: '/api/v1/integrations/{id}/accounts',
    access: signedIn,
    params: integration,
    body: AccountBody,
    /** Of `oauth2` it is `connecting`: the next call is POST /api/v1/credentials/{id}/connect. */
    returns: z.object({ account: Credential }),
    errors: ['not_found', 'limit_reached', 'way_not_offered'],
    success: 201,
  }),
  replaceAppAccount: endpoint({
    method: 'PUT',
    path: '/api/v1/integrations/{id}/accounts/{account}',
    access: signedIn,
    params: account,
    body: AccountBody,
    returns: z.object({ account: Credential }),
    errors: ['not_found', 'way_not_offered'],
  }),
  testAppAccount: endpoint({
    method: 'POST',
    path: '/api/v1/integrations/{id}/accounts/{account}/test',
    access: signedIn,
    params: account,
    returns: z.object({ works: z.boolean(), message: z.string() }),
    errors: ['not_found', 'not_testable', 'too_many_requests'],
    timeout: 20_000,
  }),
  runAction: endpoint({
    method: 'POST',
    path: '/api/v1/actions/{integration}/{action}',
    access: signedIn,
    params: action,
    body: z.strictObject({
      input: JsonObject,
      /** One of the caller's accounts at the app; the only one there is when left out. */
      account: CredentialId.nullish(),
    }),
    returns: ActionResult,
    errors: ['not_found', 'too_many_requests'],
    timeout: 70_000,
  }),
  listRunAppCalls: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/app-calls',
    access: signedIn,
    params: z.object({ id: ExecutionId }),
    query: z.object(listQuery(50)),
    returns: listOf(AppCall),
    errors: ['not_found'],
  }),
  listAppCalls: endpoint({
    method: 'GET',
    path: '/api/v1/integrations/{id}/calls',
    access: signedIn,
    params: integration,
    query: z.object(listQuery(50)),
    returns: listOf(AppCall),
    errors: ['not_found'],
  }),
}
