/** A skill from a file to the answer of an agent, with a plan that is shown while the agent works. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import type { Behaviour } from '#peers/model/behaviour.ts'
import { startModelPeer } from '#peers/model/server.ts'
import { createZip } from '#server/gateways/zip-writer.ts'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { portOf } from '#test/support/e2e-ports.ts'
import { sellerOn } from '#test/support/people.ts'

const FILES = {
  'refund-letters/SKILL.md':
    '---\nname: refund-letters\ndescription: Writes letters about refunds. Use it when a customer asks for money back.\n---\n\n1. Read references/fees.md.\n2. Write at most five sentences.\n',
  'refund-letters/references/fees.md': 'A cancelled visit costs ₹200.',
  'refund-letters/scripts/total.py': 'print(200)',
}
const folder = (): Promise<Buffer> => {
  async function* entries() {
    for (const [name, text] of Object.entries(FILES)) yield { name, data: Readable.from([text]) }
  }
  return buffer(Readable.from(createZip(entries())))
}

const calls = (name: string, given: object): Behaviour => ({ type: 'tools', calls: [{ name, arguments: given }] })
const plan = (...states: string[]): Behaviour => {
  const tasks = ['Read the fees', 'Write the letter']
  return calls('write_plan', { items: tasks.map((task, at) => ({ task, status: states[at] })) })
}
const read = calls('read_skill', { skill: 'refund-letters' })

const look = (page: Page, name: string) =>
  expectSoundInEveryLook(
    page,
    process.env.PICTURES === 'yes'
      ? (shade) => page.screenshot({ path: `.data/screenshots/skills-${name}.${shade.name.replace(' ', '')}.png` })
      : undefined,
  )
const log = (page: Page) => page.getByRole('log')
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const section = (page: Page, name: string) => page.locator('summary', { hasText: name }).first()
const ask = async (page: Page, text: string) => {
  await message(page).fill(text)
  await message(page).press('Enter')
}

test('a skill is imported, used in the docked chat, edited and brought up to date', async ({ page, baseURL }) => {
  const { mine, url } = await sellerOn(page.context(), baseURL)
  const peer = await startModelPeer({ port: portOf(url, 'model of skills.spec.ts') })
  const model = { provider: 'custom', model: 'small', name: 'Small', base_url: peer.url }
  expect((await mine.call('POST', '/api/v1/models', model)).status).toBeLessThan(300)
  const { data: agent } = await mine.call('POST', '/api/v1/custom-agents', {})

  await test.step('a folder is imported in the builder, which says that its script won’t run', async () => {
    await page.goto(`/custom-agents/${agent.id}`)
    await section(page, 'Skills').click()
    await page.getByRole('button', { name: 'Import a skill' }).click()
    const file = { name: 'refund-letters.zip', mimeType: 'application/zip', buffer: await folder() }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await look(page, 'import')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Skill imported' })
    await expect(dialog).toContainText('One script was kept, but it isn’t run here')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('list', { name: 'Skills' })).toContainText('refund-letters')
    await section(page, 'Plan').click()
    await page.getByRole('checkbox', { name: 'Plan its work' }).check()
    await look(page, 'builder')
  })

  await test.step('the plan is shown while the agent works, and after a reload', async () => {
    peer.behave(read, plan('doing', 'todo'), { type: 'hang' })
    await ask(page, 'I want my money back.')
    const steps = log(page).getByRole('list', { name: 'Plan' })
    await expect(steps.getByRole('listitem').first()).toContainText('Read the fees')
    await expect(steps.getByRole('img', { name: 'In progress' })).toBeVisible()
    await look(page, 'working')
    await page.reload()
    await expect(steps.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(log(page)).toContainText('You stopped the answer.')
  })

  await test.step('the agent reads the skill and answers by it', async () => {
    const fees = calls('read_skill_file', { skill: 'refund-letters', path: 'references/fees.md' })
    peer.asked.length = 0
    peer.behave(read, fees, plan('done', 'done'), { type: 'answer', text: 'You get **₹200** back.' })
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    await ask(page, 'What do I get?')
    await expect(log(page).locator('strong')).toHaveText('₹200')
    await expect(log(page)).toContainText('Plan: 2 of 2 done')
    expect(peer.asked[1]?.body.messages?.at(-1)?.content).toContain('Write at most five sentences.')
    expect(peer.asked[2]?.body.messages?.at(-1)?.content).toBe('A cancelled visit costs ₹200.')
    const trace = page.getByRole('region', { name: 'Trace' })
    await expect(trace.getByRole('treeitem', { name: 'read_skill_file' })).toBeVisible()
    await expect(trace.getByRole('list', { name: 'Plan' })).toContainText('Write the letter')
    await look(page, 'answered')
  })

  await test.step('an edited skill is used once the agent is brought up to date', async () => {
    await openInApp(page, '/skills')
    await look(page, 'list')
    await page.getByRole('link', { name: 'refund-letters' }).click()
    await expect(page.getByRole('list', { name: 'Files' })).toContainText('Script, not run here')
    await look(page, 'skill')
    const text = page.getByRole('textbox', { name: 'SKILL.md' })
    await text.fill((await text.inputValue()).replace('five', 'three'))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Uses an earlier text')).toBeVisible()
    await page.getByRole('button', { name: 'references/fees.md', exact: true }).click()
    await expect(page.getByLabel('Content')).toHaveValue('A cancelled visit costs ₹200.')
    await look(page, 'file')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openInApp(page, `/custom-agents/${agent.id}`)
    await section(page, 'Skills').click()
    await page.getByRole('button', { name: 'Update it' }).click()
    await expect(page.getByText('The skill was edited since it was added.')).toHaveCount(0)
    peer.asked.length = 0
    peer.behave(read, { type: 'answer', text: 'Shorter.' })
    await ask(page, 'Again, please.')
    await expect(log(page)).toContainText('Shorter.')
    expect(peer.asked[1]?.body.messages?.at(-1)?.content).toContain('Write at most three sentences.')
  })

  await test.step('it opens as a workflow with its skill, and comes back', async () => {
    await page.getByRole('link', { name: 'Open as workflow' }).click()
    await expect(page).toHaveURL(/\/workflows\/designer/)
    await page.getByRole('link', { name: 'Open in builder' }).click()
    await section(page, 'Skills').click()
    await expect(page.getByRole('list', { name: 'Skills' })).toContainText('refund-letters')
  })

  await test.step('a skill is exported and deleted, and the agent keeps its copy', async () => {
    await page.getByRole('link', { name: 'refund-letters' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as ZIP' }).click()
    expect((await saved).suggestedFilename()).toBe('refund-letters.zip')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete skill' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('No skills yet')).toBeVisible()
    await look(page, 'empty')
  })
  await peer.close()
})
