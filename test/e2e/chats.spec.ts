/** The chat page of a service: from the switch that turns it on to what its visitors see of an answer while a model writes it. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { expectSound, expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { portOf } from '#test/support/e2e-ports.ts'
import { sellerOn } from '#test/support/people.ts'
import { createSpeech, type Speech } from '#test/support/speech.ts'

/** Milliseconds from the first word of the model to the screen, at most. */
const FIRST_WORD_MS = 50

const look = (page: Page, name: string) =>
  expectSoundInEveryLook(
    page,
    process.env.PICTURES === 'yes'
      ? (shade) => page.screenshot({ path: `.data/screenshots/chat-${name}.${shade.name.replace(' ', '')}.png` })
      : undefined,
  )
const log = (page: Page) => page.getByRole('log')
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const section = (page: Page) => page.getByRole('region', { name: 'Chat page', exact: true })

function listen(peer: ModelPeer): Speech {
  const speech = createSpeech()
  peer.behave({ type: 'spoken', words: speech.words })
  return speech
}

/** Sends a message once the answer before it is whole: until then the button stops that. */
const send = async (page: Page, text: string) => {
  await message(page).fill(text)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await message(page).press('Enter')
}

/** The model has been asked, so that the next word is its first. */
const asked = async (peer: ModelPeer, text: string) =>
  expect.poll(() => JSON.stringify(peer.asked.at(-1)?.body.messages?.at(-1) ?? '')).toContain(text)

/** When a text first stands on the page, in ms since 1970. */
const seenAt = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector('[role=log]')?.textContent?.includes(wanted)) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        look()
      }),
    text,
  )

/** A published agent of a seller, deployed as their service; the page shows the service. */
async function deploy(page: Page, baseURL: string, slug: string, peer: ModelPeer): Promise<void> {
  const { mine } = await sellerOn(page.context(), baseURL)
  const model = { provider: 'custom', model: 'small', name: 'Small', base_url: peer.url }
  expect((await mine.call('POST', '/api/v1/models', model)).status).toBeLessThan(300)
  const made = await mine.call('POST', '/api/v1/custom-agents', {})
  const { data } = await mine.call('GET', `/api/v1/workflows/${made.data.id}`)
  const document = data.document
  const chat = document.nodes.find(({ type }: { type: string }) => type === 'chat_trigger')
  Object.assign(chat.config, { greeting: 'Namaste! How can I help?', starters: ['When are you open?'] })
  const database = await joinE2eDatabase(baseURL)
  try {
    const { rows } = await database.pool.query('select owner_id from workflows where id = $1', [made.data.id])
    // `marketplace.spec.ts` counts the agents of healthcare.
    const listing = { slug, name: 'Front desk', category: 'productivity', input_schema: { type: 'object' } }
    await addAgent(database.pool, rows[0].owner_id, document, listing)
  } finally {
    await database.drop()
  }
  await page.goto(`/agent/${slug}`)
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
}

async function turnOn(page: Page): Promise<string> {
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  const address = section(page).getByRole('region', { name: 'Address of the chat page' })
  await expect(address).toHaveText(/\/chat\/[\w-]{32}$/)
  return (await address.textContent()) ?? ''
}

async function visitor(browser: Browser, address: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await expect(log(page)).toContainText('Namaste! How can I help?')
  return { context, page }
}

test('a visitor chats with a service, over reloads, tabs and a lost network', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000)
  const url = baseURL ?? ''
  const peer = await startModelPeer({ port: portOf(url, 'model of chats.spec.ts') })
  await deploy(page, url, `front-desk-${Date.now()}`, peer)
  const address = await turnOn(page)
  const { context, page: guest } = await visitor(browser, address)

  await test.step('a starter question is answered word by word, the first at once', async () => {
    await look(guest, 'empty')
    const times: number[] = []
    for (const [index, question] of ['When are you open?', 'And tomorrow?', 'And on Friday?'].entries()) {
      const speech = listen(peer)
      if (index === 0) await guest.getByRole('button', { name: question }).click()
      else await send(guest, question)
      await asked(peer, question)
      await expect(guest.getByRole('button', { name: 'Stop' })).toBeVisible()
      const seen = seenAt(guest, `Answer ${index}`)
      const said = speech.say(`Answer ${index}: we open `)
      times.push((await seen) - said)
      speech.say('**at nine**.')
      speech.end()
      await expect(log(guest).locator('strong')).toHaveCount(index + 1)
    }
    console.log(`first words after ${times.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`)
    expect(Math.min(...times)).toBeLessThanOrEqual(FIRST_WORD_MS)
    await look(guest, 'answered')
  })

  await test.step('a reload in the middle of an answer, and another tab, show all of it once', async () => {
    const speech = listen(peer)
    await send(guest, 'How do I get there?')
    await asked(peer, 'How do I get there?')
    speech.say('Take the metro ')
    await expect(log(guest)).toContainText('Take the metro')
    await guest.reload()
    const other = await context.newPage()
    await other.goto(address)
    await expect(log(other)).toContainText('How do I get there?')
    speech.say('to the town hall.')
    for (const tab of [guest, other]) await expect(log(tab)).toContainText('to the town hall.')
    speech.end()
    for (const tab of [guest, other]) {
      await expect(log(tab)).toContainText('Take the metro to the town hall.')
      await expect(log(tab).getByText('Take the metro')).toHaveCount(1)
    }
    await other.close()
  })

  await test.step('a network that is lost in the middle of an answer changes nothing', async () => {
    const speech = listen(peer)
    await send(guest, 'What do you cost?')
    await asked(peer, 'What do you cost?')
    speech.say('It is ')
    await expect(log(guest)).toContainText('It is')
    await context.setOffline(true)
    speech.say('seven hundred ')
    speech.say('rupees.')
    speech.end()
    await context.setOffline(false)
    await expect(log(guest)).toContainText('It is seven hundred rupees.', { timeout: 20_000 })
    await expect(log(guest).getByText('It is seven hundred rupees.')).toHaveCount(1)
    await expect(guest.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    await context.setOffline(true)
    await send(guest, 'Is that with tax?')
    await expect(log(guest)).toContainText('Is that with tax?')
    const later = listen(peer)
    await context.setOffline(false)
    await asked(peer, 'Is that with tax?')
    later.say('Yes, it is.')
    later.end()
    await expect(log(guest)).toContainText('Yes, it is.')
    await expect(log(guest).getByText('Is that with tax?')).toHaveCount(1)
  })

  await test.step('an answer is stopped, asked for again, and a question edited', async () => {
    peer.behave({ type: 'hang' })
    await send(guest, 'Are you there?')
    await guest.getByRole('button', { name: 'Stop' }).click()
    await expect(log(guest)).toContainText('You stopped the answer.')
    peer.behave({ type: 'answer', text: 'Yes, I am.' })
    await guest.getByRole('button', { name: 'Try again' }).click()
    await expect(log(guest)).toContainText('Yes, I am.')
    peer.behave({ type: 'answer', text: 'On Sunday we are closed.' })
    await guest.getByRole('button', { name: 'Edit message' }).last().click()
    await guest.getByRole('textbox', { name: 'Edit message' }).fill('And on Sunday?')
    await guest.getByRole('button', { name: 'Send', exact: true }).first().click()
    await expect(log(guest)).toContainText('On Sunday we are closed.')
    await expect(log(guest)).not.toContainText('Yes, I am.')
  })

  await test.step('a file is sent along', async () => {
    peer.behave({ type: 'answer', text: 'Read.' })
    const file = { name: 'fees.txt', mimeType: 'text/plain', buffer: Buffer.from('Fees are ₹700.') }
    await guest.locator('input[type=file]').setInputFiles(file)
    await expect(guest.getByRole('button', { name: 'Remove fees.txt' })).toBeVisible()
    await send(guest, 'Read this')
    await expect(log(guest)).toContainText('Read.')
    expect(JSON.stringify(peer.asked.at(-1)?.body.messages)).toContain('Fees are ₹700.')
  })

  await test.step('a thumb down with its reason reaches the owner', async () => {
    await expect(guest.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    await guest.getByRole('button', { name: 'Bad answer' }).last().click()
    await guest.getByLabel('Why? (optional)').fill('Too short')
    await look(guest, 'rated')
    await guest.getByRole('button', { name: 'Send feedback' }).click()
    await expect(guest.getByText('Thanks for your feedback.')).toBeVisible()
    await page.reload()
    await section(page).locator('summary', { hasText: 'Feedback (1)' }).click()
    await expect(section(page)).toContainText('Too short')
    await look(page, 'owner')
    await section(page).getByRole('button', { name: 'Make a test case' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a test case' })
    await dialog.getByLabel('Expected').fill('Fees are ₹700.')
    await dialog.getByRole('button', { name: 'Save test case' }).click()
    await expect(page.getByText('This workflow has 1 test case.')).toBeVisible()
  })

  await test.step('a new chat begins empty, and the one before is found again', async () => {
    await guest.getByRole('button', { name: 'New chat' }).click()
    await expect(log(guest)).not.toContainText('Read.')
    await guest.getByRole('button', { name: 'Your chats' }).press('Enter')
    await guest.getByRole('button', { name: 'When are you open?' }).first().press('Enter')
    await expect(log(guest)).toContainText('On Sunday we are closed.')
  })

  await test.step('the widget of the same service leads a chat of its own', async () => {
    const widget = page.getByRole('region', { name: 'Widget', exact: true })
    await widget.getByLabel('Allowed sites').fill('localhost')
    await widget.getByRole('button', { name: 'Turn on' }).click()
    await expect(widget.locator('pre').first()).toContainText('data-service')
    const [, token] = /data-service="([\w-]{32})"/.exec((await widget.locator('pre').first().textContent()) ?? '') ?? []
    const framed = await context.newPage()
    await framed.goto(`/widget/${token}`)
    await expect(log(framed)).toContainText('Namaste! How can I help?')
    await expect(log(framed)).not.toContainText('On Sunday we are closed.')
    peer.behave({ type: 'answer', text: 'Seen from **another site**.' })
    await send(framed, 'Where are you?')
    await expect(log(framed).locator('strong')).toHaveText('another site')
    // The heading of the page around it is that of the site.
    await expectSound(framed, { without: 'page-has-heading-one' })
    await framed.close()
  })

  await test.step('turned off during the chat, the page says so', async () => {
    await section(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(section(page).getByRole('button', { name: 'Turn on' })).toBeVisible()
    await send(guest, 'Hello?')
    await expect(guest.getByRole('heading', { name: 'This chat isn’t available' })).toBeVisible()
    await look(guest, 'off')
  })
  await context.close()
  await peer.close()
})

test('a chat page asks for its password, and again when that has changed', async ({ page, browser, baseURL }) => {
  const url = baseURL ?? ''
  const peer = await startModelPeer()
  await deploy(page, url, `locked-desk-${Date.now()}`, peer)
  await section(page).getByLabel('Who can open it').selectOption('password')
  await section(page).getByRole('textbox', { name: 'Password' }).fill('first secret')
  const address = await turnOn(page)
  const context = await browser.newContext()
  const guest = await context.newPage()
  await guest.goto(address)
  await expect(guest.getByRole('heading', { name: 'Front desk' })).toBeVisible()
  await guest.getByLabel('Password').fill('a guess')
  await guest.keyboard.press('Enter')
  await expect(guest.getByText('This password is incorrect.')).toBeVisible()
  await look(guest, 'password')
  await guest.getByLabel('Password').fill('first secret')
  await guest.keyboard.press('Enter')
  await expect(log(guest)).toContainText('Namaste! How can I help?')
  await section(page).getByRole('textbox', { name: 'Password' }).fill('second secret')
  await section(page).getByRole('button', { name: 'Save' }).click()
  await expect(section(page).getByRole('textbox', { name: 'Password' })).toHaveValue('')
  await send(guest, 'Hello?')
  await expect(guest.getByRole('button', { name: 'Open chat' })).toBeVisible()
  await section(page).getByLabel('Who can open it').selectOption('members')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await section(page).getByRole('button', { name: 'Save' }).click()
  await saved
  await guest.reload()
  await expect(guest.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goto(address)
  await expect(log(page)).toContainText('Namaste! How can I help?')
  await context.close()
  await peer.close()
})

test('a long chat shows what was said before, and keeps the place', async ({ page, browser, baseURL }) => {
  const url = baseURL ?? ''
  const peer = await startModelPeer({ port: portOf(url, 'model of chats.spec.ts') })
  await deploy(page, url, `long-chat-${Date.now()}`, peer)
  const address = await turnOn(page)
  const { context, page: guest } = await visitor(browser, address)
  peer.behave({ type: 'answer', text: 'The first answer.' })
  await send(guest, 'The first question')
  await expect(log(guest)).toContainText('The first answer.')
  const database = await joinE2eDatabase(url)
  try {
    await database.pool.query(
      `insert into conversation_messages (conversation_id, role, text, started)
       select conversation_id, 'notice', 'Said ' || n, true
       from conversation_messages, generate_series(1, 248) n where text = 'The first question' order by n`,
    )
  } finally {
    await database.drop()
  }
  // What shows them comes only after a reader has scrolled up.
  const scrolledUp = Promise.withResolvers<void>()
  await guest.route(/\/earlier-messages-/, async (route) => {
    await scrolledUp.promise
    await route.continue()
  })
  await guest.reload()
  const earlier = guest.getByRole('button', { name: 'Show earlier messages' })
  const said = (number: number) => log(guest).getByText(`Said ${number}`, { exact: true })
  await expect(said(248)).toBeInViewport()
  await expect(said(149)).toBeAttached()
  await expect(said(148)).toHaveCount(0)
  await test.step('by scrolling up', async () => {
    const region = guest.getByRole('region', { name: 'Conversation' })
    // A little below the beginning: what is there stays there.
    await region.evaluate((element) => element.scrollTo(0, 100))
    await expect(said(152)).toBeInViewport()
    await expect(earlier).toHaveCount(0)
    scrolledUp.resolve()
    await expect(said(49)).toBeAttached()
    await expect(said(152)).toBeInViewport()
    await expect(said(248)).not.toBeInViewport()
  })
  await test.step('by keyboard, to the beginning', async () => {
    await earlier.focus()
    await guest.keyboard.press('Enter')
    await expect(log(guest)).toContainText('The first question')
    await expect(earlier).toHaveCount(0)
    await expect(guest.getByRole('region', { name: 'Conversation' })).toBeFocused()
    await expect(said(49)).toBeInViewport()
    await expect(log(guest)).toContainText('Namaste! How can I help?')
    for (const number of [1, 149, 248]) await expect(said(number)).toHaveCount(1)
    await expectSound(guest)
  })
  await context.close()
  await peer.close()
})
