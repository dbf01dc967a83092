/** The servers that `marketplace.ts` measures, each in a process of its own: the product's, and a bare one doing the same SQL. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AgentQuery } from '#contract/agents/agents.ts'
import { embedForServer } from '#nodes/runner-ports.ts'
import { countKinds, findAgent, findPage, findSimilar } from '#server/areas/agents/agents/agents.store.ts'
import { searchQuery } from '#server/areas/agents/agents/search-query.ts'
import { createEmbeddingSearch } from '#server/areas/agents/embeddings/embedding-search.ts'
import { createHandlers } from '#server/areas/handlers.ts'
import { externalSignInMethods } from '#server/gateways/identity/external/external.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { createApp } from '#server/platform/http/app.ts'
import { createRunners } from '#server/runners/runners.ts'
import { PLAIN_APP, PLAIN_PARTS } from '#test/support/parts.ts'

const [url = '', which = 'product'] = process.argv.slice(2)
const db = createDatabase(createPool(url, 20))

/** No framework, no validation, no envelope: parse the query, ask the database, write JSON. */
const bare = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  const slug = pathname.split('/')[4]
  const answer = slug ? await detail(slug) : await list(AgentQuery.parse(Object.fromEntries(searchParams)))
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})

async function list(query: AgentQuery) {
  const by = { words: searchQuery(query.search ?? ''), fit: 'all' as const, related: [] }
  const kinds = await countKinds(db, query, by)
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  return {
    total,
    kinds,
    agents: await findPage(db, query, { limit: 20, offset: (query.page - 1) * 20, by, total }),
  }
}

async function detail(slug: string) {
  const agent = await findAgent(db, slug)
  return { agent, similar: await findSimilar(db, agent?.category_slug ?? '', 4) }
}

if (which === 'product') {
  const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  process.once('SIGTERM', () => void runners.stop().then(() => process.exit(0)))
  const unused = new Proxy({}, { get: () => () => Promise.reject(new Error('not measured')) }) as never
  const handlers = createHandlers({
    ...PLAIN_PARTS,
    reader: readPrimary(db),
    fresh_ms: 1000,
    db,
    engine: unused,
    files: unused,
    documents: unused,
    feed: unused,
    chatFeed: unused,
    workflowFeed: unused,
    portrait: unused,
    paperwork: undefined as never,
    exports: unused,
    retention: unused,
    models: unused,
    billingGate: unused,
    secrets: unused,
    connectors: unused,
    identity: { accounts: null, ways: externalSignInMethods({ google: null, github: null }) },
    embeddingSearch: createEmbeddingSearch({ db, embed: embedForServer(runners.embed), log: console }),
  })
  const app = await createApp({
    ...PLAIN_APP,
    deadlineFactor: 1,
    handlers,
    sessions: unused,
    secret: 'bench',
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as AddressInfo).port)
} else bare.listen(0, '127.0.0.1', () => process.send?.((bare.address() as AddressInfo).port))
