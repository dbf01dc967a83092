/** Sign-on: an owner proves a domain and enters a provider; a colleague signs in there and is a member in the role of their group. */
import { expect, test } from '@playwright/test'
import { startDnsPeer } from '#peers/dns/server.ts'
import { startOidcPeer } from '#peers/oidc/provider.ts'
import { expectSoundInEveryLook } from '#test/support/browser.ts'
import { portOf } from '#test/support/e2e-ports.ts'
import { sellerOn } from '#test/support/people.ts'

test('an owner sets up sign-on, and a colleague comes in through the provider with the role of their group', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const dns = await startDnsPeer(portOf(url, 'name server'))
  const peer = await startOidcPeer([`${url}/oauth2/sign-on/callback`], portOf(url, 'provider of sign-on.spec.ts'))
  const domain = `clinic-${Date.now()}.example`
  const email = `ravi@${domain}`
  peer.people.set('ravi', { email, email_verified: true, name: 'Ravi Iyer', groups: ['doctors'] })
  try {
    const hers = await browser.newContext({ baseURL: url })
    const { mine } = await sellerOn(hers, url)
    const { data: place } = await mine.call('POST', '/api/v1/workspaces', { name: 'Clinic with a provider' })
    const page = await hers.newPage()
    await page.goto(`/w/${place.slug}/workspace?tab=sign-in`)

    await page.getByLabel('Domain to add').fill(domain)
    await page.getByRole('button', { name: 'Add domain' }).click()
    await expect(page.getByText('Not proven yet')).toBeVisible()
    await page.getByRole('button', { name: 'Check domain' }).click()
    await expect(page.getByRole('alert')).toContainText('The TXT record wasn’t found')
    await expectSoundInEveryLook(page)
    const value = await page.getByRole('region', { name: 'Value of the record' }).textContent()
    dns.records.set(`_chowk.${domain}`, [value?.trim() ?? ''])
    await page.getByRole('button', { name: 'Check domain' }).click()
    await expect(page.getByText('Proven', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Set up sign-on' }).click()
    await expect(page.getByRole('region', { name: 'Redirect address' })).toHaveText(`${url}/oauth2/sign-on/callback`)
    await page.getByLabel('Issuer').fill(peer.issuer)
    await page.getByLabel('Client ID').fill(peer.client_id)
    await page.getByLabel('Client secret').fill('not the secret')
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByLabel('Group', { exact: true }).fill('doctors')
    await page.getByRole('group', { name: 'Roles from groups' }).getByLabel('Role').selectOption('reviewer')
    await page.getByRole('button', { name: 'Save sign-on' }).click()
    await expect(page.getByText('The provider doesn’t accept this client ID with this secret.')).toBeVisible()
    await expectSoundInEveryLook(page)
    await page.getByLabel('Client secret').fill(peer.client_secret)
    await page.getByLabel('Members must sign in this way').check()
    await page.getByRole('button', { name: 'Save sign-on' }).click()
    await expect(page.getByText('For owners only')).toBeVisible()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('The provider answers, and accepts the client ID and secret')).toBeVisible()
    await expectSoundInEveryLook(page)

    await page.getByLabel('Longest session').selectOption('8')
    await page.getByRole('button', { name: 'Save session limits' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    const his = await browser.newContext({ baseURL: url })
    const colleague = await his.newPage()
    await colleague.goto('/login')
    await colleague.getByLabel('Email').fill(email)
    const leave = colleague.getByRole('button', { name: `Continue to ${new URL(peer.issuer).host}` })
    await expect(leave).toBeVisible()
    await expectSoundInEveryLook(colleague)
    await leave.click()
    await colleague.locator('input[name="login"]').fill('ravi')
    await colleague.locator('input[name="password"]').fill('whatever')
    await colleague.getByRole('button', { name: 'Sign-in' }).click()
    await colleague.getByRole('button', { name: 'Continue' }).click()
    await expect(colleague).toHaveURL(`${url}/w/${place.slug}/dashboard`)
    await expect(colleague.getByRole('button', { name: /^Workspace: / })).toContainText('Clinic with a provider')
    await page.getByRole('link', { name: 'People', exact: true }).click()
    const member = page.getByRole('listitem').filter({ hasText: email })
    await expect(member.getByRole('combobox')).toHaveValue('reviewer')

    // An answer that comes a second time lets nobody in.
    await colleague.goto('/oauth2/sign-on/callback?state=used&code=used')
    await expect(colleague.getByRole('alert')).toContainText('This sign-in has expired')
    await expectSoundInEveryLook(colleague)
  } finally {
    await peer.close()
    await dns.close()
  }
})
