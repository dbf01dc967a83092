/** /admin/metrics in the browser: charts of stored samples, the embedded pages, and the export after a fresh sign-in. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { enter, person } from '#test/support/people.ts'

const HOURS = 3

/** Samples of the last hours, and a sign-in that is no longer fresh. */
async function prepare(url: string, email: string): Promise<void> {
  const database = await joinE2eDatabase(url)
  try {
    await database.pool.query(
      `insert into metric_samples (minute, queued_runs, queue_oldest_s, running_runs, workers, waiting_mails, parts_down,
         database_connections, database_bytes, disk_free_bytes, runs_succeeded, runs_failed, steps, step_ms, requests, requests_failed,
         request_ms, model_tokens, model_cost_micros, event_loop_ms)
       select date_trunc('minute', now(), 'UTC') - make_interval(mins => n), (n * 7) % 13, (n * 11) % 40, n % 5, 2, n % 3, 0, 20 + n % 6,
         64000000 + n * 1000, 81000000000 - n * 1000000, 20 + (n * 3) % 17, (n * 5) % 4, 90, 4000 + (n * 31) % 900, 300 + (n * 13) % 90,
         n % 2, 2400 + (n * 17) % 700, 1500 * (n % 7), 90000 * (n % 7), 4 + n % 9
       from generate_series(1, $1::int) as n on conflict (minute) do nothing`,
      [HOURS * 60],
    )
    await database.pool.query(
      `update auth.session set "confirmedAt" = now() - interval '1 hour' where "userId" = (select id from auth."user" where email = $1)`,
      [email],
    )
  } finally {
    await database.drop()
  }
}

test('an admin sees how the installation does, and exports it', async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  const admin = await person(context, 'admin', url)
  await enter(context, admin, url)
  await prepare(url, admin.email)

  await test.step('the charts, by pointer, by keyboard and as tables', async () => {
    await openInApp(page, '/admin/metrics')
    await expect(page.getByRole('heading', { name: 'Metrics', level: 1 })).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Metrics' }),
    ).toHaveAttribute('aria-current', 'page')
    const runs = page.getByRole('slider', { name: 'Runs that ended, last hour' })
    await runs.focus()
    await page.keyboard.press('End')
    await expect(runs).toHaveAttribute('aria-valuetext', /Succeeded \d+, Failed \d+, Cancelled 0/)
    await page.getByRole('button', { name: 'Show as table' }).first().click()
    await expect(page.getByRole('columnheader', { name: 'Succeeded' }).first()).toBeVisible()
  })

  await test.step('another time range has an address of its own', async () => {
    await page.getByText('Last 24 hours').click()
    await expect(page).toHaveURL(/range=24h/)
    await expect(page.getByRole('slider', { name: 'Queue, last 24 hours' })).toBeAttached()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Last 24 hours' })).toBeChecked()
  })

  await test.step('the embedded pages', async () => {
    const health = page.frameLocator('iframe[title="Health"]')
    await expect(health.getByRole('heading', { name: /^Health of/ })).toBeVisible()
    await expect(health.getByRole('row', { name: /^Database Up OK/ })).toBeVisible()
    const text = page.frameLocator('iframe[title="Prometheus metrics"]')
    await expect(text.locator('pre')).toContainText('chowk_database_up 1')
    await page.getByRole('button', { name: 'Refresh' }).first().click()
    await expect(health.getByRole('heading', { name: /^Health of/ })).toBeVisible()
    const [alone] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open in a new tab' }).first().click(),
    ])
    await expect(alone.getByRole('heading', { name: 'Parts' })).toBeVisible()
    await alone.close()
    await expectSoundInEveryLook(page)
  })

  await test.step('the export asks who it is, then has two files', async () => {
    await page.getByRole('button', { name: 'Export Dashboard' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Export Dashboard' }).click()
    await dialog.getByLabel('Your password').fill(admin.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const ready = page.getByRole('dialog', { name: 'Your export is ready' })
    const saved = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), ready.getByRole('button', { name }).click()])
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
    }
    const csv = await saved('Download CSV')
    expect(csv.name).toMatch(/^metrics-24h-\d{4}-\d\d-\d\d\.csv$/)
    expect(csv.text).toMatch(/^at,runs_succeeded,/)
    expect(csv.text.split('\r\n').length).toBeGreaterThan(HOURS * 4)
    const json = await saved('Download JSON')
    expect(JSON.parse(json.text)).toMatchObject({ checks: { database: 'up' }, history: { range: '24h' } })
    expect(json.text).not.toContain('runs_succeeded,')
    await page.keyboard.press('Escape')
    await expect(ready).toHaveCount(0)
  })
})
