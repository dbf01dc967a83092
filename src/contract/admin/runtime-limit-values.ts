/** Limits that an operator changes at runtime: what each is, what applies until it is changed, and how far it may be changed. Plain data. */

interface RuntimeLimit {
  title: string
  /** What it counts, behind the number. */
  unit: string
  /** What happens to what is above it already. */
  note: string
  default: number
  least: number
  most: number
}

export const RUNTIME_LIMITS = {
  upload_mb: {
    title: 'Size of a file',
    unit: 'MB',
    note: 'Uploads, files that runs create, and documents received by email. Stored files stay.',
    default: 25,
    least: 1,
    most: 25,
  },
  visitor_runs_per_day: {
    title: 'Runs of a visitor without an account',
    unit: 'runs a day',
    note: 'Counted per network. Days begin at midnight UTC.',
    default: 10,
    least: 1,
    most: 1000,
  },
  visitor_files: {
    title: 'Files of a visitor without an account',
    unit: 'files at a time',
    note: 'They are deleted after 24 hours.',
    default: 10,
    least: 1,
    most: 100,
  },
  requests_per_minute: {
    title: 'Requests of a person, API key or visitor',
    unit: 'requests a minute',
    note: 'Counted in each process.',
    default: 1200,
    least: 120,
    most: 60_000,
  },
  services_per_user: {
    title: 'Services of an account',
    unit: 'services',
    note: 'Plans can allow fewer. Services above the limit keep running.',
    default: 100,
    least: 1,
    most: 10_000,
  },
  workflows_per_user: {
    title: 'Workflows of an account',
    unit: 'workflows',
    note: 'Without archived ones. Plans can allow fewer. Workflows above the limit stay.',
    default: 1000,
    least: 1,
    most: 10_000,
  },
  agents_per_seller: {
    title: 'Agents that a seller can import',
    unit: 'agents',
    note: 'Checked when a seller imports listings, together with the agents they have. Agents above the limit stay.',
    default: 200,
    least: 1,
    most: 10_000,
  },
  run_mails_per_hour: {
    title: 'Emails that an account’s runs send through this installation’s mail server',
    unit: 'emails an hour',
    note: 'Emails sent through a mail server of the account’s own aren’t counted.',
    default: 100,
    least: 1,
    most: 10_000,
  },
  widget_runs_per_hour: {
    title: 'Runs that a visitor of a widget can start',
    unit: 'runs an hour',
    note: 'Counted per network and widget.',
    default: 30,
    least: 1,
    most: 1000,
  },
  contact_messages_per_hour: {
    title: 'Contact form messages',
    unit: 'messages an hour',
    note: 'Counted per network and per email address.',
    default: 5,
    least: 1,
    most: 1000,
  },
} as const satisfies Record<string, RuntimeLimit>

export type RuntimeLimitName = keyof typeof RUNTIME_LIMITS
export const RUNTIME_LIMIT_NAMES = Object.keys(RUNTIME_LIMITS) as RuntimeLimitName[]
export type RuntimeLimits = Record<RuntimeLimitName, number>

const DEFAULTS = Object.fromEntries(
  RUNTIME_LIMIT_NAMES.map((name) => [name, RUNTIME_LIMITS[name].default]),
) as RuntimeLimits

/** With the defaults of what was not changed. */
export const runtimeLimitsOf = (
  changed: { readonly [Name in RuntimeLimitName]?: number | undefined },
): RuntimeLimits => ({
  ...DEFAULTS,
  ...changed,
})

/** Variables of the environment that limit what a process does: changed there, with a restart. */
export const LIMIT_VARIABLES = [
  { name: 'WORKER_CONCURRENCY', means: 'Runs at a time in each worker' },
  { name: 'OWNER_SHARE', means: 'Share of a worker’s places that one owner can use, in percent' },
  { name: 'RETAIN_VISITOR_HOURS', means: 'Hours that input and output of visitors’ runs are kept' },
  { name: 'RETAIN_SUCCEEDED_DAYS', means: 'Days that input and output of successful runs are kept; 0 keeps them' },
  { name: 'RETAIN_FAILED_DAYS', means: 'Days that input and output of failed runs are kept; 0 keeps them' },
  { name: 'RETAIN_RUNS_DAYS', means: 'Days that runs themselves are kept; 0 keeps them' },
  { name: 'RETAIN_UPLOADS_DAYS', means: 'Days that uploads nothing uses are kept; 0 keeps them' },
  { name: 'RETAIN_MODEL_CALLS_DAYS', means: 'Days that records of model calls are kept; 0 keeps them' },
] as const
