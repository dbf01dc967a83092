/**
 * Sign-on: an owner proves a domain and enters a provider; a colleague signs in there and is a member in the role of their group. A
 * directory adds and removes members, and people with an address of the domain join. Both ask the one name server.
 */
import { expect, test } from '@playwright/test'
import { startDnsPeer } from '#peers/dns/server.ts'
import { startOidcPeer } from '#peers/oidc/provider.ts'
import { expectSoundInEveryLook, somebody } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { portOf } from '#test/support/e2e-ports.ts'
import { enter, sellerOn } from '#test/support/people.ts'
import { givePlan } from '#test/support/plans.ts'
import { ENTRA, oktaUser } from '#test/support/scim.ts'

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

test('a directory keeps the members, is stopped from removing many, and a colleague joins by their address', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const dns = await startDnsPeer(portOf(url, 'name server'))
  const database = await joinE2eDatabase(url)
  const domain = `practice-${Date.now()}.example`
  try {
    const hers = await browser.newContext({ baseURL: url })
    const { mine } = await sellerOn(hers, url)
    const { data: place } = await mine.call('POST', '/api/v1/workspaces', { name: 'Clinic with a directory' })
    await givePlan(database, place.id)
    const { data: made } = await mine.call('POST', `/api/v1/workspaces/${place.id}/domains`, { domain })
    dns.records.set(made.record.name, [made.record.value])
    await mine.call('POST', `/api/v1/workspaces/${place.id}/domains/${made.id}/check`, {})
    const page = await hers.newPage()
    await page.goto(`/w/${place.slug}/workspace?tab=sign-in`)

    await page.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByRole('region', { name: 'Base address' })).toHaveText(`${url}/scim/v2`)
    const token = (await page.getByRole('region', { name: 'Token' }).textContent())?.trim() ?? ''
    await expect(page.getByText('Copy the token now. It isn’t shown again.')).toBeVisible()
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByLabel('Group', { exact: true }).fill('doctors')
    await page.getByRole('group', { name: 'Roles from groups' }).getByLabel('Role').selectOption('reviewer')
    await page.getByRole('button', { name: 'Save provisioning' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expectSoundInEveryLook(page)

    const ask = async (method: string, path: string, body: object) => {
      const answer = await fetch(`${url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const people: string[] = []
    for (const name of ['asha', 'ravi', 'meera', 'john']) {
      const answer = await ask(
        'POST',
        '/Users',
        oktaUser(`${name}@${domain}`, { displayName: `${name} of the clinic` }),
      )
      expect(answer.status).toBe(201)
      people.push(answer.body.id)
    }
    await ask('POST', '/Groups', { displayName: 'doctors', members: [{ value: people[0] }] })
    const codes: number[] = []
    for (const id of people) codes.push((await ask('PATCH', `/Users/${id}`, ENTRA.disable)).status)
    expect(codes).toEqual([200, 200, 403, 403])
    expect((await ask('POST', '/Users', oktaUser('eve@elsewhere.example'))).status).toBe(400)

    await page.reload()
    await expect(page.getByRole('region', { name: 'Token' })).toBeHidden()
    await expect(page.getByText('Many removals were stopped')).toBeVisible()
    await expect(page.getByText('eve@elsewhere.example is in no domain')).toBeVisible()
    await expectSoundInEveryLook(page)
    const bell = page.getByTestId('bell')
    await bell.click()
    await expect(
      page.getByRole('link', { name: /Many removals were stopped in Clinic with a directory/ }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Allow removals for an hour' }).click()
    await expect(page.getByText('Your directory may remove any number of members until:')).toBeVisible()
    expect((await ask('PATCH', `/Users/${people[2]}`, ENTRA.disable)).status).toBe(200)

    await page.getByLabel(`People with a confirmed address at ${domain}`).selectOption('member')
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
    const who = { ...somebody(), email: `new@${domain}` }
    const his = await browser.newContext({ baseURL: url })
    const { name: display_name, email, password } = who
    const signedUp = await his.request.post(`${url}/api/auth/sign-up/email`, {
      data: { email, password, display_name },
      headers: { origin: url },
    })
    expect(signedUp.ok()).toBe(true)
    await enter(his, who, url)
    const colleague = await his.newPage()
    await colleague.goto('/workspace')
    await expect(colleague.getByRole('button', { name: 'New workspace' })).toBeVisible()
    await expect(colleague.getByRole('heading', { name: 'Join Clinic with a directory' })).toBeHidden()
    await database.pool.query('update users set is_verified = true where email = $1', [email])
    await colleague.goto('/dashboard')
    await expect(colleague.getByRole('heading', { name: 'Join Clinic with a directory' })).toBeVisible()
    await expectSoundInEveryLook(colleague)
    await colleague.getByRole('button', { name: /^Workspace: / }).click()
    await expect(colleague.getByRole('menuitem', { name: 'Join Clinic with a directory' })).toBeVisible()
    await colleague.keyboard.press('Escape')
    await colleague.getByRole('button', { name: 'Join workspace' }).click()
    await expect(colleague).toHaveURL(`${url}/w/${place.slug}/dashboard`)
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
  } finally {
    await database.drop()
    await dns.close()
  }
})
