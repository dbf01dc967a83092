/** Examples of bodies whose rules a schema cannot say, and of the calls that programs make most. */
import type { EndpointName } from '#contract/api.ts'

const ID = '01890000-0000-7000-8000-000000000000'

const PLUGIN_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const MCP_PACKAGE = { package: '@modelcontextprotocol/server-everything', version: '2026.8.31', hash: PLUGIN_HASH }
const MCP_SETTINGS = {
  name: 'Everything',
  arguments: ['stdio'],
  environment: [{ name: 'API_KEY', kind: 'personal', value: null }],
  hosts: ['api.example.com'],
}

const GREETING = {
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'manual_trigger', version: 1, title: 'Start', config: {}, position: { x: 0, y: 0 } },
    {
      id: 'greet',
      type: 'template',
      version: 1,
      title: 'Greet',
      config: { text: 'Hello {{ $input.name }}' },
      position: { x: 280, y: 0 },
    },
  ],
  edges: [{ id: 'e1', from: { node: 'start', port: 'out' }, to: { node: 'greet', port: 'in' } }],
  notes: [],
  groups: [],
}

export const BODY_EXAMPLES: Readonly<Partial<Record<EndpointName, unknown>>> = {
  previewTransfer: { things: [{ kind: 'workflow', id: ID }], to: 'clinic', move_secrets: false },
  createTransfer: { things: [{ kind: 'workflow', id: ID }], to: 'clinic', move_secrets: false },
  addWorkspaceDomain: { domain: 'clinic.example' },
  saveApprovalBot: { bot_token: 'xoxb-1-the-bot-of-the-clinic', signing_secret: '8f742231b10e8888abcd99yyyzzz85a5' },
  saveServiceChannel: {
    enabled: true,
    phone_number_id: '106540352242922',
    access_token: 'EAAGm0PX4ZCpsBAKZC',
    app_secret: '9ef4dffbfd84f1318f6739a3ce19f9d8',
  },
  testServiceChannel: { to: '+91 98765 43210' },
  createChatCompletion: { model: `service-${ID}`, messages: [{ role: 'user', content: 'When are you open?' }] },
  createResponse: { model: `service-${ID}`, input: 'When are you open?' },
  callAgent: {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message: { messageId: ID, role: 'ROLE_USER', parts: [{ text: 'When are you open?' }] } },
  },
  createEmbedding: { model: 'embedding-512', input: 'When are you open?' },
  createWorkflow: { name: 'Greeting', document: GREETING },
  createDataTable: { name: 'Invoices', columns: [{ name: 'customer' }, { name: 'due', type: 'date' }] },
  allowMemory: { agent_id: ID },
  editFact: { fact: 'Prefers appointments in the morning' },
  addCuratedAnswer: { questions: ['When do you open?'], answer: 'We open at nine, except on Sundays.' },
  createSkill: { text: '---\nname: refund-letters\ndescription: How to write a refund letter.\n---\n\nBe brief.\n' },
  updateSkill: { revision_id: ID, files: [{ path: 'references/fees.md', text: '# Fees' }] },
  updateCuratedAnswer: { questions: ['When do you open?'], answer: 'We open at eight.' },
  matchCuratedAnswers: { question: 'What time do you open?' },
  addTableRows: { rows: [{ customer: 'Sunrise Dental', due: '2026-12-05' }] },
  updateKnowledge: { name: 'Policies', language: 'en' },
  updateWorkflow: { name: 'Greeting', description: 'Greets people by name.' },
  publishWorkflow: { base_revision: 3, notes: 'Greets people by name.' },
  validateWorkflow: { document: GREETING },
  analyzeWorkflow: { workflow_id: ID },
  updateComment: { text: 'Please check the last step.' },
  executeWorkflow: { agent_id: 'icd10-coder', input: { text: 'Type 2 diabetes with neuropathy.' }, wait_ms: 25_000 },
  deployWorkflow: { name: 'Front desk on our website' },
  createBatch: {
    service_id: ID,
    name: 'Discharge summaries of Monday',
    items: [{ name: 'summary-1.pdf', input: { file: { file_id: ID } } }],
    cap_paise: 50_000,
  },
  addBatchItems: { from: 0, items: [{ name: 'Note 1', input: { text: 'Type 2 diabetes with neuropathy.' } }] },
  addBatchTable: { file_id: ID, mapping: { text: 'Note' } },
  addBatchResults: { batch_id: ID, mapping: { text: 'top_findings' }, review: 'signed_off' },
  createService: { agent_id: 'icd10-coder', name: 'Coding for the clinic' },
  createOrder: {
    buying: { purpose: 'credits', subject: { paise: 50_000 } },
    billing: { name: 'Asha Rao', state_code: '29', gstin: null },
    expected_paise: 50_000,
    idempotency_key: '5f0c9a52-2d0e-4f3c-9c1e-0b8f7a2d6e11',
  },
  checkPlugin: { package: '@activepieces/piece-slack', version: '0.17.9' },
  checkPluginUpdate: { version: '0.18.0' },
  installPlugin: { package: '@activepieces/piece-slack', version: '0.17.9', hash: PLUGIN_HASH },
  updatePlugin: { version: '0.18.0', hash: PLUGIN_HASH },
  addPluginHost: { host: 'api.example.com' },
  checkMcpPackage: { package: '@modelcontextprotocol/server-everything', version: '2026.8.31' },
  checkMcpPackageUpdate: { version: '2026.8.31' },
  startMcpPackage: { ...MCP_PACKAGE, settings: MCP_SETTINGS },
  installMcpPackage: { ...MCP_PACKAGE, settings: MCP_SETTINGS },
  changeMcpPackage: MCP_SETTINGS,
  updateMcpPackage: { version: '2026.8.31', hash: PLUGIN_HASH },
  connectMcpPackage: { values: { API_KEY: 'key-of-the-service' } },
  createApiKey: { name: 'Clinic server', scopes: ['run', 'read'], expires_in_days: 90 },
  connectAssistant: {
    request: 'client_id=chowk_client_q7Zr0c8mPs2yYw1nB4kD6f&response_type=code',
    digest: '2yYw1nB4kD6fH8jL0pR3tV5xZ7aC9eG1iKmOqSuWy1A',
    scopes: ['read', 'run'],
  },
}
