import type { XmlElement } from '@rgrove/parse-xml'
import { z } from 'zod'
import { checkStatus, send, webAddress } from '#nodes/lib/integrations/request.ts'
import { childrenOf, readXmlSafely, textOf } from '#nodes/lib/integrations/safe-xml.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

const Item = z.object({
  id: z.string(),
  title: z.string(),
  link: z.string(),
  /** ISO 8601; empty when the feed does not say or says nonsense. */
  published_at: z.string(),
  summary: z.string(),
  author: z.string(),
})
type Item = z.output<typeof Item>

export const rssRead = defineNode({
  type: 'rss_read',
  version: 1,
  title: 'Read RSS',
  category: 'integration',
  icon: 'rss',
  description: 'Reads the newest entries of a feed: RSS 2.0, RSS 1.0 or Atom.',
  kind: 'effect',
  timeout_ms: 35_000,
  config: z.strictObject({
    url: z
      .string()
      .min(1, 'Enter an address')
      .max(8000)
      .describe('The address of the feed.')
      .meta({ title: 'Address' }),
    max_items: z
      .number()
      .int()
      .min(1)
      .max(500)
      .default(50)
      .describe('Maximum number of entries, in the order of the feed.')
      .meta({ title: 'At most' }),
  }),
  example: { url: 'https://example.com/feed.xml' },
  output: z.object({ title: z.string(), items: z.array(Item) }),
  sentence: (config) => `Reads ${brief(config.url)}`,
  async run(ctx) {
    const { url, max_items } = ctx.config
    const response = await send(ctx, {
      method: 'GET',
      url: webAddress(url).href,
      headers: {
        accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
        'idempotency-key': ctx.run.idempotency_key,
      },
      body: null,
      timeout_ms: 30_000,
    })
    checkStatus(response)
    const root = await readXmlSafely(response.body)
    return output(root.name === 'feed' ? atom(root, max_items) : rss(root, max_items))
  },
})

/** @returns empty for what is no date */
function dateOf(text: string): string {
  const time = Date.parse(text.slice(0, 60))
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}

/** Links lead to pages; `javascript:` and the like do not. */
const linkOf = (text: string): string => (/^https?:\/\//i.test(text.trim()) ? text.trim().slice(0, 8000) : '')

const short = (text: string): string => text.slice(0, 20_000)

/** @throws NodeError `not_a_feed` */
function rss(root: XmlElement, most: number): { title: string; items: Item[] } {
  const channel = childrenOf(root, 'channel')[0]
  if (!channel) throw new NodeError('not_a_feed', 'The address returns XML that isn’t a feed', { field: 'url' })
  // RSS 1.0 has its items next to the channel.
  const found = [...childrenOf(channel, 'item'), ...childrenOf(root, 'item')].slice(0, most)
  const items = found.map((item) => {
    const link = linkOf(textOf(item, 'link'))
    return {
      id: short(textOf(item, 'guid') || link || textOf(item, 'title')),
      title: short(textOf(item, 'title')),
      link,
      published_at: dateOf(textOf(item, 'pubDate') || textOf(item, 'dc:date')),
      summary: short(textOf(item, 'description')),
      author: short(textOf(item, 'author') || textOf(item, 'dc:creator')),
    }
  })
  return { title: short(textOf(channel, 'title')), items }
}

function atom(root: XmlElement, most: number): { title: string; items: Item[] } {
  const items = childrenOf(root, 'entry')
    .slice(0, most)
    .map((entry) => {
      const links = childrenOf(entry, 'link')
      const page = links.find(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate') ?? links[0]
      return {
        id: short(textOf(entry, 'id')),
        title: short(textOf(entry, 'title')),
        link: linkOf(page?.attributes.href ?? ''),
        published_at: dateOf(textOf(entry, 'published') || textOf(entry, 'updated')),
        summary: short(textOf(entry, 'summary') || textOf(entry, 'content')),
        author: short(
          childrenOf(entry, 'author')[0] ? textOf(childrenOf(entry, 'author')[0] as XmlElement, 'name') : '',
        ),
      }
    })
  return { title: short(textOf(root, 'title')), items }
}
