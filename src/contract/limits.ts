/** The business constants of specification §9, and the limits the product adds. Times in ms, sizes in bytes, unless named. */

export const LIMITS = {
  timeouts: { identity_token: 30_000, user_fetch: 15_000, api: 8000 },
  health: {
    first_ms: 2000,
    every_ms: 30_000,
    reconnect_hidden_ms: 10_000,
    attempts: 3,
    backoff_ms: [1000, 2000],
    retried_statuses: [502, 503, 504],
  },
  pages: { executions: 25, agents: 20, max: 100 },
  notifications: { max: 5, default_ms: 5000, validation_ms: 4000, exit_ms: 300, position: 'top-right' },
  toasts: { max: 1, duration_ms: 5000, swipe_px: 50, remove_ms: 1_000_000 },
  errors: { retries: 3, fallback_retries: 1, retry_delay_ms: 1000, log: 100 },
  layout: { sidebar_px: 256, sidebar_collapsed_px: 64, breakpoint_px: 768 },
  logout_redirect_ms: 100,
  log_level: 'warn',
  commission_rate: 0.15,
  password: { min_login: 6, min_new: 8, max: 128 },
  query: {
    fresh_ms: 300_000,
    kept_ms: 600_000,
    retries: 1,
    retry_first_ms: 1000,
    retry_max_ms: 30_000,
    refetch_on_focus: false,
    refetch_on_mount: true,
    refetch_on_reconnect: true,
    mutation_retries: 0,
  },
  carousel: {
    autoplay_ms: 3000,
    speed_ms: 800,
    loop: true,
    slides: 2,
    spacing_px: 24,
    breakpoints: [
      { from_px: 640, slides: 3, spacing_px: 32 },
      { from_px: 768, slides: 4, spacing_px: 40 },
      { from_px: 1024, slides: 5, spacing_px: 48 },
      { from_px: 1280, slides: 6, spacing_px: 56 },
    ],
  },
  payment_currency: 'INR',
  purchase_event_currency: 'USD',
} as const

/** What the server adds: enforced there, named in the error when it is passed. */
export const SERVER_LIMITS = {
  body_bytes: 1_000_000,
  /** A multipart form that a webhook sends, with its files. */
  hook_form_bytes: 10_000_000,
  hook_form_files: 10,
  /** How deep JSON in a body may be nested. */
  json_depth: 64,
  file_bytes: 25_000_000,
  /** What one visitor may keep at a time; files go after 24 hours. */
  visitor_files: 10,
  visitor_file_ttl_ms: 86_400_000,
  /** What one run may make: files, and their bytes together. */
  run_files: 200,
  run_file_bytes: 250_000_000,
  /** Runs a visitor without an account may start in one day (UTC). */
  visitor_runs_per_day: 10,
  /** Queued executions one process runs at a time, and of these those of one owner at the share that is set by default. */
  queue_per_worker: 50,
  queue_per_owner: 20,
  /** Failed runs that one recovery takes. */
  recovery_runs: 1000,
  /** Most that `workflows/execute` waits for the end. */
  wait_ms: 25_000,
  services_per_user: 100,
  workflows_per_user: 1000,
  /** Requests per minute and caller. */
  requests_per_minute: 1200,
  /** Unknown or revoked API keys per minute and address; then all keys from there wait out the minute. */
  refused_keys_per_minute: 120,
  /** How soon an open stream of a blocked user closes. */
  stream_check_ms: 4000,
  stream_heartbeat_ms: 15_000,
  /** Live streams one caller may have open at a time, in one process. */
  open_streams: 20,
  search_chars: 200,
  /** A person's newest notices are kept. */
  notices_kept: 200,
} as const

/** Events: how many a batch holds, how old one may be, how many batches an hour one sender may send, and how long they are kept. */
export const ANALYTICS = { batch: 50, oldest_ms: 86_400_000, batches_per_hour: 600, kept_months: 13 } as const

/** Asking for a role: after a rejection one waits, and nobody asks without end. */
export const ROLE_REQUESTS = { reason_chars: 1000, again_after_days: 7, per_week: 5 } as const

/** §3, §9. Rupees; `agentLimit` 999 is unlimited, a `null` limit too. */
export interface Plan {
  id: string
  name: string
  monthlyPrice: number
  yearlyPrice: number
  agentLimit: number
  isPopular: boolean
  isPremium: boolean
  features: readonly string[]
  limits: { storage: string | null; apiCalls: string | null; support: string }
  cta: string
  savings: string
}

export const YEARLY_BANNER = 'Save up to 17%'
export const UNLIMITED_AGENTS = 999

export const PLANS: readonly Plan[] = [
  {
    id: 'starter',
    name: 'Starter',
    monthlyPrice: 1000,
    yearlyPrice: 10_000,
    agentLimit: 2,
    isPopular: true,
    isPremium: false,
    features: [
      '2 agents',
      '5GB storage',
      '10K API calls per month',
      'Email support',
      '7-day free trial, no credit card',
    ],
    limits: { storage: '5GB', apiCalls: '10K/month', support: 'email' },
    cta: 'Start Free Trial',
    savings: '2,000 per year',
  },
  {
    id: 'professional',
    name: 'Professional',
    monthlyPrice: 5000,
    yearlyPrice: 50_000,
    agentLimit: 5,
    isPopular: false,
    isPremium: true,
    features: ['5 agents', '25GB storage', '50K API calls per month', 'Priority email support'],
    limits: { storage: '25GB', apiCalls: '50K/month', support: 'priority email' },
    cta: 'Upgrade to Pro',
    savings: '10,000 per year',
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    monthlyPrice: 15_000,
    yearlyPrice: 150_000,
    agentLimit: UNLIMITED_AGENTS,
    isPopular: false,
    isPremium: true,
    features: ['Unlimited agents', 'Unlimited storage', 'Unlimited API calls', '24/7 phone and chat support'],
    limits: { storage: null, apiCalls: null, support: '24/7 phone and chat' },
    cta: 'Contact Sales',
    savings: '30,000 per year',
  },
]

/** What holds without a plan; `null` is unlimited. */
export const FREE_LIMITS = { services: 1, storage_bytes: 500_000_000, api_calls: 500 } as const

/** The one plan that can be tried before it is paid. */
export const TRIAL_PLAN = 'starter'

export const SUBSCRIPTIONS = {
  trial_days: 7,
  /** Days of the trial, counted from 1, on which the product asks. */
  trial_reminder_days: [5, 7],
  /** A renewal is announced this long before it is charged, and never less than `pre_debit_ms` (RBI e-mandate framework). */
  announced_ms: 3 * 86_400_000,
  pre_debit_ms: 86_400_000,
  /** After a charge that failed, and between reminders where the customer has to pay: days to the next try each time. */
  retry_after_days: [2, 5, 7, 7],
  /** After the last of them, before the plan ends. */
  grace_days: 3,
  /** Above it, GST included, a bank charges nobody without asking them each time (RBI). */
  silent_paise: 1_500_000,
} as const

export const ANALYTICS_EVENTS = [
  'login',
  'sign_up',
  'logout',
  'page_view',
  'agent_view',
  'agent_create',
  'agent_purchase',
  'platform_access',
  'role_upgrade',
  'payment_success',
  'payment_failed',
  'search',
  'share',
  'error_encountered',
  'feature_used',
] as const
