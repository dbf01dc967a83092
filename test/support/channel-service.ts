/** A service in the browser whose agent answers chat messages. */
import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook } from './browser.ts'
import { addAgent } from './catalogue.ts'
import { joinE2eDatabase } from './e2e-database.ts'
import { node, set, wires, workflow } from './engine.ts'
import { sellerOn } from './people.ts'

/** Looks at the page in every theme and width; with `PICTURES=yes` it keeps what it saw. */
export const lookAt = (page: Page, name: string) =>
  expectSoundInEveryLook(
    page,
    process.env.PICTURES === 'yes'
      ? (shade) =>
          page.screenshot({ path: `.data/screenshots/${name}.${shade.name.replace(' ', '')}.png`, fullPage: true })
      : undefined,
  )

/** Signs a seller in and shows the page of a service that says when it opens. @param slug of its agent, one for each test */
export async function deployChatService(page: Page, baseURL: string, slug: string): Promise<void> {
  const { mine } = await sellerOn(page.context(), baseURL)
  const made = await mine.call('POST', '/api/v1/custom-agents', {})
  const database = await joinE2eDatabase(baseURL)
  const document = workflow(
    [node('start', 'chat_trigger'), set('done', { text: 'We open at **9**. You asked: {{ $trigger.message }}' })],
    wires('start > done'),
  )
  try {
    const { rows } = await database.pool.query('select owner_id from workflows where id = $1', [made.data.id])
    const listing = { slug, name: 'Opening hours', category: 'productivity', input_schema: { type: 'object' } }
    await addAgent(database.pool, rows[0].owner_id, document, listing)
  } finally {
    await database.drop()
  }
  await page.goto(`/agent/${slug}`)
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
}
