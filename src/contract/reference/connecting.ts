/** Reference texts: apps, their actions and accounts at them. */
import type { ReferenceText } from './reference-text.ts'

export const CONNECTING_TEXTS = {
  listIntegrations: [
    'List apps',
    'Returns apps of the catalogue and those you added: yours first, then the best known, then by name. With `search_term` the best come first, each with the actions that match.',
  ],
  importIntegration: [
    'Add an app',
    'Makes an app of an OpenAPI 3, Swagger 2 or Google Discovery document: each operation becomes an action. Only you see it. References to other documents are not followed.',
  ],
  deleteIntegration: ['Delete an app', 'Deletes an app you added. Accounts at it are kept until you delete them.'],
  getIntegration: ['Get an app', 'Returns an app with its actions, ways to sign in, permissions and your accounts.'],
  listIntegrationCategories: ['List app categories', 'Returns the categories of apps and how many apps each has.'],
  listIntegrationProviders: ['List app providers', 'Returns who runs the apps and how many each runs.'],
  getIntegrationStats: ['Get app statistics', 'Returns how many apps and actions there are, by source and category.'],
  getIntegrationAction: [
    'Get an action',
    'Returns what an action is given and answers, as JSON Schemas, with a sample. In the input, `x-main` names what people fill in, in this order, `x-needed` what is required unless the other property is given, and `x-options` what can be chosen from a list. A required property with one possible value may be left out.',
  ],
  getIntegrationTrigger: [
    'Get a trigger of an app',
    'Returns what a trigger is given, as a JSON Schema, with an example of what it starts a workflow with. `watch.` and the id of an action watches the list of that action.',
  ],
  fetchTriggerSample: [
    'Fetch a test item',
    'Returns the newest item that a trigger would start a workflow with. Nothing is started. What the app refuses is in the result, with status 200.',
  ],
  createAppAccount: [
    'Add an account at an app',
    'Keeps an account. One that signs in by OAuth 2.0 is `connecting` until you agree: ask POST /api/v1/credentials/{id}/connect for the address.',
  ],
  replaceAppAccount: [
    'Change an account at an app',
    'Replaces what an account signs in with. Send all fields; secrets are never returned.',
  ],
  testAppAccount: ['Test an account at an app', 'Asks the app for something small, to see whether the account works.'],
  runAction: [
    'Run an action',
    'Runs one action of an app now, with one of your accounts. What the app refuses is in the result, with status 200. Send an `Idempotency-Key` so that a retry never runs it twice.',
  ],
  listRunAppCalls: [
    'List the app calls of a run',
    'Returns the calls that a run of yours made with accounts of yours, newest first, without their content.',
  ],
  listAppCalls: ['List calls of an app', 'Returns the calls made for you, newest first, without their content.'],
  listMcpServers: ['List MCP servers', 'Returns the MCP servers you connected, newest first.'],
  checkMcpServer: [
    'Check an MCP server',
    'Calls an address without a sign-in and returns what it asks for. Nothing is kept.',
  ],
  createMcpServer: [
    'Connect an MCP server',
    'Connects a server and reads its tools. One that signs in by OAuth is `sign_in` until you agree: ask POST /api/v1/credentials/{id}/connect for the address.',
  ],
  getMcpServer: [
    'Get an MCP server',
    'Returns a server with its tools, what changed since you agreed to them, and the workflows that use it.',
  ],
  updateMcpServer: ['Change an MCP server', 'Changes the fields you send. `headers` replaces all of them.'],
  deleteMcpServer: [
    'Disconnect an MCP server',
    'Removes a server and its sign-in. Refused while workflows use it, unless `even_if_used` is true.',
  ],
  refreshMcpServer: [
    'Read an MCP server again',
    'Reads its tools again. When that fails, the reason is in `last_error`.',
  ],
  agreeToMcpTools: [
    'Agree to changed tools',
    'Lets new and changed tools be called again. Each is named with the hash you saw; one that changed since stays stopped.',
  ],
  updateMcpTool: ['Switch a tool on or off', 'A tool that is off is not called by any workflow, agent or program.'],
  tryMcpTool: [
    'Try a tool',
    'Calls a tool once and returns what it answered. Counts like a call of a workflow. Questions of the server are declined unless `answers` has an answer.',
  ],
  getMcpClient: [
    'Get the OAuth client document',
    'Returns what this installation is as an OAuth client. MCP servers that support client ID metadata documents read it.',
  ],
  getMcpStatus: ['Get MCP status', 'Returns the state of your MCP servers and of the plugins of this installation.'],
  getPluginsStatus: ['Get plugin status', 'Returns the plugins of this installation.'],
  getPluginStatus: [
    'Get the status of a plugin',
    'Returns whether a plugin is installed. An unknown name is not installed.',
  ],
  listMcpPackages: [
    'List MCP packages',
    'Returns the MCP servers that admins offer from npm packages, with your server of each. Disabled ones are for admins alone.',
  ],
  connectMcpPackage: [
    'Connect an MCP package',
    'Switches a server on for you: it is started in the sandbox, its tools are read, and it is listed with your MCP servers.',
  ],
  getMcpPackage: [
    'Get an MCP package',
    'Returns a package with its settings, what it names and offers, its history and the workflows that use it. Secrets are not in it.',
  ],
  checkMcpPackage: [
    'Check an MCP package',
    'Fetches a package from the npm registry with its libraries, compares each with the registry’s checksum and returns the hosts and variables that its code names. Nothing is installed or run.',
  ],
  checkMcpPackageFile: [
    'Check an archive of an MCP package',
    'Does the same for an archive (multipart/form-data, field `file`, at most 25 MB): one that was exported from Chowk, or a package of npm that carries its libraries. Needs no registry.',
  ],
  startMcpPackage: [
    'Start an MCP package once',
    'Starts what a check returned in the sandbox with these settings and returns its tools, or why it did not start. Values of personal variables are used for this start and not kept.',
  ],
  installMcpPackage: [
    'Install an MCP package',
    'Installs what a check returned, for everyone. Names the hash that was shown, and nothing else is installed. It may connect to the hosts of the settings and to no other.',
  ],
  changeMcpPackage: [
    'Change an MCP package',
    'Replaces its settings. A secret whose value is null stays as it is. Tools are read again before the next call.',
  ],
  checkMcpPackageUpdate: [
    'Check an MCP package for an update',
    'Fetches another version, starts it once without hosts and returns what it changes. Nothing is installed.',
  ],
  updateMcpPackage: [
    'Update an MCP package',
    'Replaces the installed version by the one that a check returned. Tools that changed are stopped for each person until they agree.',
  ],
  enableMcpPackage: ['Enable an MCP package', 'Makes its tools available again.'],
  disableMcpPackage: [
    'Disable an MCP package',
    'Its tools fail with a named error until it is enabled again. Workflows stay as they are.',
  ],
  deleteMcpPackage: [
    'Remove an MCP package',
    'Removes a package with the servers people connected from it. Refused while workflows use one of them (`errors` names them), unless `even_if_used` is true.',
  ],
  exportMcpPackage: [
    'Export an MCP package',
    'Returns the package with its libraries as one archive, for an installation that cannot reach the npm registry.',
  ],
  listPlugins: [
    'List plugins',
    'Returns the pieces that are installed here and those that the npm registry has. `registry` says where the second come from, and whether the registry can be reached.',
  ],
  getPlugin: [
    'Get a plugin',
    'Returns a piece with its actions, triggers, permissions, versions, history and the workflows that use it. Of one that is not installed, what the registry says.',
  ],
  checkPlugin: [
    'Check a package',
    'Fetches a piece from the npm registry with its libraries, compares it with the registry’s checksum, starts it once in the sandbox and returns what it asks for. Nothing is installed.',
  ],
  checkPluginFile: [
    'Check an archive',
    'Does the same for an archive (multipart/form-data, field `file`, at most 25 MB): one that was exported from Chowk, or a package of npm that carries its libraries. Needs no registry.',
  ],
  installPlugin: [
    'Install a plugin',
    'Installs what a check returned. Everyone can then use its actions. Names the hash that was shown, and nothing else is installed.',
  ],
  checkPluginUpdate: [
    'Check for an update',
    'Fetches another version of a plugin and returns what it changes. Nothing is installed.',
  ],
  updatePlugin: [
    'Update a plugin',
    'Replaces the installed version by the one that a check returned. Steps that are under way end with the version they began with.',
  ],
  enablePlugin: ['Enable a plugin', 'Makes its actions available again.'],
  disablePlugin: [
    'Disable a plugin',
    'Its actions fail with a named error until it is enabled again. Accounts and workflows stay as they are.',
  ],
  addPluginHost: [
    'Add a host to a plugin',
    'Lets a plugin talk to a host that its code does not name. Part of its permissions from then on.',
  ],
  removePluginHost: ['Remove a host from a plugin', 'Takes back a host that an admin added.'],
  deletePlugin: [
    'Remove a plugin',
    'Removes a plugin. Refused while workflows use it (`errors` names them), unless `even_if_used` is true. Accounts at it are kept until their owners delete them.',
  ],
  exportPlugin: [
    'Export a plugin',
    'Returns the piece with its libraries as one archive, for an installation that cannot reach the npm registry.',
  ],
  getActionOptions: [
    'Get the choices of a field',
    'Returns what can be chosen for a property whose schema has `x-options`, or the schema of one that has `x-fields`, with your account and what is filled in so far. The app itself is asked. Of a trigger with `of: "trigger"`, its id in the place of the action’s.',
  ],
  listOAuthApplications: [
    'List OAuth clients',
    'Returns the services this installation can be registered at, and where it is. Secrets are never returned.',
  ],
  saveOAuthApplication: [
    'Register an OAuth client',
    'Stores the client this installation is registered as at a service. People then connect without a client of their own.',
  ],
  deleteOAuthApplication: [
    'Remove an OAuth client',
    'Removes a client. Accounts connected through it stop working when their token expires.',
  ],
} as const satisfies Record<string, ReferenceText>
