import { expect, type Page } from '@playwright/test'
import { expectSound, expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { signUp } from '#test/support/people.ts'

/** A service of somebody new, on its page. @returns its id */
async function deploy(page: Page, agent: string): Promise<string> {
  await signUp(page, { at: `/agent/${agent}` })
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('a service runs automatically when its time has come, and says why when it cannot', async ({ page, baseURL }) => {
  const id = await deploy(page, 'icd10-coder')
  await page.getByRole('navigation', { name: 'Service' }).getByRole('link', { name: 'Schedule' }).click()
  const section = page.getByRole('region', { name: 'Schedule' })
  await section.getByRole('button', { name: 'Add schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add schedule' })
  await dialog.getByLabel('Cron line').fill('every day')
  await expect(dialog.getByText('Write five fields')).toBeVisible()
  await dialog.getByLabel('When', { exact: true }).selectOption('Monday to Friday at 09:00')
  await expect(dialog.getByText('Next runs, in time zone Asia/Kolkata:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  // What is missing has the focus.
  await expect(dialog.locator('textarea:focus')).toBeVisible()
  await dialog.locator('textarea').first().fill('Type 2 diabetes mellitus without complications.')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(section.getByRole('heading', { name: 'Monday to Friday at 09:00' })).toBeVisible()
  await expect(section.getByRole('region', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(5)

  const database = await joinE2eDatabase(baseURL ?? '')
  try {
    await database.pool.query(`update service_schedules set next_run_at = now() where service_id = $1`, [id])
    await expect(async () => {
      await page.reload()
      await expect(section.getByRole('region', { name: 'Recent runs' }).getByText('Succeeded')).toBeVisible()
    }).toPass({ timeout: 30_000 })
    await section.getByRole('link', { name: 'Open run' }).click()
    await expect(page.getByText('E11.9').first()).toBeVisible()
    await page.goBack()

    await section.getByRole('button', { name: 'Turn off' }).click()
    await expect(section.getByText('None while it’s off.')).toBeVisible()
    await section.getByRole('button', { name: 'Edit: Monday to Friday at 09:00' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit schedule' })
    await edit.getByLabel('When', { exact: true }).selectOption('Every hour')
    await edit.getByRole('button', { name: 'Save' }).click()
    await section.getByRole('button', { name: 'Turn on' }).click()
    await expect(section.getByRole('region', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(5)
    await expectSoundInEveryLook(page)
  } finally {
    await database.drop()
  }
  await section.getByRole('button', { name: 'Remove: Every hour' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByRole('heading', { name: 'Every hour', exact: true })).toBeHidden()
})
