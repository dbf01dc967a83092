/** What the handlers of all areas are made of. The process that serves them has every part (`compose.ts`). */
import type { HttpPort } from '#nodes/ports.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import type { EventForwarder } from '#server/gateways/analytics.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Feed } from '#server/platform/database/feed.ts'
import type { Reader } from '#server/platform/database/reader.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { ClientDocuments } from './accounts/assistants/client-document.ts'
import type { CredentialParts } from './accounts/credentials/credentials.ts'
import type { OAuthCallbackDeps } from './accounts/oauth-callbacks/oauth-callbacks.ts'
import type { SignOnHandlerDeps } from './accounts/sign-on/sign-on.routes.ts'
import type { DrawPortrait } from './accounts/users/avatars.ts'
import type { DrawLogo } from './admin/settings/brand.ts'
import type { EmbeddingSearch } from './agents/embeddings/embedding-search.ts'
import type { BillingGate } from './billing/charges/billing-gate.ts'
import type { PaymentDeps } from './billing/gateway/payment-context.ts'
import type { PayoutDeps } from './billing/payouts/routes.ts'
import type { DirectParts } from './connectors/actions/run-directly.ts'
import type { AccountParts } from './connectors/app-accounts/app-accounts.ts'
import type { AppList } from './connectors/apps/app-list.ts'
import type { AppParts } from './connectors/apps/apps.ts'
import type { ImportParts } from './connectors/imported-apps/imported-apps.ts'
import type { McpPackageParts } from './connectors/mcp-packages/mcp-packages.ts'
import type { McpParts } from './connectors/mcp-servers/mcp-sign-in.ts'
import type { ApplicationParts } from './connectors/oauth-applications/routes.ts'
import type { PluginHandlerParts } from './connectors/plugins/routes.ts'
import type { PluginStatusParts } from './connectors/plugins/status.ts'
import type { TriggerPort } from './connectors/triggers/trigger-port.ts'
import type { WebParts } from './knowledge/addresses/read-page.ts'
import type { DocumentDeps } from './knowledge/documents/documents.ts'
import type { OutsideModels } from './knowledge/knowledge.ts'
import type { SearchKnowledge } from './knowledge/search/search.ts'
import type { AskParts } from './knowledge/sources/ask-source.ts'
import type { Exports } from './platform/account-data/exports.ts'
import type { BackupPlan } from './platform/backup/backups.ts'
import type { Office } from './platform/contact/contact.ts'
import type { FindEvents } from './runs/app-triggers/receive.routes.ts'
import type { RunEngine } from './runs/executions/run.routes.ts'
import type { FileDeps } from './runs/files/files.ts'
import type { ApprovalKinds } from './services/approval-bots/kind.ts'
import type { ChannelKinds } from './services/channels/kind/kind.ts'
import type { OpenAiDeps } from './services/openai/routes.ts'
import type { ModelDeps } from './workflows/models/model-port.ts'
import type { ReadFileFor } from './workflows/transfer/files.ts'
import type { WorkflowFeed } from './workflows/workflows/workflow-feed.ts'

export interface HandlerDeps {
  db: Database
  /** For lists and figures that may be a few seconds old. */
  reader: Reader
  engine: RunEngine
  files: FileDeps['files']
  documents: FileDeps['documents']
  portrait: DrawPortrait
  drawLogo: DrawLogo
  readFile: ReadFileFor
  /** Draws invoices. */
  paperwork: DoPaperwork
  exports: Exports
  /** How long this installation keeps runs. */
  retention: RetentionPolicy
  models: ModelDeps
  /** The vault, what opens it, and calls to the outside. */
  secrets: CredentialParts & OAuthCallbackDeps & { http: HttpPort }
  /** Apps from outside. */
  connectors: DirectParts &
    AccountParts &
    AppParts &
    ImportParts &
    ApplicationParts & {
      list: AppList
      mcp: McpParts & PluginStatusParts
      plugins: PluginHandlerParts
      mcpPackages: McpPackageParts
      triggers: TriggerPort
      events: FindEvents
      channels: ChannelKinds
      approvalKinds: ApprovalKinds
    }
  identity: Pick<IdentityProvider, 'accounts' | 'ways'>
  /** Proofs of domains, and the providers that workspaces sign in with. */
  signOn: Pick<SignOnHandlerDeps, 'lookUpTxt' | 'gateway'>
  feed: Feed
  /** Wakes who follows a conversation, by its id. */
  chatFeed: Feed
  workflowFeed: WorkflowFeed
  /** A third party that counts as well; null for none. */
  forward: EventForwarder | null
  /** Counts what happens on the server. */
  record: RecordEvent
  /** Whom payments are taken through. */
  payments: Omit<PaymentDeps, 'db'>
  /** Whom sellers are paid through. */
  payouts: PayoutDeps
  /** Where browsers reach us; empty for addresses that are paths. */
  publicUrl: string
  /** Whether a mail server is named in the configuration. */
  mailIsSetUp: boolean
  /** What every run that may cost something passes, here and in the engine. */
  billingGate: BillingGate
  /** Whether trial runs are for proven addresses alone. */
  trialsAskProof: boolean
  /** Where mail for workflows arrives; null for nowhere. */
  mailInDomain: string | null
  /** What a provider that passes mail on signs with; null for no such provider. */
  mailInSecret: string | null
  /** Who answers the contact form. */
  office: Office
  log: WarningLog
  health: HealthChecks
  /** How backups are made; null: they are not. */
  backups: BackupPlan | null
  /** What operators change at runtime. */
  settings: Settings
  /** Variables that limit what processes do, for admins. */
  environment: readonly { name: string; value: string }[]
  /** The name that the environment gives the installation. */
  usualName: string
  /** Searches of knowledge, what chunks are embedded with, how pages of the web are read, and how sources are asked. */
  knowledge: {
    search: SearchKnowledge
    embed: DocumentDeps['embed']
    outside: OutsideModels
    web: WebParts
    sources: AskParts
  } & Pick<OpenAiDeps, 'embedCounted'>
  /** What searches mean. */
  embeddingSearch: EmbeddingSearch
  /** How soon a change of the marketplace is noticed, in ms; 0 asks the database every time. */
  fresh_ms: number
  /** How long a caller of a webhook waits for the result, in ms. */
  hook_wait_ms: number
  /** What programs publish of themselves. */
  clientDocuments: ClientDocuments
  /** How long a tool of MCP waits for a run, in ms. */
  mcp_wait_ms: number
  /** How long it then looks at the run, in ms. */
  mcp_look_ms: number
}
