/** Reading, exporting and checking the audit log over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { isAdminOrAbove, permissionsOf } from '#contract/core/access.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { sealAuditLog } from './chain.ts'

let test: TestApp
let admin: Person
let root: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
  root = await test.person('super_admin')
})
afterAll(() => test.close())

const PATH = '/api/v1/admin/audit'
const list = async (query: Record<string, string> = {}, as = admin) =>
  (await test.call('GET', PATH, { as, query })).body.data
const seal = () => sealAuditLog(test.database.db, { info: () => {} })
const block = (as: Person, { id }: Person, reason: string, ip = '198.51.100.7') =>
  test.call('POST', `/api/v1/user-management/${id}/block`, { as, ip, body: { reason, duration_days: null } })
const exported = async (query: Record<string, string>, as = admin) => test.call('GET', `${PATH}/export`, { as, query })

describe('the audit log', () => {
  it('says who did what to whom, when, from where, why, and from what to what', async () => {
    const user = await test.person()
    await block(admin, user, 'Sold a copied agent')
    await seal()
    const { items, next } = await list({ person: user.id })
    expect(next).toBeNull()
    expect(items).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        actor: { id: admin.id, name: expect.any(String), email: expect.any(String) },
        action: 'user.change_status',
        target: { id: user.id, name: expect.any(String), kind: 'user' },
        reason: 'Sold a copied agent',
        address: '198.51.100.7',
        changes: [{ name: null, before: 'active', after: 'blocked' }],
        position: expect.any(Number),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  it.each(['seller', 'creator_admin'] as const)('is closed to a %s, and to visitors', async (role) => {
    const other = await test.person(role)
    for (const path of ['', '/actions', '/export', '/chain'])
      for (const [as, status] of [
        [other, 403],
        [null, 401],
      ] as const)
        expect((await test.call('GET', PATH + path, { as, query: { format: 'csv' } })).status).toBe(status)
    expect((await test.call('POST', `${PATH}/chain/check`, { as: other, body: {} })).status).toBe(403)
  })

  it('shows an admin what super admins did', async () => {
    const user = await test.person()
    await block(root, user, 'By the super admin')
    expect((await list({ person: root.id })).items[0]).toMatchObject({ reason: 'By the super admin' })
  })

  it('finds by email address, action, period and words of the reason', async () => {
    const user = await test.person()
    await block(admin, user, 'Spam_100% of the time')
    const [{ email }] = (await test.database.pool.query('select email from users where id = $1', [user.id])).rows
    const one = async (query: Record<string, string>) =>
      (await list(query)).items.map(({ reason }: { reason: string }) => reason)
    expect(await one({ person: email.toUpperCase() })).toEqual(['Spam_100% of the time'])
    expect(await one({ person: 'nobody@example.com' })).toEqual([])
    expect(await one({ reason: '_100%' })).toEqual(['Spam_100% of the time'])
    expect(await one({ reason: 'spam_1', action: 'user.change_role' })).toEqual([])
    expect(await one({ reason: 'SPAM_1', action: 'user.change_status' })).toHaveLength(1)
    const now = new Date(Date.now() + 1000).toISOString()
    expect(await one({ person: user.id, to: now })).toHaveLength(1)
    expect(await one({ person: user.id, from: now })).toEqual([])
    expect((await test.call('GET', `${PATH}/actions`, { as: admin })).body.data.actions).toContain('user.change_status')
  })

  it.each([
    [{ reason: 'ab' }, 'reason'],
    [{ reason: 'x'.repeat(201) }, 'reason'],
    [{ person: 'x'.repeat(321) }, 'person'],
    [{ from: '2026-13-01' }, 'from'],
    [{ from: '2026-02-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' }, 'to'],
    [{ after: 'x' }, 'after'],
  ])('names the field of %j', async (query, field) => {
    const { status, body } = await test.call('GET', PATH, {
      as: admin,
      query: query as unknown as Record<string, string>,
    })
    expect([status, body.errors[0].field]).toEqual([400, field])
  })

  it('reads on page by page, each entry once, though all have the same time', async () => {
    const actor = await test.person('admin')
    await test.database.pool.query(
      `insert into audit_log (actor_id, action, target_id, reason)
       select $1::uuid, 'user.change_role', case when n % 2 = 0 then $1::uuid end, n::text from generate_series(1, 25) n`,
      [actor.id],
    )
    const seen: string[] = []
    let pages = 0
    for (let after: string | null = ''; after !== null; pages += 1) {
      const page: { items: { reason: string }[]; next: string | null } = await list({
        person: actor.id,
        limit: '10',
        ...(after && { after }),
      })
      seen.push(...page.items.map(({ reason }) => reason))
      after = page.next
    }
    expect(pages).toBe(3)
    expect(new Set(seen).size).toBe(25)
    expect(seen).toHaveLength(25)
  })
})

describe('an export', () => {
  it('has what is filtered, is no formula, and is an entry itself', async () => {
    const user = await test.person()
    await block(admin, user, '=HYPERLINK("http://evil.example")')
    const csv = await exported({ format: 'csv', person: user.id })
    expect(csv.headers['content-disposition']).toMatch(/attachment; filename="audit-log-[\d-]+\.csv"/)
    expect(csv.headers['content-type']).toMatch(/^text\/csv/)
    expect(csv.body).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(csv.body.split('\r\n').filter(Boolean)).toHaveLength(2)
    const json = await exported({ format: 'json', person: user.id })
    expect(json.body).toMatchObject({ filter: { person: user.id }, entries: [{ target: { id: user.id } }] })
    expect((await list({ action: 'audit.export', person: admin.id })).items.slice(0, 2)).toMatchObject([
      {
        changes: [
          { name: 'format', after: 'json' },
          { name: 'person', after: user.id },
        ],
      },
      { changes: [{ name: 'format', after: 'csv' }, { name: 'person' }] },
    ])
  })

  it('of nothing, and of many more than fit into one slice', async () => {
    const actor = await test.person('admin')
    expect((await exported({ format: 'json', person: 'nobody@example.com' })).body.entries).toEqual([])
    await test.database.pool.query(
      `insert into audit_log (actor_id, action, target_id, reason)
       select $1, 'user.change_role', uuidv7(), n::text from generate_series(1, 2500) n`,
      [actor.id],
    )
    const { body } = await exported({ format: 'json', person: actor.id })
    expect(new Set(body.entries.map(({ reason }: { reason: string }) => reason)).size).toBe(2500)
  })
})

describe('the chain', () => {
  it('is described, and checked slice by slice', async () => {
    await seal()
    const { chain, next } = (await test.call('POST', `${PATH}/chain/check`, { as: admin, body: {} })).body.data
    expect(next).toBeNull()
    expect(chain).toEqual({
      since: expect.any(String),
      sealed: expect.any(Number),
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      checked_at: expect.any(String),
      broken: null,
    })
    expect((await test.call('GET', `${PATH}/chain`, { as: admin })).body.data).toEqual(chain)
  })
})

describe('changes by admins', () => {
  /** What each of their endpoints writes. One that is added needs a line here, and an entry. */
  const ENTRIES: Record<string, string> = {
    checkPlugin: 'nothing: nothing is in use before it is installed',
    checkPluginFile: 'nothing: nothing is in use before it is installed',
    checkPluginUpdate: 'nothing: nothing is in use before it is installed',
    checkMcpPackage: 'nothing: nothing is in use before it is installed',
    checkMcpPackageFile: 'nothing: nothing is in use before it is installed',
    checkMcpPackageUpdate: 'nothing: nothing is in use before it is installed',
    startMcpPackage: 'nothing: it is started for a look, and ends',
    installMcpPackage: 'mcp_package.install',
    changeMcpPackage: 'mcp_package.change',
    updateMcpPackage: 'mcp_package.update',
    enableMcpPackage: 'mcp_package.enable',
    disableMcpPackage: 'mcp_package.disable',
    deleteMcpPackage: 'mcp_package.remove',
    installPlugin: 'plugin.install',
    updatePlugin: 'plugin.update',
    enablePlugin: 'plugin.enable',
    disablePlugin: 'plugin.disable',
    addPluginHost: 'plugin.add_host',
    removePluginHost: 'plugin.remove_host',
    deletePlugin: 'plugin.remove',
    saveOAuthApplication: 'oauth_application.change',
    deleteOAuthApplication: 'oauth_application.change',
    decideSellerProfile: 'seller_profile.verified, seller_profile.rejected',
    preparePayoutRun: 'payout_run.prepare',
    makeBankFile: 'payout_run.bank_file',
    sendPayoutRun: 'payout_run.send',
    retryPayout: 'payout.retry',
    endPayout: 'payout.paid, payout.failed, payout.cancelled',
    reverseLedgerTransaction: 'ledger.reverse',
    decideSubmission: 'agent.approve, agent.reject',
    controlManagedAgent: 'agent.suspend, agent.unsuspend, agent.feature, agent.unfeature',
    moderateReview: 'review.keep, review.remove',
    endPersonSessions: 'user.end_sessions',
    mailPersonReset: 'user.mail_reset',
    removePersonSecondFactor: 'user.remove_second_factor',
    givePersonCredits: 'user.give_credits',
    startSupportView: 'user.view, user.end_view',
    endSupportView: 'user.end_view',
    setUserRole: 'user.change_role',
    decideUser: 'user.change_role, user.decide_request',
    blockUser: 'user.change_status',
    activateUser: 'user.change_status',
    upgradeRole: 'user.change_role',
    downgradeRole: 'user.change_role',
    exportMetrics: 'metrics.export',
    openMetricsPages: 'nothing: it opens pages to read',
    setAnnouncement: 'announcement.change',
    removeAnnouncement: 'announcement.change',
    setMaintenance: 'maintenance.change',
    setSignUp: 'sign_up.change',
    setFeatures: 'features.change',
    setLimits: 'limits.change',
    setBrand: 'brand.change',
    uploadLogo: 'brand.upload_logo',
    setMailTemplates: 'mail_templates.change',
    previewMail: 'nothing: it reads',
    sendTestMail: 'mail_templates.test',
    setCompany: 'company.change',
    sendInvitation: 'invitation.send',
    withdrawInvitation: 'invitation.withdraw',
    retryOutboxMail: 'outbox.retry',
    addSynonym: 'search.synonym_add',
    removeSynonym: 'search.synonym_remove',
    retryRefund: 'refund.retry',
    revealExecution: 'execution.reveal',
    refundUnclaimed: 'refund.unclaimed',
    reconcileNow: 'payment.reconcile',
    submitDispute: 'dispute.submitted',
    acceptDispute: 'dispute.accepted',
    requestBackup: 'backup.request',
    rotateVault: 'vault.rotate',
    updatePlan: 'plan.manage',
    assignReportCase: 'report.assign, report.release',
    decideReportCase: 'report.resolve, report.dismiss',
    stopRuns: 'run_stop.start',
    checkAuditChain: 'nothing: it reads',
  }
  const isForAdmins = ({ access }: EndpointDefinition): boolean =>
    (access.type === 'role' && isAdminOrAbove(access.role)) ||
    (access.type === 'permission' && !permissionsOf('creator_admin').includes(access.permission))

  it('are all in the log', () => {
    const changing = Object.entries<EndpointDefinition>(api).filter(
      ([, definition]) => definition.method !== 'GET' && isForAdmins(definition),
    )
    expect(changing.map(([name]) => name).toSorted()).toEqual(Object.keys(ENTRIES).toSorted())
  })
})
