import { expect } from '@playwright/test'
import {
  expectSound,
  expectSoundInEveryLook,
  findings,
  openInApp,
  run,
  runSample,
  signUpHere,
  test,
  viewer,
} from '#test/support/browser.ts'
import { personOn, signUp } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

test('a visitor registers, adds the agent, runs it as a service, and finds the same result after a reload', async ({
  page,
}) => {
  const begun = Date.now()
  await page.goto('/agent/icd10-coder')
  await page.getByRole('link', { name: 'Sign in to add this agent' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await signUpHere(page)
  await expect(page).toHaveURL('/agent/icd10-coder')
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
  expect(Date.now() - begun).toBeLessThan(180_000)
  await runSample(page, 'Clinic note (text)')
  const labels = await findings(page).allTextContents()
  await page.reload()
  await expect(viewer(page)).toBeVisible()
  expect(await findings(page).allTextContents()).toEqual(labels)
  await expect(page.getByRole('table', { name: 'Runs' }).getByText('Succeeded')).toBeVisible()
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Runs by what started them' })).toContainText('You, on this page')

  await page.goto('/my-workflows')
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(viewer(page)).toBeVisible()
  expect(await findings(page).allTextContents()).toEqual(labels)
  await page.locator('summary', { hasText: 'Code the diagnoses' }).click()
  await expect(page.locator('details[open]').getByText('Attempts')).toBeVisible()
  await expect(page.getByRole('button', { name: /Retry failed step/ })).toHaveCount(0)
  const before = page.url()
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page).not.toHaveURL(before)
  await expect(viewer(page)).toBeVisible({ timeout: 30_000 })
})

test('a service is paused, started, renamed and removed, which names what is lost', async ({ page }) => {
  await signUp(page, { at: '/agent/pdf-insight' })
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('This service is paused. Start it to run it.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Run/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(run(page)).toBeEnabled()
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
  await page.getByRole('textbox', { name: 'Name of the service' }).fill('Ward reports')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ward reports')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('programs that use it will fail')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL('/my-ai-services')
  await expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible()
})

test('a guest sent away from the services lands there after signing up, and the dashboard shows the way', async ({
  page,
}) => {
  await page.goto('/my-ai-services')
  await expect(page).toHaveURL('/login?next=%2Fmy-ai-services')
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await signUpHere(page)
  await expect(page).toHaveURL('/my-ai-services')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Three steps to your first agent' })).toBeVisible()
})

test('runs are filtered by status and name in the address, and have their whole name on a phone', async ({ page }) => {
  await signUp(page, { at: '/agent/icd10-coder' })
  await runSample(page, 'Clinic note (text)')
  await page.goto('/my-workflows')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
  await expect(page).toHaveURL('/my-workflows?status=failed')
  await expect(page.getByRole('heading', { name: 'No runs match' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all runs' }).click()
  await page.getByLabel('Search runs').fill('icd')
  await expect(page).toHaveURL('/my-workflows?search=icd')
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('link')).toHaveCount(1)
  await test.step('on a phone the name of a run is shown whole', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, columns] of [
      ['/dashboard', ['Status', 'Run', 'When']],
      ['/my-workflows', ['Select', 'Status', 'Run', 'When']],
    ] as const) {
      await openInApp(page, path)
      const table = page.getByRole('table', { name: 'Runs' })
      const name = table.getByRole('link', { name: /ICD-10-CM coder with evidence/ })
      await expect(name).toBeVisible()
      expect(await name.evaluate((link) => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0)
      await expect(table.getByRole('columnheader')).toHaveText([...columns])
      await expectSound(page)
    }
  })
})

test('runs are deleted for good, one on its page and several in the list, and kept as long as their owner says', async ({
  page,
  context,
  baseURL,
}) => {
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const { id: agent_id } = await done(mine.call('GET', '/api/v1/agents/icd10-coder'))
  const ids: string[] = []
  for (const text of ['Type 2 diabetes mellitus.', 'Essential hypertension.', 'Acute bronchitis.'])
    ids.push((await mine.run({ agent_id }, { text }, 20_000)).execution_id)
  const left = async () => (await done(mine.call('GET', '/api/v1/executions'))).total

  await test.step('one on its page, after a question that may be answered with no', async () => {
    await page.goto(`/runs/${ids[0]}`)
    const button = page.getByRole('button', { name: 'Delete', exact: true })
    const question = page.getByRole('dialog', { name: 'Delete this run?' })
    await button.click()
    await question.getByRole('button', { name: 'Keep run' }).click()
    await expect(question).toHaveCount(0)
    expect(await left()).toBe(3)
    await button.click()
    await question.getByRole('button', { name: 'Delete run' }).click()
    await expect(page).toHaveURL('/my-workflows')
    expect(await left()).toBe(2)
  })

  await test.step('several in the list', async () => {
    const boxes = page.getByRole('table', { name: 'Runs' }).getByRole('checkbox', { name: /^Select / })
    const bar = page.getByRole('region', { name: 'Selected runs' })
    await expect(boxes).toHaveCount(2)
    await boxes.first().check()
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await expect(bar).toHaveCount(0)
    for (const box of await boxes.all()) await box.check()
    await expect(bar.getByRole('status')).toHaveText('2 selected')
    await bar.getByRole('button', { name: 'Delete selected' }).click()
    const question = page.getByRole('dialog', { name: 'Delete the selected runs (2)?' })
    await question.getByRole('button', { name: 'Delete runs' }).click()
    await expect(page.getByText('Deleted: 2 of 2')).toBeVisible()
    await expect(boxes).toHaveCount(0)
    expect(await left()).toBe(0)
    await page.goto(`/runs/${ids[0]}`)
    await expect(page.getByText('Page not found')).toBeVisible()
  })

  await test.step('how long they are kept is chosen, is still chosen after a reload, and is taken back', async () => {
    const keep = page.getByLabel('Keep the content of my runs')
    const save = page.getByRole('button', { name: 'Save changes' })
    const kept = async () => (await done(mine.call('GET', '/api/v1/users/me/run-retention'))).keep_days
    await openInApp(page, '/settings?section=data')
    await expect(keep).toHaveValue('')
    await expect(save).toBeDisabled()
    await keep.selectOption({ label: '30 days' })
    await expect(page.getByText('The content of older runs is deleted within the hour.')).toBeVisible()
    await save.click()
    await expect.poll(kept).toBe(30)
    await page.reload()
    await expect(keep).toHaveValue('30')
    await keep.selectOption({ label: 'Same as this installation' })
    await save.click()
    await expect.poll(kept).toBe(null)
  })
})

test('a foreign or unknown run does not exist', async ({ page }) => {
  await page.goto('/runs/01a1f7d7-1312-7db0-ba80-49afef0ed8e6')
  await expect(page.getByText('Page not found')).toBeVisible()
})

test('every screen on the way is sound', async ({ page }) => {
  await signUp(page, { at: '/agent/contract-analyst' })
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await expect(page).toHaveURL(/\/my-ai-services\/./)
  await runSample(page, /Services agreement/)
  await expect(page.locator('figure[data-page="1"] img')).toBeVisible()
  await expectSoundInEveryLook(page)
  await page.getByRole('link', { name: 'Open run' }).click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.locator('figure[data-page="1"] img')).toBeVisible()
  for (const tab of [/^Risky/, /^Missing/, /^Facts/, 'JSON']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectSoundInEveryLook(page)
  }
})
