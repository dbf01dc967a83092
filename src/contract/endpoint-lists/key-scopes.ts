/**
 * What an API key may do: every endpoint that a key opens, and the scopes of which one is enough. An endpoint that is not named
 * here is closed to keys, whatever its access rule says, so accounts, sign-in, keys and administration stay out of their reach.
 */

import type { Scope } from '#contract/accounts/key-values.ts'
import type { EndpointName } from '#contract/api.ts'

const read: readonly Scope[] = ['read']
const run: readonly Scope[] = ['run']
/** Apart from `run`: a key that starts runs cannot delete them. */
const remove: readonly Scope[] = ['delete']
/** What one who may run needs to see how it went. */
const readOrRun: readonly Scope[] = ['read', 'run']

export const KEY_SCOPES: Partial<Record<EndpointName, readonly Scope[]>> = {
  testAuth: readOrRun,
  getCredits: readOrRun,
  listCreditEntries: read,
  getCurrentSubscription: readOrRun,
  listSubscriptionHistory: read,
  listInvoices: read,
  getInvoicePdf: read,
  listPurchases: read,
  getAgentTerms: readOrRun,
  getServiceSpending: readOrRun,
  listTemplates: read,
  getTemplate: read,
  listTemplateCategories: read,
  getTemplateSummary: read,
  // An agent that is deployed costs nothing until it runs, which the same scope allows.
  createService: run,
  updateService: run,
  upgradeService: run,
  listAgents: readOrRun,
  getAgent: readOrRun,
  listFeatured: readOrRun,
  listCategories: readOrRun,
  getCategory: readOrRun,
  executeWorkflow: run,
  listAgreements: readOrRun,
  agree: run,
  withdrawAgreement: run,
  getAccountSlots: readOrRun,
  lendAccount: run,
  takeBackAccount: run,
  // Each tool asks for the scope of what it is a door to.
  callMcp: readOrRun,
  callServiceMcp: readOrRun,
  callServicesMcp: readOrRun,
  controlExecution: run,
  answerWait: run,
  listExecutions: read,
  getExecution: readOrRun,
  getWorkflowExecution: readOrRun,
  streamExecution: readOrRun,
  getNodeOutput: readOrRun,
  deleteExecution: remove,
  deleteExecutions: remove,
  uploadFile: run,
  getFile: readOrRun,
  getFileText: readOrRun,
  getFilePage: readOrRun,
  redactAgain: readOrRun,
  listIntegrations: readOrRun,
  getIntegration: readOrRun,
  getIntegrationAction: readOrRun,
  getIntegrationTrigger: readOrRun,
  runAction: run,
  getActionOptions: run,
  getMcpStatus: read,
  getPluginsStatus: read,
  getPluginStatus: read,
  listPlugins: read,
  getPlugin: read,
  listKnowledge: readOrRun,
  getKnowledge: readOrRun,
  listKnowledgeDocuments: readOrRun,
  listKnowledgeChunks: readOrRun,
  searchKnowledge: readOrRun,
  addKnowledgeDocument: run,
  replaceKnowledgeDocument: run,
  updateKnowledgeDocument: run,
  indexKnowledge: run,
  deleteKnowledgeDocument: remove,
  searchCodes: readOrRun,
  lookUpCodes: readOrRun,
  listServices: readOrRun,
  getService: readOrRun,
  listWorkflows: read,
  getWorkflow: read,
  exportWorkflow: read,
  analyzeWorkflow: read,
  getWorkflowConfigurations: read,
  listNodes: read,
  getNode: read,
}
