/** Two websites, and an installation that may read them. */
import { createRunners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from './app.ts'
import { embedByWords } from './embed.ts'
import { startWebsite, type Website } from './website.ts'

export interface SiteStage {
  site: Website
  other: Website
  test: TestApp
  owner: Person
  /** Forgets sites and hosts, and what was asked. */
  clear(): Promise<void>
  end(): Promise<void>
}

export async function setSiteStage(): Promise<SiteStage> {
  const [site, other] = [await startWebsite(), await startWebsite()]
  const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  const models = { model: null, outboundAllow: [site.host, other.host] } as never
  const test = await createTestApp({ embed: embedByWords, runners, models })
  return {
    ...{ site, other, test },
    owner: await test.person(),
    async clear() {
      await test.database.pool.query('delete from knowledge_sites')
      await test.database.pool.query('delete from knowledge_hosts')
      for (const one of [site, other]) one.requests = []
    },
    async end() {
      await test.close()
      await runners.stop()
      for (const one of [site, other]) one.close()
    },
  }
}
