/** A sentence becomes a proposal of a model, which is looked at on the canvas and taken piece by piece. */
import { expect, type Page } from '@playwright/test'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { test } from '#test/support/browser.ts'
import { designer } from '#test/support/designer.ts'
import { portOf } from '#test/support/e2e-ports.ts'
import { sellerOn } from '#test/support/people.ts'
import type { Visit } from '#test/support/visit.ts'

const step = (id: string, type: string, title: string, config: object = {}) => ({ id, type, title, config })
const START = step('start', 'manual_trigger', 'Start')
const READ = step('read', 'set_fields', 'Read <b>it</b>', { json: '{"total": 5}' })

/** What the model says, as the server asks for it. */
const answer = (nodes: object[], edges: [string, string][], explanation: string) =>
  ({
    type: 'answer',
    text: JSON.stringify({
      name: 'Read the orders',
      explanation,
      nodes,
      edges: edges.map(([from, to]) => ({ from, port: 'out', to })),
    }),
  }) as const

/** A model of one's own at this server. */
async function withModel(mine: Visit, peer: ModelPeer): Promise<void> {
  const body = { provider: 'custom', model: 'small', name: 'Small', base_url: peer.url }
  const { status, message, errors } = await mine.call('POST', '/api/v1/models', body)
  if (status >= 300) throw new Error(`Adding a model: ${status} ${message} ${JSON.stringify(errors)}`)
}

const decide = (page: Page, name: string, what: 'Accept' | 'Reject') =>
  page
    .getByRole('group', { name: `Decide on ${name}` })
    .getByRole('radio', { name: what })
    .check({ force: true })

test('a proposal is taken in pieces, and a change to it is asked for in words', async ({ page, baseURL }) => {
  const { mine, url } = await sellerOn(page.context(), baseURL)
  const peer = await startModelPeer({ port: portOf(url, 'model of designer-proposal.spec.ts') })
  await withModel(mine, peer)
  const dialog = page.getByRole('dialog', { name: 'Proposal' })

  await test.step('the sentence of the hub opens as a proposal, and nothing of it is done yet', async () => {
    peer.behave(
      answer(
        [
          START,
          READ,
          step('tell', 'set_fields', 'Tell', { json: '{}' }),
          step('extra', 'set_fields', 'Extra', { json: '{}' }),
        ],
        [
          ['start', 'read'],
          ['read', 'tell'],
          ['tell', 'extra'],
        ],
        '<img src=x onerror="window.hit=1"> It reads and tells.',
      ),
    )
    await page.goto('/workflows')
    await page.getByLabel('Describe what it should do').fill('read the orders and tell me')
    await page.getByRole('button', { name: 'Propose workflow' }).click()
    await expect(dialog).toContainText('It reads and tells.')
    expect(JSON.stringify(peer.asked.at(-1)?.body)).toContain('read the orders and tell me')
  })
  const canvas = designer(page, mine, new URL(page.url()).searchParams.get('workflow') ?? '')

  await test.step('hostile words are words; a piece is left out, the rest is accepted as one step', async () => {
    expect(await page.evaluate('window.hit ?? 0')).toBe(0)
    expect(await canvas.ids()).toEqual([])
    await expect(dialog.getByText('4 of 4 accepted')).toBeVisible()
    await decide(page, 'Extra', 'Reject')
    await expect(dialog.getByText('3 of 4 accepted')).toBeVisible()
    await dialog.getByRole('button', { name: 'Accept 3' }).click()
    await expect.poll(canvas.ids).toEqual(['read', 'start', 'tell'])
    await canvas.holds(['start>read', 'read>tell'])
    expect((await canvas.get('read'))?.title).toBe('Read <b>it</b>')
  })

  await test.step('undone and done again at once', async () => {
    await page.locator('.react-flow').focus()
    await canvas.press('Control+z')
    await expect.poll(canvas.ids).toEqual([])
    await canvas.press('Control+Shift+z')
    await expect.poll(canvas.ids).toEqual(['read', 'start', 'tell'])
  })

  await test.step('a change is asked for from the palette: what is changed, added and taken away is marked', async () => {
    peer.behave(
      answer(
        [START, { ...READ, config: { json: '{"total": 9}' } }, step('mail', 'set_fields', 'Mail', { json: '{}' })],
        [
          ['start', 'read'],
          ['read', 'mail'],
        ],
        'It mails instead of telling.',
      ),
    )
    await canvas.press('Control+k')
    await page.getByRole('combobox').fill('request a change')
    await canvas.press('Enter')
    await page.getByLabel('What should change?').fill('mail it instead')
    await page.getByRole('button', { name: 'Propose', exact: true }).click()
    await expect(dialog).toContainText('It mails instead of telling.')
    // The step that goes stays; what is wired to it is decided with it.
    await decide(page, 'Tell', 'Reject')
    await decide(page, 'Mail', 'Reject')
    await dialog.getByRole('button', { name: /^Accept 1/ }).press('Enter')
    await expect.poll(async () => (await canvas.get('read'))?.config.json).toBe('{"total": 9}')
    expect(await canvas.ids()).toEqual(['read', 'start', 'tell'])
    expect(await canvas.wires()).toEqual(['read>tell', 'start>read'])
  })

  await test.step('all is rejected; a model that is away, or says nonsense, changes nothing and says so', async () => {
    const before = await canvas.stored()
    const ask = async () => {
      await page.locator('.react-flow').focus()
      await canvas.press('Control+k')
      await page.getByRole('combobox').fill('request a change')
      await canvas.press('Enter')
      await page.getByLabel('What should change?').fill('take it all away')
      await page.getByRole('button', { name: 'Propose', exact: true }).click()
    }
    peer.behave(answer([START], [], 'All of it goes.'))
    await ask()
    await expect(dialog).toContainText('All of it goes.')
    await dialog.getByRole('button', { name: 'Reject all' }).click()
    await expect(dialog).toHaveCount(0)
    peer.behave({ type: 'answer', text: '{"nodes": "none"}' })
    await ask()
    await expect(page.getByRole('dialog')).toContainText(/didn’t find a workflow|didn’t return a usable workflow/, {
      timeout: 30_000,
    })
    // The sentence is kept.
    await expect(page.getByLabel('What should change?')).toHaveValue('take it all away')
    await page.keyboard.press('Escape')
    expect(await canvas.stored()).toEqual(before)
  })
  await peer.close()
})
