/** A listing as text for programs that read, and as a badge for other sites. Figures are those that the platform measured. */
import type { AgentDetail, AgentVersion, Price } from '#contract/agents/agents.ts'
import type { Json } from '#contract/core/primitives.ts'
import { escapeXml } from './escape.ts'
import type { Installation } from './head.ts'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('en-IN')

/** Escapes a single line, so that it makes no heading, list or HTML. */
const line = (text: string): string => text.replace(/\s+/g, ' ').replace(/[<>]/g, '').trim()
const day = (time: string): string => time.slice(0, 10)

const PER: Record<Price['type'], string> = { free: '', per_run: ' per run', monthly: ' per month', one_time: ' once' }
const priceOf = ({ type, paise }: Price): string =>
  type === 'free' ? 'Free' : `${rupees.format(paise / 100)}${PER[type]}, GST included`

const seconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

function measured({ stats, rating, review_count }: AgentDetail): string[] {
  const { runs, success_rate, median_ms, users_30d } = stats
  if (runs === 0) return ['- Measured by the platform: no runs yet']
  return [
    `- Measured by the platform: ${whole.format(runs)} runs, ${percent.format(success_rate ?? 0)} succeeded` +
      `${median_ms === null ? '' : `, median time ${seconds(median_ms)}`}, ${whole.format(users_30d)} users in 30 days`,
    ...(rating === null ? [] : [`- Rating: ${rating.toFixed(1)} of 5 from ${whole.format(review_count)} reviews`]),
  ]
}

const list = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`## ${title}`, items.map((item) => `- ${line(item)}`).join('\n')]

const orNone = (values: readonly string[], none: string): string =>
  values.length > 0 ? values.map(line).join(', ') : none

const passport = ({ permissions: { reads, sends_to, models, kept, agents } }: AgentVersion): string[] => [
  '## Permissions and data',
  [
    `- Reads: ${orNone(reads, 'nothing but what you give it')}`,
    `- Sends data to: ${orNone(sends_to, 'nowhere, it stays on this server')}`,
    `- Models: ${orNone(models, 'none: rules, dictionaries and statistics')}`,
    `- Kept: ${line(kept)}`,
    ...agents.map(({ name, most_paise }) => `- Runs the agent ${line(name)}: up to ₹${most_paise / 100} more a run`),
  ].join('\n'),
]

const schema = (title: string, value: Json): string[] => [
  `## ${title}`,
  `\`\`\`json\n${JSON.stringify(value, null, 2).replaceAll('```', '\\u0060\\u0060\\u0060')}\n\`\`\``,
]

function ofVersion(agent: AgentDetail, version: AgentVersion, origin: string): string[] {
  const { listing, input_schema, output_schema } = version
  return [
    ...list('It does', listing.does),
    ...list('It does not', listing.does_not),
    ...(listing.how_it_works ? ['## How it works', listing.how_it_works] : []),
    ...(listing.disclaimer ? [`**${line(listing.disclaimer)}**`] : []),
    ...passport(version),
    ...schema('Input (JSON Schema)', input_schema),
    ...(Object.keys(output_schema).length > 0 ? schema('Output (JSON Schema)', output_schema) : []),
    '## Run it by API',
    [
      `POST ${origin}/api/v1/workflows/execute with \`{"agent_id": "${agent.slug}", "input": {…}, "wait_ms": 25000}\`.`,
      agent.price.type === 'free' ? 'No key is needed for a few runs a day.' : 'Send an API key as a bearer token.',
      `The API is described at ${origin}/api.`,
    ].join(' '),
    `Recorded runs of its samples: ${origin}/api/v1/agents/${agent.slug}/sample-runs`,
    `Uptime, last check, scan and prices: ${origin}/api/v1/agents/${agent.slug}/record`,
  ]
}

function noticeLines({ standing: { maintenance, notice } }: AgentDetail): string[] {
  const said = notice === '' ? '' : `: ${line(notice)}`
  if (maintenance) return [`- Under maintenance${said}`]
  return notice === '' ? [] : [`- A word from its seller${said}`]
}

/** The whole listing in Markdown. The seller's text is included verbatim. */
export function listingMarkdown(agent: AgentDetail, { origin }: Pick<Installation, 'origin'>): string {
  const { version, seller, similar } = agent
  const url = `${origin}/agent/${agent.slug}`
  const parts = [
    `# ${line(agent.name)}`,
    `> ${line(agent.tagline)}`,
    [
      `- Page: ${url}`,
      `- Seller: ${line(seller.display_name)}${seller.is_verified ? ' (checked by the platform)' : ''}`,
      `- Category: ${[agent.category, ...agent.more_categories].map(({ name }) => line(name)).join(', ')}`,
      `- Price: ${priceOf(agent.price)}`,
      ...(version
        ? [`- Version: ${version.number}, of ${day(version.created_at)}, content hash ${version.content_hash}`]
        : []),
      ...measured(agent),
      ...noticeLines(agent),
      ...(agent.status === 'deprecated' ? ['- Deprecated by its seller: not sold any more'] : []),
    ].join('\n'),
    '## What it is',
    agent.description,
    ...(version ? ofVersion(agent, version, origin) : []),
    ...list(
      'Versions',
      agent.versions.map(
        ({ number, changelog, created_at }) => `${number} (${day(created_at)}): ${changelog || 'no changes described'}`,
      ),
    ),
    ...(similar.length === 0
      ? []
      : [
          '## Similar agents',
          similar
            .map(({ slug, name }) => `- [${line(name).replace(/[[\]]/g, '')}](${origin}/agent/${slug}.md)`)
            .join('\n'),
        ]),
  ]
  return `${parts.join('\n\n')}\n`
}

/** What the badge says: the rating where there is one, else the measured success, else that it is listed. */
function ratingText({ rating, review_count, stats }: AgentDetail): string {
  if (rating !== null) return `★ ${rating.toFixed(1)} (${whole.format(review_count)})`
  if (stats.runs > 0 && stats.success_rate !== null)
    return `${percent.format(stats.success_rate)} of ${whole.format(stats.runs)} runs`
  return 'listed'
}

/** About as wide as a browser draws it at 11 px; a wrong guess only moves the edge. */
const widthOf = (text: string): number => Math.round([...text].length * 6.4) + 14

/** A badge for another site, as SVG: the marketplace on the left, the agent's health on the right. */
export function badgeSvg(agent: AgentDetail, installation: Pick<Installation, 'brand'>): string {
  const { name: brand } = installation.brand()
  const rating = ratingText(agent)
  const [left, right] = [widthOf(brand), widthOf(rating)]
  const width = left + right
  const label = escapeXml(`${agent.name} on ${brand}: ${rating}`)
  const text = (x: number, said: string, colour: string) =>
    `<text x="${x}" y="14" text-anchor="middle" fill="${colour}">${escapeXml(said)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}"><title>${label}</title>`,
    `<rect width="${width}" height="20" rx="4" fill="#1d1b18"/><path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H${left}z" fill="#f0b13c"/>`,
    `<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    text(left / 2, brand, '#ffffff'),
    text(left + right / 2, rating, '#1d1b18'),
    '</g></svg>',
  ].join('')
}
