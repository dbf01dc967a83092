/** MCP servers from npm packages: admins install them, they run in the sandbox, and people switch them on as any other server. */
import { z } from 'zod'
import { roleAtLeast, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, recordOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import {
  MCP_PACKAGE_EVENTS,
  MCP_PACKAGE_SOURCES,
  MCP_PACKAGE_STATES,
  MCP_PACKAGES,
  MCP_VALUE_KINDS,
} from './mcp-package-values.ts'
import { McpServer, McpServerId } from './mcp-servers.ts'
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

export const McpPackageId = z.uuid().brand('McpPackageId')
export type McpPackageId = z.infer<typeof McpPackageId>

const Name = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'Remove control characters')
  .trim()
  .min(1, 'Name is required')
  .max(80)
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const Plain = /^[^\u0000]*$/
/** Not those that steer Node itself, or that the sandbox sets. */
const VariableName = z
  .string()
  .max(100)
  .regex(/^(?!(?:NODE_(?!ENV$)|LD_|HOME$|PATH$))[A-Za-z_][A-Za-z0-9_]*$/, 'This variable can’t be set')

const Variable = z.strictObject({
  name: VariableName,
  kind: z.enum(MCP_VALUE_KINDS),
  /**
   * Null keeps the secret that was entered before, and is what is shown of it. Of a personal one it is for the start that it is sent
   * with, and not kept.
   */
  value: z.string().max(MCP_PACKAGES.value_chars).regex(Plain, 'Remove control characters').nullable(),
})

/** How a server is started, and what it may reach. */
export const McpPackageSettings = z.strictObject({
  /** As people see it. */
  name: Name,
  arguments: z
    .array(z.string().max(MCP_PACKAGES.argument_chars).regex(Plain, 'Remove control characters'))
    .max(MCP_PACKAGES.arguments),
  environment: z
    .array(Variable)
    .max(MCP_PACKAGES.environment)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Name each variable once'),
  /** The only hosts it can connect to. */
  hosts: z.array(Host).max(MCP_PACKAGES.hosts),
})
export type McpPackageSettings = z.infer<typeof McpPackageSettings>

export const McpPackageTool = z.object({
  name: z.string(),
  title: z.string(),
  /** The server's own words. Data, never instructions. */
  description: z.string(),
  read_only: z.boolean(),
  destructive: z.boolean(),
  /** Of all it says of the tool. */
  hash: z.string(),
})
export type McpPackageTool = z.infer<typeof McpPackageTool>

/** What a version has and asks for, as far as its code and its first start tell. */
const VersionFacts = z.object({
  package: z.string(),
  version: z.string(),
  description: z.string(),
  source: z.enum(MCP_PACKAGE_SOURCES),
  licence: z.string().nullable(),
  website: z.string().nullable(),
  /** What the registry says of the archive (`sha512-…`); null of a file. */
  integrity: z.string().nullable(),
  /** SHA-256 of all files with their names. */
  hash: z.string(),
  /** With its libraries. */
  bytes: z.number().int(),
  files: z.number().int(),
  /** The program that is run. */
  program: z.string(),
  /** Hosts that its code names. None is allowed by that. */
  named_hosts: z.array(z.string()),
  /** Variables of the environment that its code reads. */
  named_variables: z.array(z.string()),
  /** What an admin should know, as sentences. */
  warnings: z.array(z.string()),
  /** What it offered when it was last started for a look; null before. */
  tools: z.array(McpPackageTool).nullable(),
})

const Parted = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })

export const McpPackageDifference = z.object({
  from: z.string(),
  licence: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  named_hosts: Parted,
  named_variables: Parted,
  /** By their names; empty where one of the two was never started. */
  tools: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  }),
})
export type McpPackageDifference = z.infer<typeof McpPackageDifference>

/** What a start in the sandbox came to. */
export const McpPackageStart = z.object({
  /** Why it did not start or answer; null when it did. */
  error: z.string().nullable(),
  tools: z.array(McpPackageTool),
  /** Why connections were refused meanwhile, in sentences. */
  refused: z.array(z.string()),
  took_ms: z.number().int(),
  /** Null when it did not answer. */
  memory_mb: z.number().int().nullable(),
})
export type McpPackageStart = z.infer<typeof McpPackageStart>

/** A version that was fetched and looked into, and is not in use yet. */
export const McpPackageCandidate = VersionFacts.extend({
  /** Compared with the installed version; null when none is installed. */
  difference: McpPackageDifference.nullable(),
  /** Of an update, which is started with the settings there are; null of one that is not installed. */
  start: McpPackageStart.nullable(),
  /** Until then it can be installed without being fetched again. */
  expires_at: Timestamp,
})
export type McpPackageCandidate = z.infer<typeof McpPackageCandidate>

export const McpPackageSummary = z.object({
  id: McpPackageId,
  name: z.string(),
  package: z.string(),
  version: z.string(),
  description: z.string(),
  state: z.enum(MCP_PACKAGE_STATES),
  /** Where what people send it may go. */
  hosts: z.array(z.string()),
  /** Variables that each person gives their own value for. */
  personal: z.array(z.string()),
  /** How many it offered when it was last started for a look; null before. */
  tools: z.number().int().nullable(),
  /** The caller's server from it; null when they have not connected it. */
  server_id: McpServerId.nullable(),
})
export type McpPackageSummary = z.infer<typeof McpPackageSummary>

export const McpPackage = McpPackageSummary.extend({
  settings: McpPackageSettings,
  facts: VersionFacts,
  installed_at: Timestamp,
  /** People who connected it. */
  people: z.number().int(),
  ...PackageUses,
  /** The newest first. */
  history: z.array(
    z.object({
      event: z.enum(MCP_PACKAGE_EVENTS),
      version: z.string(),
      /** The version before; null where it is the same. */
      from: z.string().nullable(),
      by: z.string().nullable(),
      at: Timestamp,
    }),
  ),
})
export type McpPackage = z.infer<typeof McpPackage>

const params = z.object({ id: McpPackageId })
const one = z.object({ package: McpPackage })
const candidate = z.object({ candidate: McpPackageCandidate })
const admins = roleAtLeast('admin')
/** Fetching hundreds of libraries, and a first start. */
const FETCHING = 180_000
const STARTING = 90_000

export const mcpPackageEndpoints = {
  listMcpPackages: endpoint({
    method: 'GET',
    path: '/api/v1/mcp-packages',
    access: signedIn,
    query: wholeList(MCP_PACKAGES.installed),
    /** Disabled ones are for admins alone. */
    returns: listOf(McpPackageSummary),
    late: true,
  }),
  connectMcpPackage: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages/{id}/connect',
    access: signedIn,
    params,
    body: z.strictObject({
      /** Of each variable that is the person's own. Kept in the vault. */
      values: recordOf(z.string().max(100), z.string().max(MCP_PACKAGES.value_chars), MCP_PACKAGES.environment),
    }),
    returns: z.object({ server: McpServer }),
    errors: ['not_found', 'already_exists', 'limit_reached', 'too_many_requests', 'mcp_unreachable'],
    success: 201,
    timeout: STARTING,
    late: true,
  }),
  getMcpPackage: endpoint({
    method: 'GET',
    path: '/api/v1/mcp-packages/{id}',
    access: admins,
    params,
    returns: one,
    errors: ['not_found'],
    late: true,
  }),
  checkMcpPackage: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages/check',
    access: admins,
    body: WantedPackage,
    returns: candidate,
    errors: PACKAGE_ERRORS.check,
    timeout: FETCHING,
    late: true,
  }),
  checkMcpPackageFile: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages/check-file',
    access: admins,
    consumes: 'multipart',
    returns: candidate,
    errors: PACKAGE_ERRORS.checkFile,
    timeout: FETCHING,
    late: true,
  }),
  startMcpPackage: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages/start',
    access: admins,
    /** As the check showed it; a secret without a value is the installed one's. */
    body: SeenPackage.extend({ settings: McpPackageSettings }),
    returns: z.object({ start: McpPackageStart }),
    errors: ['stale_details', 'too_many_requests', 'confirmation_needed'],
    timeout: STARTING,
    late: true,
  }),
  installMcpPackage: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages',
    access: admins,
    body: SeenPackage.extend({ settings: McpPackageSettings }),
    returns: one,
    errors: PACKAGE_ERRORS.install,
    success: 201,
    late: true,
  }),
  changeMcpPackage: endpoint({
    method: 'PUT',
    path: '/api/v1/mcp-packages/{id}',
    access: admins,
    params,
    body: McpPackageSettings,
    returns: one,
    errors: PACKAGE_ERRORS.change,
    late: true,
  }),
  checkMcpPackageUpdate: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages/{id}/update-check',
    access: admins,
    params,
    body: WantedVersion,
    /** Null when it is the version that is installed. */
    returns: z.object({ candidate: McpPackageCandidate.nullable() }),
    errors: PACKAGE_ERRORS.checkUpdate,
    timeout: FETCHING,
    late: true,
  }),
  updateMcpPackage: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages/{id}/update',
    access: admins,
    params,
    /** As the check showed them. */
    body: SeenVersion,
    returns: one,
    errors: PACKAGE_ERRORS.update,
    late: true,
  }),
  enableMcpPackage: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages/{id}/enable',
    access: admins,
    params,
    returns: one,
    errors: PACKAGE_ERRORS.change,
    late: true,
  }),
  disableMcpPackage: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-packages/{id}/disable',
    access: admins,
    params,
    returns: one,
    errors: PACKAGE_ERRORS.change,
    late: true,
  }),
  deleteMcpPackage: endpoint({
    method: 'DELETE',
    path: '/api/v1/mcp-packages/{id}',
    access: admins,
    params,
    query: RemovalQuery,
    returns: z.object({ id: McpPackageId }),
    /** `mcp_package_in_use`: each problem names a workflow. */
    errors: ['not_found', 'mcp_package_in_use', 'confirmation_needed'],
    late: true,
  }),
  exportMcpPackage: endpoint({
    method: 'GET',
    path: '/api/v1/mcp-packages/{id}/archive',
    access: admins,
    params,
    answers: 'file',
    returns: z.unknown(),
    errors: ['not_found'],
    timeout: FETCHING,
    late: true,
  }),
}
