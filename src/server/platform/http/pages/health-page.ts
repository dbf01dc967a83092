/** `/metrics/health`: the state of the installation and of this process in words. Drawn whole by the server; it has no script. */
import { partOf } from '#contract/platform/health-values.ts'
import { PRIORITIES } from '#contract/runs/execution-states.ts'
import type { InstallationFacts } from '#server/platform/metrics/installation-facts.ts'
import type { Disk, Facts } from '#server/platform/metrics/metrics.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { escapeHtml } from './escape.ts'

type State = 'good' | 'warn' | 'bad' | 'plain'
type Row = readonly [name: string, value: string, state?: State]

const WORDS: Record<Exclude<State, 'plain'>, string> = { good: 'OK', warn: 'Check', bad: 'Problem' }

const ROLES: Record<string, string> = { all: 'Web and worker', web: 'Web', worker: 'Worker' }

/** Pools and kinds of sandbox as people call them. */
const NAMES: Record<string, string> = {
  runs: 'Runs and jobs',
  requests: 'Requests',
  sign_in: 'Sign-in',
  probes: 'Health checks',
  code: 'Code',
  documents: 'Documents',
  paperwork: 'Text recognition and PDFs',
  embed: 'Search',
  embed_aside: 'Listings',
}

const nameOf = (key: string): string => NAMES[key] ?? key

const number = (value: number): string => value.toLocaleString('en-IN', { maximumFractionDigits: 1 })

export function inWords(seconds: number): string {
  const ms = seconds * SECOND_MS
  if (ms < MINUTE_MS) return `${Math.round(seconds)} s`
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`
  if (ms < 2 * DAY_MS) return `${number(ms / HOUR_MS)} h`
  return `${number(ms / DAY_MS)} days`
}

export function inBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes, 0]
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1]
  return `${number(value)} ${units[unit]}`
}

/** The worse the larger: `warn` and `bad` are where it becomes so. */
const rising = (value: number, warn: number, bad: number): State =>
  value >= bad ? 'bad' : value >= warn ? 'warn' : 'good'

function partRows({ health }: Facts): Row[] {
  return Object.entries(health.checks).map(([key, state]) => {
    const { name, meaning } = partOf(key)
    return [name, state === 'up' ? 'Up' : `Down. ${meaning}`, state === 'up' ? 'good' : 'bad']
  })
}

function runRows({ queue, runs, workers }: InstallationFacts): Row[] {
  const queued = queue.reduce((sum, one) => sum + one.queued, 0)
  const oldest_s = Math.max(0, ...queue.map((one) => one.oldest_s))
  const byPriority = PRIORITIES.toReversed().map((priority) => {
    const found = queue.find((one) => one.priority === priority)
    return `${priority} ${number(found?.queued ?? 0)}`
  })
  return [
    ['Workers alive', number(workers), workers === 0 ? 'bad' : 'good'],
    ['Runs in the queue', `${number(queued)} (${byPriority.join(', ')})`],
    ['Longest wait', queued === 0 ? 'None' : inWords(oldest_s), rising(oldest_s, 60, 600)],
    ['Runs in progress', number(runs.running)],
    ['Runs waiting for something', number(runs.waiting)],
    ['Paused runs', number(runs.paused)],
  ]
}

function serviceRows({ mails, gateway_event_s, database, backup_s, backup_failed }: InstallationFacts): Row[] {
  const { connections, most_connections } = database
  return [
    ['Mail waiting', number(mails.queued), rising(mails.oldest_s, 600, 3600)],
    ['Mail that failed this week', number(mails.failed), mails.failed > 0 ? 'warn' : 'good'],
    [
      'Payment events not processed',
      gateway_event_s === null ? 'None' : `The oldest arrived ${inWords(gateway_event_s)} ago`,
      rising(gateway_event_s ?? 0, 300, 3600),
    ],
    [
      'Database connections',
      `${number(connections)} of ${number(most_connections)}`,
      rising(connections / most_connections, 0.8, 0.95),
    ],
    ['Database size', inBytes(database.bytes)],
    [
      'Last backup',
      `${backup_s === null ? 'None yet' : `${inWords(backup_s)} ago`}${backup_failed ? '; the newest one failed' : ''}`,
      backup_failed ? 'bad' : backup_s === null ? 'warn' : rising(backup_s, 2 * 86_400, 7 * 86_400),
    ],
  ]
}

const diskRow = (disk: Disk | null): Row => {
  if (disk === null) return ['Disk space', 'Unknown', 'warn']
  const used = 1 - disk.free / Math.max(1, disk.size)
  return ['Disk space', `${inBytes(disk.free)} free of ${inBytes(disk.size)}`, rising(used, 0.9, 0.95)]
}

function processRows({ version, role, uptime_s, memory_bytes, disk, pools, sandbox }: Facts): Row[] {
  return [
    ['Version', version],
    ['Role', ROLES[role] ?? role],
    ['Running for', inWords(uptime_s)],
    ['Memory', inBytes(memory_bytes)],
    diskRow(disk),
    ...Object.entries(pools).map(
      ([name, { busy, most, waiting }]): Row => [
        `Database connections: ${nameOf(name)}`,
        `${number(busy)} of ${number(most)} in use, ${number(waiting)} waiting`,
        waiting > 0 ? 'warn' : 'good',
      ],
    ),
    ...Object.entries(sandbox).map(
      ([kind, { busy, size, waiting }]): Row => [
        `Sandbox: ${nameOf(kind)}`,
        `${number(busy)} of ${number(size)} in use, ${number(waiting)} waiting`,
      ],
    ),
  ]
}

/** The colours of the product (`web/ui/theme.css`), which this page does not load. */
const LIGHT =
  'color-scheme: light; --paper: oklch(0.985 0.004 90); --card: oklch(1 0 0); --line: oklch(0.905 0.006 90); --ink: oklch(0.23 0.014 275); --muted: oklch(0.47 0.014 275); --good: oklch(0.45 0.11 152); --warn: oklch(0.48 0.105 68); --bad: oklch(0.5 0.19 26)'
const DARK =
  'color-scheme: dark; --paper: oklch(0.185 0.008 275); --card: oklch(0.222 0.009 275); --line: oklch(0.315 0.011 275); --ink: oklch(0.95 0.005 90); --muted: oklch(0.735 0.012 275); --good: oklch(0.79 0.13 155); --warn: oklch(0.83 0.12 82); --bad: oklch(0.77 0.125 24)'

const STYLE = `
:root, [data-theme="light"] { ${LIGHT} }
[data-theme="dark"] { ${DARK} }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${DARK} } }
* { box-sizing: border-box }
body { margin: 0; padding: 1.25rem; background: var(--paper); color: var(--ink); font: 0.9375rem/1.5 "Instrument Sans", system-ui, sans-serif }
main { max-width: 64rem; margin: 0 auto }
h1 { font-size: 1.375rem; margin: 0 } h2 { font-size: 1rem; margin: 1.5rem 0 0.5rem }
p { margin: 0.25rem 0 0; color: var(--muted) }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); border-radius: 8px }
th, td { text-align: left; padding: 0.5rem 0.75rem; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere }
tr:first-child > * { border-top: 0 }
th { font-weight: 400; color: var(--muted); width: 38% } td:last-child { width: 7rem; white-space: nowrap; font-weight: 600 }
.good { color: var(--good) } .warn { color: var(--warn) } .bad { color: var(--bad) }
a { color: inherit }
`

const THEMES = ['light', 'dark'] as const

/** Of the page around a frame; null lets the browser decide. */
export const themeIn = (query: unknown): string | null =>
  THEMES.find((theme) => theme === (query as { theme?: unknown } | null)?.theme) ?? null

const page = (title: string, theme: string | null, body: string): string =>
  `<!doctype html><html lang="en"${theme === null ? '' : ` data-theme="${theme}"`}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`

function table(title: string, rows: readonly Row[]): string {
  const lines = rows.map(([name, value, state = 'plain']) => {
    const word = state === 'plain' ? '' : WORDS[state]
    return `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td><td class="${state}">${word}</td></tr>`
  })
  return `<section><h2>${escapeHtml(title)}</h2><table>${lines.join('')}</table></section>`
}

export interface HealthPageOptions {
  brand: string
  theme: string | null
  now: Date
}

export function drawHealthPage(facts: Facts, { brand, theme, now }: HealthPageOptions): string {
  const { health, installation } = facts
  const isHealthy = health.status === 'healthy'
  const down = Object.entries(health.checks).filter(([, state]) => state === 'down')
  const names = down.map(([key]) => partOf(key).name).join(', ')
  const summary = isHealthy
    ? down.length === 0
      ? '<span class="good">Everything works.</span>'
      : `<span class="warn">It works, but this part is down: ${escapeHtml(names)}.</span>`
    : `<span class="bad">Degraded. Down: ${escapeHtml(names)}.</span>`
  const at = now.toISOString().replace('T', ' ').slice(0, 19)
  return page(
    `Health of ${brand}`,
    theme,
    `<h1>Health of ${escapeHtml(brand)}</h1><p>${summary}</p><p>As of ${at} UTC. <a href="">Refresh</a></p>
${table('Parts', partRows(facts))}
${
  installation === null
    ? '<section><h2>Installation</h2><p><span class="bad">The database can’t be read, so the queue, mail and backups are unknown.</span></p></section>'
    : table('Runs', runRows(installation)) + table('Services', serviceRows(installation))
}
${table('This process', processRows(facts))}`,
  )
}

/** Shown to those who may not see the page, and once the cookie has expired. */
export const drawClosedPage = (brand: string, theme: string | null): string =>
  page(
    `Metrics of ${brand}`,
    theme,
    '<h1>Sign in as an admin</h1><p>Open <a href="/admin/metrics" target="_top">Admin → Metrics</a> and come back. This page stays open for 15 minutes after that.</p><p>Programs send <code>Authorization: Bearer</code> with the <code>METRICS_TOKEN</code> of this installation.</p>',
  )
