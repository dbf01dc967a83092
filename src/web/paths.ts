/** Every address of the product in one builder. Screens and layouts link through it and never write a path themselves. */

const withQuery = (path: string, query: Record<string, string | number | null | undefined>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}
const one = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`

export interface MarketplaceQuery {
  search?: string | null
  category?: string | null
  price?: string | null
  rating?: number | null
  model?: 'none' | null
  offline?: 'true' | null
  sort?: string | null
  page?: number | null
  /** Slugs of the compared agents, joined by commas. */
  compare?: string | null
  saved?: 'true' | null
}

/** A list of runs: its filters and its page. */
export interface RunsQuery {
  status?: string | null
  search?: string | null
  page?: number | null
}

/** The workflows of the hub: what is shown of them, in which order. */
export interface HubQuery {
  search?: string | null
  folder?: string | null
  view?: string | null
  sort?: string | null
  page?: number | null
}

/** Figures: which, of which days, and of whom. */
export interface AnalyticsQuery {
  view?: string | null
  period?: string | null
  from?: string | null
  to?: string | null
  category?: string | null
  role?: string | null
  people?: string | null
  show?: string | null
  sort?: string | null
  page?: number | null
}

export const paths = {
  home: () => '/',
  marketplace: (query: MarketplaceQuery = {}) => withQuery('/marketplace', { ...query }),
  /** `code` fills the field of the checkout. */
  agent: (idOrSlug: string, query: { code?: string | null } = {}) => withQuery(one('/agent', idOrSlug), query),
  /** The page of a category: its purpose and its best agents. */
  category: (slug: string) => one('/marketplace/categories', slug),
  /** The public page of a seller. */
  seller: (handle: string, query: { page?: number | null } = {}) => withQuery(one('/sellers', handle), query),
  /** Choose a workflow, or with `agent` the steps of its draft. */
  publish: (query: { agent?: string | null; step?: string | null; search?: string | null } = {}) =>
    withQuery('/marketplace/publish', query),
  knowledge: '/knowledge',
  knowledgeBase: (id: string, tab?: string | null) =>
    withQuery(`/knowledge/${encodeURIComponent(id)}`, { tab: tab ?? null }),
  customAgents: (query: { search?: string | null; page?: number | null } = {}) => withQuery('/custom-agents', query),
  /** The builder of one. */
  customAgent: (id: string) => one('/custom-agents', id),
  /** Its test cases, and how its versions did with them. Of any workflow of one's own. */
  agentTests: (id: string) => `${one('/custom-agents', id)}/tests`,
  /** A seller's own agents, from draft to marketplace. */
  sellerAgents: (query: { phase?: string | null; page?: number | null } = {}) => withQuery('/seller/agents', query),
  /** One of a seller's own. */
  sellerAgent: (id: string) => one('/seller/agents', id),
  /** Of all agents, or the test cases of one. */
  importAgents: () => '/seller/import',
  sellerEvaluations: (id?: string) => (id ? one('/seller/evaluations', id) : '/seller/evaluations'),
  /** Reviews of one's own agents. */
  sellerReviews: (query: { show?: string | null; page?: number | null } = {}) => withQuery('/seller/reviews', query),
  adminReviews: (query: { status?: string | null; page?: number | null } = {}) => withQuery('/admin/reviews', query),
  /** Synonyms; `try` is a search to explain. */
  adminSearch: (query: { try?: string | null; page?: number | null } = {}) => withQuery('/admin/search', query),
  /** The queue of the reviewers; `submission` is the one that is open. */
  adminAgents: (
    query: { status?: string | null; page?: number | null; submission?: string | null; search?: string | null } = {},
  ) => withQuery('/admin/agents', query),
  run: (id: string) => one('/runs', id),
  /** Who did what with it, and when. */
  runRecord: (id: string, query: { page?: number | null } = {}) => withQuery(`${one('/runs', id)}/record`, query),
  /** Own benches; with agents, the start of a new one. */
  benches: (agents: readonly string[] = []) => withQuery('/benches', { agents: agents.join() || null }),
  bench: (id: string) => one('/benches', id),
  /** Comparison of two runs. */
  compareRuns: (id: string, other: string) => `${one('/runs', id)}/compare/${encodeURIComponent(other)}`,
  executions: (query: RunsQuery & { priority?: string | null } = {}) => withQuery('/executions', { ...query }),
  execution: (id: string) => one('/executions', id),
  executionRecovery: (
    query: {
      scope?: 'all' | null
      code?: string | null
      node?: string | null
      page?: number | null
      recovery?: string | null
    } = {},
  ) => withQuery('/execution-recovery', { ...query }),
  /** `next` is where to go after signing in. */
  login: (next?: string | null) => withQuery('/login', { next }),
  register: (next?: string | null) => withQuery('/register', { next }),
  forgotPassword: (next?: string | null) => withQuery('/forgot-password', { next }),
  verifyEmail: (token: string) => withQuery('/verify-email', { token }),
  auth: () => '/auth',
  unauthorized: () => '/unauthorized',
  dashboard: () => '/dashboard',
  /** Of one server when `server` is given; the servers one uses unless `tab` is given. */
  mcpTools: (server: string | null = null, tab: 'assistants' | 'packages' | null = null) =>
    withQuery('/mcp-tools', { server, tab }),
  /** A package that admins offer as a server. */
  mcpPackage: (id: string) => withQuery('/mcp-tools', { package: id }),
  /** `show` is `waiting` when absent; `chat` is the one that is open. */
  inbox: (
    query: {
      show?: string | null
      service?: string | null
      search?: string | null
      chat?: string | null
      page?: number | null
    } = {},
  ) => withQuery('/inbox', { ...query }),
  /** `open` is the document that is open. */
  review: (
    query: {
      service?: string | null
      assignee?: string | null
      age?: string | null
      below?: string | null
      sort?: string | null
      open?: string | null
      page?: number | null
    } = {},
  ) => withQuery('/review', { ...query }),
  services: (
    query: { search?: string | null; status?: string | null; sort?: string | null; page?: number | null } = {},
  ) => withQuery('/my-ai-services', query),
  /** `tab` is one of the service's; the first otherwise. `days` is the period of its usage. */
  service: (id: string, query: RunsQuery & { tab?: string | null; days?: string | null } = {}) =>
    withQuery(one('/my-ai-services', id), { ...query }),
  /** `at` is the document that is open, by its place in the table as it is filtered and sorted. */
  batch: (
    id: string,
    query: {
      state?: string | null
      code?: string | null
      review?: string | null
      acceptance?: string | null
      search?: string | null
      sort?: string | null
      order?: string | null
      page?: number | null
      at?: number | null
    } = {},
  ) => withQuery(one('/batches', id), { ...query }),
  /** `tab` is `own` for one's workflows, `shared` for those of others, `import` for bringing one; runs otherwise. */
  myWorkflows: (
    query: RunsQuery & {
      tab?: 'own' | 'shared' | 'import' | null
      state?: string | null
      starts?: string | null
      sort?: string | null
    } = {},
  ) => withQuery('/my-workflows', { ...query }),
  /** Another user's workflow, as the people it is shared with see it. */
  sharedWorkflow: (id: string, query: { join?: string } = {}) => withQuery(one('/my-workflows', id), { ...query }),
  /** What starts a workflow of one's own. */
  triggers: (id: string) => `${one('/my-workflows', id)}/triggers`,
  /**
   * `node` is the one whose settings are open, `run` the execution shown on the canvas; `mode` is `view` for looking only. `app` and
   * `action` add a step.
   */
  designer: (
    workflow: string,
    query: {
      node?: string | null
      run?: string | null
      mode?: 'view' | null
      app?: string | null
      action?: string | null
    } = {},
  ) => withQuery('/workflows/designer', { workflow, ...query }),
  /** The designer of a new workflow, or of one that is chosen, with a step that runs an action of an app. */
  designerWithAction: (app: string, action: string) => withQuery('/workflows/designer', { app, action }),
  /** Apps that workflows can use. */
  integrations: (
    query: { search?: string | null; category?: string | null; connected?: 'true' | null; page?: number | null } = {},
  ) => withQuery('/integrations', { ...query }),
  integration: (id: string, query: { tab?: string | null; page?: number | null } = {}) =>
    withQuery(one('/integrations', id), query),
  /** Pieces of others; `tab` is `available` for those that the registry has. */
  plugins: (
    query: {
      tab?: 'available' | null
      search?: string | null
      category?: string | null
      source?: string | null
      verified?: 'true' | null
      page?: number | null
    } = {},
  ) => withQuery('/plugins', { ...query }),
  /** `tab` is a section of its page; its actions otherwise. */
  plugin: (id: string, query: { tab?: string | null } = {}) => withQuery(one('/plugins', id), query),
  skills: () => '/skills',
  skill: (id: string) => one('/skills', id),
  dataTables: () => '/data-tables',
  /** What is shown of a data table: one condition, an order, a page. */
  dataTable: (
    id: string,
    query: {
      sort?: string | null
      order?: string | null
      column?: string | null
      is?: string | null
      value?: string | null
      page?: number | null
    } = {},
  ) => withQuery(one('/data-tables', id), query),
  /** The hub of workflows. */
  workflows: (query: HubQuery = {}) => withQuery('/workflows', { ...query }),
  workflowTemplates: (query: { search?: string | null; category?: string | null } = {}) =>
    withQuery('/workflows/templates', { ...query }),
  workflowTemplate: (id: string) => one('/workflows/templates', id),
  /** The hub with the ways to start a workflow open. */
  createAgent: () => '/agents/create',
  publicForm: (token: string) => one('/forms', token),
  designSystem: (tab?: string) => withQuery('/design-system', { tab }),
  /** `topic` is what the form opens with. */
  contact: (topic?: string | null, plan?: string | null) => withQuery('/contact', { topic, plan }),
  pricing: (billing?: string | null) => withQuery('/pricing', { billing }),
  /** `code` fills the field of the checkout. */
  subscribe: (tierId: string, billing: string, code?: string | null) =>
    withQuery(one('/subscribe', tierId), { billing, code }),
  aboutUs: () => '/about-us',
  terms: () => '/terms',
  privacy: () => '/privacy',
  refundPolicy: () => '/refund-policy',
  upgrade: () => '/upgrade',
  premium: () => '/premium',
  /** `mail` is the one that is open. */
  outbox: (query: { status?: string | null; page?: number | null; mail?: string | null } = {}) =>
    withQuery('/admin/outbox', { ...query }),
  /** `tab` is `purchases`; of these, `show` is `runs` for what is paid run by run. */
  /** `refunds` is the page of the refunds, separate from the payments. */
  payments: (
    query: { tab?: string | null; show?: string | null; page?: number | null; refunds?: number | null } = {},
  ) => withQuery('/payments', { ...query }),
  /** An order: paid, waiting, or to be paid. */
  /** `next` is the page that its receipt leads back to. */
  payment: (id: string, next?: string | null) => withQuery(one('/payments', id), { next }),
  sellerCoupons: (query: { page?: number | null } = {}) => withQuery('/seller/coupons', query),
  /** Of plans. */
  adminCoupons: (query: { page?: number | null } = {}) => withQuery('/admin/pricing/coupons', query),
  /** `page` is that of the refunds, `disputes` that of the disputes below them. */
  sellerRefunds: (query: { dispute?: string | null; page?: number | null; disputes?: number | null } = {}) =>
    withQuery('/seller/refunds', query),
  /** `tab` is `statement`; `edit` is `details` while the form is open. */
  sellerPayouts: (query: { tab?: string | null; page?: number | null; edit?: string | null } = {}) =>
    withQuery('/seller/payouts', { ...query }),
  /** `to` is `you` for those the platform and other sellers wrote to this one. */
  sellerInvoices: (query: { to?: string | null; page?: number | null } = {}) =>
    withQuery('/seller/invoices', { ...query }),
  sellerOverview: (query: { days?: string | null } = {}) => withQuery('/seller/overview', { ...query }),
  /** Details of sellers to be checked; `seller` is the one that is open. */
  adminSellers: (query: { status?: string | null; page?: number | null; seller?: string | null } = {}) =>
    withQuery('/admin/sellers', { ...query }),
  adminPayouts: (query: { page?: number | null } = {}) => withQuery('/admin/payouts', { ...query }),
  adminPayoutRun: (id: string) => one('/admin/payouts', id),
  /** The books; `tab` is `transactions` or `gstr1`, the trial balance otherwise. */
  adminLedger: (
    query: {
      tab?: string | null
      account?: string | null
      owner?: string | null
      kind?: string | null
      find?: string | null
      page?: number | null
    } = {},
  ) => withQuery('/admin/ledger', { ...query }),
  adminPayments: (query: { tab?: string | null; dispute?: string | null; page?: number | null } = {}) =>
    withQuery('/admin/payments', { ...query }),
  /** People and settings of the workspace the page is of. */
  workspace: (tab: string | null = null, query: Record<string, string | number | null> = {}) =>
    withQuery('/workspace', { tab, ...query }),
  join: (token: string) => one('/join', token),
  approve: (token: string) => one('/approve', token),
  profile: () => '/profile',
  /** `why` is told at the top: an admin is asked for a second factor. */
  settings: (section?: string, why?: 'two-factor') => withQuery('/settings', { section, why }),
  /** `tab` is `payments`, `credits` or `history`; the plan otherwise. */
  subscription: (tab?: string | null, page?: number | null, refunds?: number | null) =>
    withQuery('/subscription', { tab, page, refunds }),
  /** `order` is the one that paid. */
  subscriptionSuccess: (order?: string | null) => withQuery('/subscription-success', { order }),
  adminPricing: () => '/admin/pricing',
  workflowAgents: (query: { search?: string | null; category?: string | null; page?: number | null } = {}) =>
    withQuery('/workflow-agents', query),
  /** The workflow of an agent on the canvas, to look at. */
  workflowAgent: (slug: string) => one('/workflow-agents', slug),
  nodeConfigTest: (type?: string) => withQuery('/node-config-test', { type }),
  admin: () => '/admin',
  /** `status` may also be `pending` for those who ask for a role; `sort` as the list offers it. */
  adminUsers: (
    query: {
      search?: string | null
      role?: string | null
      status?: string | null
      sort?: string | null
      page?: number | null
    } = {},
  ) => withQuery('/admin/users', { ...query }),
  /** `tab` is a section of the person's page; the overview otherwise. */
  adminUser: (id: string, query: { tab?: string | null; show?: string | null; page?: number | null } = {}) =>
    withQuery(one('/admin/users', id), { ...query }),
  adminExecutionLogs: (
    query: {
      search?: string | null
      status?: string | null
      days?: number | null
      owner?: string | null
      page?: number | null
    } = {},
  ) => withQuery('/admin/execution-logs', { ...query }),
  /** `view` is one of the tabs; visits otherwise. `from` and `to` are days of an own period. */
  analytics: (query: AnalyticsQuery = {}) => withQuery('/analytics', { ...query }),
  adminExecutionLog: (id: string) => one('/admin/execution-logs', id),
  adminAnnouncement: () => '/admin/announcement',
  adminSettings: () => '/admin/settings',
  adminApps: () => '/admin/apps',
  adminInvitations: (query: { page?: number | null } = {}) => withQuery('/admin/invitations', { ...query }),
  adminSystem: () => '/admin/system',
  adminMetrics: (query: { range?: string | null } = {}) => withQuery('/admin/metrics', { ...query }),
  /** `after` is the last entry of the page before; dates are days. */
  adminAudit: (
    query: {
      person?: string | null
      action?: string | null
      from?: string | null
      to?: string | null
      reason?: string | null
      after?: string | null
    } = {},
  ) => withQuery('/admin/audit', { ...query }),
  /** Cases of reported agents, sellers and reviews. */
  adminReports: (
    query: {
      state?: string | null
      kind?: string | null
      overdue?: string | null
      search?: string | null
      page?: number | null
    } = {},
  ) => withQuery('/admin/reports', { ...query }),
  adminReport: (id: string) => one('/admin/reports', id),
  /** `scope` and `target` fill the form. */
  adminRunStops: (query: { scope?: string | null; target?: string | null; page?: number | null } = {}) =>
    withQuery('/admin/run-stops', { ...query }),
  adminErrors: (query: { kind?: string | null; page?: number | null } = {}) => withQuery('/admin/errors', { ...query }),
  /** `endpoint` is the name of one in /openapi.json. */
  apiReference: (query: { endpoint?: string; q?: string } = {}) => withQuery('/api', query),
  docs: (page?: string) => (page ? one('/docs', page) : '/docs'),
}

/** §5, header search: trimmed; empty goes to the plain marketplace. */
export const searchPath = (text: string): string => paths.marketplace({ search: text.trim() })
