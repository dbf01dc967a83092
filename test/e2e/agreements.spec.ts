/** An agent that sends what it is given elsewhere, in the browser: asked once, taken back in the settings, asked again, on a bench too. */
import { expect, test } from '@playwright/test'
import { expectSound, openInApp } from '#test/support/browser.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { putOnSale } from '#test/support/on-sale.ts'
import { enter, person, superAdmin } from '#test/support/people.ts'
import { signIn, visit } from '#test/support/visit.ts'

/** Calls outside for one text only, which nobody enters here. */
const document = workflow(
  [
    node('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
    node('far', 'if', { condition: `{{ $input.text = 'far away' }}` }),
    node('call', 'http_request', { method: 'POST', url: 'https://hooks.example.com/in' }),
    node('end', 'code', { source: 'return { said: input.text }' }),
  ],
  wires('ask > far', 'far:true > call', 'far:false > end'),
)

test('where data goes is agreed to before the first run, and taken back', async ({ page, context, baseURL }) => {
  test.setTimeout(180_000)
  const url = baseURL ?? ''
  const [sells, runs] = [await person(context, 'seller', url), await person(context, 'basic_user', url)]
  const seller = visit(url, await signIn(url, sells.email, sells.password))
  const admin = await superAdmin(url)
  const name = `Forwarder ${sells.email.split('@')[0]}`
  const listing = {
    tagline: 'Says it again',
    description: 'Echoes texts.',
    category: 'finance',
    samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
    price_type: 'free',
  }
  const slug = await putOnSale({ seller, admin, name, document, listing })
  await enter(context, runs, url)
  const asked = page.getByText('Your data is sent to a third party')
  const run = async (text: string) => {
    await page.getByRole('textbox', { name: 'Your text' }).fill(text)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
  }

  await test.step('a sample of the seller is run without being asked', async () => {
    await page.goto(`/agent/${slug}`)
    await expect(page.getByText('You’re asked before the first run that sends data there.')).toBeVisible()
    await run('Namaste')
    await expect(page.getByText('Succeeded').first()).toBeVisible()
    await expect(asked).toBeHidden()
  })

  await test.step('an own text is not sent before they agree, and is run then', async () => {
    await run('my own words')
    await expect(asked).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'hooks.example.com' }).first()).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Agree and run' }).click()
    await expect(asked).toBeHidden()
    await expect(page.getByText('my own words').first()).toBeVisible()
    await run('again')
    await expect(page.getByText('Succeeded').first()).toBeVisible()
    await expect(asked).toBeHidden()
  })

  await test.step('it is taken back by keyboard, and asked again, before a bench too', async () => {
    await page.goto('/settings?section=data')
    const back = page.getByRole('button', { name: `Withdraw agreement with ${name}` })
    await expect(back).toBeVisible()
    await expectSound(page)
    await back.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('None. An agent asks you before it sends your data elsewhere.')).toBeVisible()
    await openInApp(page, `/benches?agents=${slug}`)
    await page.getByRole('button', { name: 'Continue to cases' }).click()
    for (const at of [1, 2, 3]) {
      await page.getByRole('button', { name: 'Add case' }).click()
      const one = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('textbox', { name: `Case ${at}`, exact: true }) })
      await one.getByRole('textbox', { name: 'Your text' }).fill(`case ${at}`)
    }
    await page.getByRole('button', { name: 'See cost' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start bench' })
    await expect(dialog.getByText(`${name}: hooks.example.com`)).toBeVisible()
    const start = dialog.getByRole('button', { name: /^Start/ })
    await expect(start).toBeDisabled()
    await dialog.getByRole('button', { name: 'Agree', exact: true }).click()
    await expect(asked).toBeHidden()
    await start.click()
    await expect(page.getByRole('row', { name: /^Failed or empty/ })).toContainText('0 of 3', { timeout: 60_000 })
  })
})
