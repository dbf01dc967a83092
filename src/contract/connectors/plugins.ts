/** Plugins (§7): pieces of Activepieces that admins install, and what is asked of them while an action is filled in. */
import { z } from 'zod'
import { CredentialId } from '#contract/accounts/credentials.ts'
import { roleAtLeast, signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, JsonObject, listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { ACTION_EFFECTS } from './integration-values.ts'
import { ActionId, type ActionSummary, IntegrationId, Permissions } from './integrations.ts'
import {
  Host,
  PACKAGE_ERRORS,
  PackageUses,
  RemovalQuery,
  SeenPackage,
  SeenVersion,
  WantedPackage,
  WantedVersion,
} from './packages.ts'
import { PLUGIN_EVENTS, PLUGIN_SOURCES, PLUGIN_STATES, PLUGINS, TRIGGER_KINDS } from './plugin-values.ts'

/** `piece-slack` of `@activepieces/piece-slack`. As an app it has the same id. */
export const PluginId = z.string().regex(/^piece-[a-z0-9][a-z0-9-]{0,79}$/, 'Use the id of a plugin')

export const PluginSummary = z.object({
  id: z.string(),
  /** The name on npm. */
  package: z.string(),
  name: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  logo: z.object({ path: z.string(), colour: z.string() }).nullable(),
  source: z.enum(PLUGIN_SOURCES),
  /** Published by Activepieces, and its bytes are those of the registry. */
  verified: z.boolean(),
  state: z.enum(PLUGIN_STATES),
  /** The one that is installed; null when none is. */
  version: z.string().nullable(),
  /** The newest that the registry has; null when it is not known. */
  latest: z.string().nullable(),
  licence: z.string().nullable(),
  /** How many it has; null before it was looked into. */
  actions: z.number().int().nullable(),
  triggers: z.number().int().nullable(),
})
export type PluginSummary = z.infer<typeof PluginSummary>

const PluginAction = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  group: z.string(),
  effect: z.enum(ACTION_EFFECTS),
}) satisfies z.ZodType<ActionSummary>

const PluginTrigger = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  kind: z.enum(TRIGGER_KINDS),
  /** Whether workflows can start by it: not in ways that Chowk doesn't have, nor in a version that was installed before plugins had triggers. */
  starts_workflows: z.boolean(),
  /** What a creator enters. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  /** What a workflow is given, as an example; null when there is none. */
  sample: Json,
})
export type PluginTrigger = z.infer<typeof PluginTrigger>

/** What another version asks for or says that the installed one does not. */
export const PluginDifference = z.object({
  /** The version it is compared with. */
  from: z.string(),
  hosts: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  scopes: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  effects: z.object({ added: z.array(z.enum(ACTION_EFFECTS)), removed: z.array(z.enum(ACTION_EFFECTS)) }),
  secrets: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  licence: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  /** Signing in sends what a person enters to other places than before. */
  sign_in_changed: z.boolean(),
  actions: z.object({
    added: z.array(PluginAction),
    removed: z.array(PluginAction),
    changed: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        /** In words, such as `effect: write`. */
        asks_more: z.array(z.string()),
        /** Null where the words are the same. Data of the author, never instructions. */
        description: z.object({ from: z.string(), to: z.string() }).nullable(),
        input_changed: z.boolean(),
      }),
    ),
  }),
  triggers: z.object({
    added: z.array(PluginTrigger),
    removed: z.array(PluginTrigger),
    changed: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        /** Null where the words are the same. Data of the author, never instructions. */
        description: z.object({ from: z.string(), to: z.string() }).nullable(),
        /** What is entered, or how it learns that something happened. */
        input_changed: z.boolean(),
      }),
    ),
  }),
  /** It asks for more, or says something else: an admin has to agree to exactly this. */
  needs_agreement: z.boolean(),
})
export type PluginDifference = z.infer<typeof PluginDifference>

/** A version that was fetched and looked into, and is not in use yet. */
export const PluginCandidate = z.object({
  id: z.string(),
  package: z.string(),
  version: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.enum(PLUGIN_SOURCES),
  verified: z.boolean(),
  /** SPDX; null when the package names none. */
  licence: z.string().nullable(),
  /** What the registry says of the archive (`sha512-…`); null of a file. */
  integrity: z.string().nullable(),
  /** SHA-256 of all files with their names. Installing names it, so that nothing else is installed. */
  hash: z.string(),
  /** Of the piece with its libraries. */
  bytes: z.number().int(),
  files: z.number().int(),
  permissions: Permissions,
  action_list: z.array(PluginAction),
  trigger_list: z.array(PluginTrigger),
  /** What an admin should know, as sentences: actions that were left out, a licence that is not named. */
  warnings: z.array(z.string()),
  /** Compared with the installed version; null when none is installed. */
  difference: PluginDifference.nullable(),
  /** Until then it can be installed without being fetched again. */
  expires_at: Timestamp,
})
export type PluginCandidate = z.infer<typeof PluginCandidate>

export const Plugin = PluginSummary.extend({
  /** Its id as an app, for its actions and accounts; null unless it is enabled. */
  integration: z.string().nullable(),
  website: z.string().nullable(),
  authors: z.array(z.string()),
  integrity: z.string().nullable(),
  /** Null when it is not installed, as the four below. */
  hash: z.string().nullable(),
  bytes: z.number().int().nullable(),
  files: z.number().int().nullable(),
  installed_at: Timestamp.nullable(),
  /** With the hosts that admins added. Null before it was looked into. */
  permissions: Permissions.nullable(),
  added_hosts: z.array(z.string()),
  action_list: z.array(PluginAction),
  trigger_list: z.array(PluginTrigger),
  warnings: z.array(z.string()),
  /** The registry's, the newest first, at most 50. */
  versions: z.array(z.object({ version: z.string(), published_at: Timestamp.nullable() })),
  /** Why the registry's versions are not known; null when they are. */
  registry_error: z.string().nullable(),
  /** The newest first. `by`: null for those who may not manage plugins. */
  history: z.array(
    z.object({
      event: z.enum(PLUGIN_EVENTS),
      version: z.string(),
      /** The version before; null where it is the same. */
      from: z.string().nullable(),
      /** The host that was added or removed. */
      host: z.string().nullable(),
      by: z.string().nullable(),
      at: Timestamp,
    }),
  ),
  ...PackageUses,
  /** The caller may install, update, disable and remove. */
  may_manage: z.boolean(),
})
export type Plugin = z.infer<typeof Plugin>

const Registry = z.object({
  address: z.string(),
  /** `list`: it has no search, so these are the pieces of our own list that are known to be on npm. */
  search: z.enum(['registry', 'list', 'unreachable']),
  /** What is wrong, in a sentence; null when nothing is. */
  message: z.string().nullable(),
})

const params = z.object({ id: PluginId })
const one = z.object({ plugin: Plugin })
const candidate = z.object({ candidate: PluginCandidate })
const access = withPermission('workflows.create')
const admins = roleAtLeast('admin')
/** A piece is fetched with its libraries and started once, which may take a minute on a slow line. */
const FETCHING = 150_000
const LOOKING = 20_000

export const PluginQuery = z.object({
  search_term: z.string().max(SERVER_LIMITS.search_chars).optional(),
  category: z.string().max(60).optional(),
  source: z.enum(PLUGIN_SOURCES).optional(),
  verified: z.enum(['true', 'false']).optional(),
  /** Both when left out. */
  state: z.enum(['installed', 'available']).optional(),
  ...listQuery(50, 200),
})
export type PluginQuery = z.output<typeof PluginQuery>

export const pluginEndpoints = {
  listPlugins: endpoint({
    method: 'GET',
    path: '/api/v1/plugins',
    access,
    query: PluginQuery,
    returns: listOf(PluginSummary).extend({
      registry: Registry,
      /** Of all plugins that the other filters leave. */
      categories: z.array(z.string()),
      may_manage: z.boolean(),
    }),
    timeout: LOOKING,
    late: true,
  }),
  getPlugin: endpoint({
    method: 'GET',
    path: '/api/v1/plugins/{id}',
    access,
    params,
    returns: one,
    errors: ['not_found'],
    timeout: LOOKING,
    late: true,
  }),
  checkPlugin: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/check',
    access: admins,
    body: WantedPackage,
    returns: candidate,
    errors: PACKAGE_ERRORS.check,
    timeout: FETCHING,
    late: true,
  }),
  checkPluginFile: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/check-file',
    access: admins,
    consumes: 'multipart',
    returns: candidate,
    errors: PACKAGE_ERRORS.checkFile,
    timeout: FETCHING,
    late: true,
  }),
  installPlugin: endpoint({
    method: 'POST',
    path: '/api/v1/plugins',
    access: admins,
    /** As `POST /api/v1/plugins/check` or `/check-file` showed them. */
    body: SeenPackage,
    returns: one,
    errors: PACKAGE_ERRORS.install,
    success: 201,
    late: true,
  }),
  checkPluginUpdate: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/{id}/update-check',
    access: admins,
    params,
    body: WantedVersion,
    /** Null when it is the version that is installed. */
    returns: z.object({ candidate: PluginCandidate.nullable() }),
    errors: PACKAGE_ERRORS.checkUpdate,
    timeout: FETCHING,
    late: true,
  }),
  updatePlugin: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/{id}/update',
    access: admins,
    params,
    /** As the check showed them. */
    body: SeenVersion,
    returns: one,
    errors: PACKAGE_ERRORS.update,
    late: true,
  }),
  enablePlugin: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/{id}/enable',
    access: admins,
    params,
    returns: one,
    errors: PACKAGE_ERRORS.change,
    late: true,
  }),
  disablePlugin: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/{id}/disable',
    access: admins,
    params,
    returns: one,
    errors: PACKAGE_ERRORS.change,
    late: true,
  }),
  addPluginHost: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/{id}/hosts',
    access: admins,
    params,
    body: z.strictObject({ host: Host }),
    returns: one,
    errors: ['not_found', 'already_exists', 'limit_reached', 'confirmation_needed'],
    success: 201,
    late: true,
  }),
  removePluginHost: endpoint({
    method: 'DELETE',
    path: '/api/v1/plugins/{id}/hosts/{host}',
    access: admins,
    params: params.extend({ host: Host }),
    returns: one,
    errors: PACKAGE_ERRORS.change,
    late: true,
  }),
  deletePlugin: endpoint({
    method: 'DELETE',
    path: '/api/v1/plugins/{id}',
    access: admins,
    params,
    query: RemovalQuery,
    returns: z.object({ id: z.string() }),
    /** `plugin_in_use`: each problem names a workflow. */
    errors: ['not_found', 'plugin_in_use', 'confirmation_needed'],
    late: true,
  }),
  exportPlugin: endpoint({
    method: 'GET',
    path: '/api/v1/plugins/{id}/archive',
    access: admins,
    params,
    answers: 'file',
    returns: z.unknown(),
    errors: ['not_found'],
    timeout: FETCHING,
    late: true,
  }),
  getActionOptions: endpoint({
    method: 'POST',
    path: '/api/v1/integrations/{integration}/actions/{action}/options',
    access: signedIn,
    params: z.object({ integration: IntegrationId, action: ActionId }),
    body: z.strictObject({
      /** `trigger`: the path names a trigger of the app in the place of an action. */
      of: z.enum(['action', 'trigger']).default('action'),
      /** A property whose schema has `x-options` or `x-fields`. */
      property: z.string().max(200),
      /** What is filled in so far. */
      input: JsonObject,
      account: CredentialId.nullish(),
      /** What the person types, for those that search (`x-options: {"search": true}`). */
      search_term: z.string().max(SERVER_LIMITS.search_chars).optional(),
    }),
    returns: z.object({
      /** Of `x-options`. */
      options: z.array(z.object({ label: z.string(), value: Json })).max(PLUGINS.options),
      /** Of `x-fields`: JSON Schema of the object; null otherwise. */
      schema: JsonObject.nullable(),
      /** What the app says where nothing can be chosen yet, such as “Connect your account first”; null otherwise. */
      message: z.string().nullable(),
    }),
    errors: ['not_found', 'options_unavailable', 'too_many_requests'],
    timeout: 35_000,
    late: true,
  }),
}
