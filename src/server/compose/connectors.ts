/** Apps put together: the catalogue, who finds an app, who runs its actions. */
import type { Logger } from 'pino'
import type { FilesPort } from '#nodes/ports.ts'
import { type CredentialParts, createRefusedAccounts } from '#server/areas/accounts/accounts.ts'
import { createActionsPort } from '#server/areas/connectors/actions/actions-port.ts'
import { insertAppCall, type NewAppCall } from '#server/areas/connectors/actions/app-calls.store.ts'
import { createAppList } from '#server/areas/connectors/apps/app-list.ts'
import { createFind } from '#server/areas/connectors/apps/apps.ts'
import { openCatalogue } from '#server/areas/connectors/catalogue/catalogue.ts'
import { CATALOGUE_FOLDER } from '#server/areas/connectors/catalogue/published-app.ts'
import type { ImportParts } from '#server/areas/connectors/imported-apps/imported-apps.ts'
import { findApplications } from '#server/areas/connectors/oauth-applications/oauth-applications.store.ts'
import { createAvailable } from '#server/areas/connectors/plugins/available.ts'
import { createPieceApps } from '#server/areas/connectors/plugins/piece-apps.ts'
import { createEvents } from '#server/areas/connectors/triggers/events.ts'
import { createPieceTriggers } from '#server/areas/connectors/triggers/piece-triggers.ts'
import { createTriggerPort } from '#server/areas/connectors/triggers/triggers-port.ts'
import { createApprovalKinds } from '#server/areas/services/approval-bots/kinds.ts'
import { createChannelKinds } from '#server/areas/services/channels/kinds.ts'
import type { Config } from '#server/config.ts'
import { createMcpAuthorization } from '#server/gateways/mcp/authorization.ts'
import { createMcpGateway } from '#server/gateways/mcp/mcp.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { AssembledPlugins } from './plugins.ts'
import type { Secrets } from './secrets.ts'

export interface ConnectorOptions {
  config: Pick<Config, 'appAddresses' | 'brandName'>
  /** The guarded way out, for MCP servers. */
  outbound: Pick<Outbound, 'open'>
  /** For steps of runs. */
  db: Database
  /** For requests, which have a few connections per caller. */
  requestDb: Database
  files: FilesPort
  readDocument: ImportParts['readDocument']
  plugins: AssembledPlugins
  publicUrl: string
  secrets: Pick<Secrets, keyof CredentialParts | 'http' | 'protocols'>
  log: Pick<Logger, 'warn'>
}

export function assembleConnectors(options: ConnectorOptions) {
  const { config, outbound, db, requestDb, files, readDocument, secrets, plugins, log } = options
  const catalogue = openCatalogue(CATALOGUE_FOLDER, config.appAddresses)
  const pieces = createPieceApps(db)
  const find = createFind(catalogue, pieces, db)
  const public_url = options.publicUrl.replace(/\/+$/, '')
  const piece = { ...plugins, db, pieces, files, credentials: secrets, public_url }
  const available = createAvailable(plugins.registry)
  const { redirect_uri } = secrets.oauth
  const mcp = {
    db: requestDb,
    gateway: createMcpGateway({ ...outbound, run: plugins.servers.run }),
    trees: plugins.trees,
    authorization: createMcpAuthorization(outbound),
    credentials: secrets,
    redirect_uri,
    client_document: new URL('/api/v1/mcp-servers/client', redirect_uri).href,
    client_name: config.brandName,
    available,
    note: (call: NewAppCall) => insertAppCall(db, call),
  }
  const actions = createActionsPort({
    ...{ db, find, files, log },
    mcp: { ...mcp, db },
    piece,
    ...{ http: secrets.http, protocols: secrets.protocols },
    accounts: createRefusedAccounts(db, secrets.vault),
  })
  return {
    db: requestDb,
    mcp,
    plugins: { ...piece, db: requestDb, available },
    mcpPackages: {
      ...{ db: requestDb, registry: plugins.registry, processes: plugins.processes, trees: plugins.trees },
      ...{ gateway: mcp.gateway, ring: secrets.ring, retire: plugins.servers.retire },
    },
    find: createFind(catalogue, pieces, requestDb),
    list: createAppList({ db: requestDb, catalogue, pieces }),
    actions,
    triggers: createTriggerPort({ find, actions, pieces: createPieceTriggers(piece) }),
    channels: createChannelKinds(secrets.http, config.appAddresses, secrets.allow),
    approvalKinds: createApprovalKinds(secrets.http, config.appAddresses),
    events: createEvents(catalogue, pieces),
    readDocument,
    http: secrets.http,
    registered: async () => {
      const names = new Set((await findApplications(requestDb)).map(({ name }) => name))
      return (application: string) => names.has(application)
    },
    credentials: secrets,
    key_ids: secrets.key_ids,
    ring: secrets.ring,
    redirect_uri,
  }
}
