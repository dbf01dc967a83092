/** `/agent/{slug}.md`, the listing for programs that read, and `/agent/{slug}/badge.svg` for other sites: as a visitor sees it. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Installation } from './head.ts'
import { badgeSvg, listingMarkdown } from './listing-text.ts'

type Shown = Pick<Installation, 'brand' | 'origin'>
type Asked = { Params: { slug: string } }

/** Our own API, asked by a visitor within this process. @throws not_found, unavailable */
async function agentAt(app: FastifyInstance, slug: string): Promise<AgentDetail> {
  const answer = await app.inject({ method: 'GET', url: `/api/v1/agents/${encodeURIComponent(slug)}` })
  if (answer.statusCode === 200) return answer.json<{ data: AgentDetail }>().data
  throw new AppError(answer.statusCode >= 500 ? 'unavailable' : 'not_found')
}

const send = (reply: FastifyReply, type: string, body: string): FastifyReply =>
  reply.header('cache-control', 'public, max-age=300').type(`${type}; charset=utf-8`).send(body)

export function serveListings(app: FastifyInstance, installation: Shown): void {
  const schema = { hide: true } as object
  app.get<Asked>('/agent/:slug(^[a-z0-9-]{1,64}$).md', { schema }, async ({ params }, reply) =>
    send(reply, 'text/markdown', listingMarkdown(await agentAt(app, params.slug), installation)),
  )
  app.get<Asked>('/agent/:slug/badge.svg', { schema }, async ({ params }, reply) => {
    const svg = badgeSvg(await agentAt(app, params.slug), installation)
    // Other sites show it: that is what it is for.
    reply.header('cross-origin-resource-policy', 'cross-origin').header('content-security-policy', "default-src 'none'")
    return send(reply, 'image/svg+xml', svg)
  })
}
