/** Endpoints that belong to a part which can be switched off, by the role of who asks. Other places of a part ask for themselves. */

import type { FeatureName } from '#contract/admin/feature-values.ts'
import type { EndpointName } from '#contract/api.ts'

export const FEATURE_OF_ENDPOINT: { readonly [Name in EndpointName]?: FeatureName } = {
  callMcp: 'mcp',
  callServiceMcp: 'mcp',
  callServicesMcp: 'mcp',
  getAssistantRequest: 'mcp',
  connectAssistant: 'mcp',
  createApiKey: 'api_keys',
  saveServiceWidget: 'widgets',
  renewServiceWidget: 'widgets',
  saveServiceChat: 'widgets',
  renewServiceChat: 'widgets',
  saveServiceInbox: 'widgets',
  saveServiceChannel: 'widgets',
  testServiceChannel: 'widgets',
  requestRole: 'role_requests',
  proposeWorkflow: 'workflow_proposals',
}
