/**
 * Method, path and time-out (ms) of every endpoint as plain data: what the browser needs to call, without the schemas, which
 * would put zod into the first load. A test holds it equal to `api`.
 */
import type { EndpointName } from './api.ts'
import type { Method } from './endpoint.ts'
import { LIMITS } from './limits.ts'

export interface Call {
  method: Method
  path: string
  timeout: number
}

const call = (method: Method, path: string, timeout: number = LIMITS.timeouts.api): Call => ({ method, path, timeout })

export const CALLS: Record<EndpointName, Call> = {
  getHealth: call('GET', '/health', 5000),
  getApiHealth: call('GET', '/api/v1/health', 5000),
  getMe: call('GET', '/api/v1/users/me', 15000),
  verifyToken: call('POST', '/api/v1/auth/verify'),
  getProfile: call('GET', '/api/v1/auth/profile'),
  updateProfile: call('PUT', '/api/v1/auth/profile'),
  testAuth: call('GET', '/api/v1/auth/test'),
  signUp: call('POST', '/api/auth/sign-up/email', 15000),
  signIn: call('POST', '/api/auth/sign-in/email', 15000),
  signOut: call('POST', '/api/auth/sign-out'),
  getSession: call('GET', '/api/auth/get-session'),
  getToken: call('GET', '/api/auth/token', 30000),
  listSessions: call('GET', '/api/auth/list-sessions'),
  revokeSession: call('POST', '/api/auth/revoke-session'),
  revokeSessions: call('POST', '/api/auth/revoke-sessions'),
  changePassword: call('POST', '/api/auth/change-password', 15000),
  listAgents: call('GET', '/api/v1/agents'),
  getAgent: call('GET', '/api/v1/agents/{id}'),
  listFeatured: call('GET', '/api/v1/featured'),
  listCategories: call('GET', '/api/v1/categories'),
  getCategory: call('GET', '/api/v1/categories/{id}'),
  getCategorySummary: call('GET', '/api/v1/categories/stats/summary'),
  getDashboard: call('GET', '/api/v1/dashboard/stats'),
  listWorkflows: call('GET', '/api/v1/workflows'),
  createWorkflow: call('POST', '/api/v1/workflows', 15000),
  getWorkflow: call('GET', '/api/v1/workflows/{id}'),
  updateWorkflow: call('PUT', '/api/v1/workflows/{id}'),
  executeWorkflow: call('POST', '/api/v1/workflows/execute', 30000),
  listExecutions: call('GET', '/api/v1/executions', 10000),
  getExecution: call('GET', '/api/v1/executions/{id}'),
  getWorkflowExecution: call('GET', '/api/v1/workflows/executions/{id}'),
  streamExecution: call('GET', '/api/v1/executions/{id}/events'),
  controlExecution: call('POST', '/api/v1/executions/{id}/control'),
  answerWait: call('POST', '/api/v1/executions/{id}/waits/{wait_id}'),
  listServices: call('GET', '/api/v1/services'),
  createService: call('POST', '/api/v1/services'),
  getService: call('GET', '/api/v1/services/{id}'),
  updateService: call('PUT', '/api/v1/services/{id}'),
  deleteService: call('DELETE', '/api/v1/services/{id}'),
  uploadFile: call('POST', '/api/v1/files', 30000),
  getFile: call('GET', '/api/v1/files/{id}', 30000),
  getFileText: call('GET', '/api/v1/files/{id}/text', 30000),
  getFilePage: call('GET', '/api/v1/files/{id}/pages/{page}', 30000),
  listNodes: call('GET', '/api/v1/nodes/registry/enhanced', 10000),
  getNode: call('GET', '/api/v1/nodes/{type}/enhanced'),
  listNodeCategories: call('GET', '/api/v1/nodes/registry/categories'),
  getNodeStats: call('GET', '/api/v1/nodes/stats/enhanced'),
  validateWorkflow: call('POST', '/api/v1/nodes/validate/enhanced'),
  listPublicNodes: call('GET', '/api/nodes/registry/public'),
  getNodeConfiguration: call('GET', '/api/nodes/{type}/configuration'),
  validateNode: call('POST', '/api/nodes/validate'),
  receiveHook: call('POST', '/hooks/{token}', 30000),
  receiveTestHook: call('POST', '/hooks/test/{token}', 30000),
}
