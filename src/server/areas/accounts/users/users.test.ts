import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionsOf, ROLES, type Role } from '#contract/core/access.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { activateUser, blockUser, changeRole, deactivateUser } from '#server/areas/accounts/user-management/manage.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { createRecorder } from '#server/platform/analytics/record.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { Browser, createTestIdentity, type TestIdentity } from '#test/support/identity.ts'
import { ensureSuperAdmin } from './first-admin.ts'
import { mayManageOwnAccount } from './users.policy.ts'
import { displayNameOf, getOwnUser } from './users.ts'

const record = createRecorder(null)
let database: TestDatabase
let identity: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
})
afterAll(() => database.drop())

async function somebody(role: Role): Promise<UserCaller> {
  const id = uuidv7() as UserId
  const email = `${id}@example.com`
  await database.pool.query(
    `insert into users (id, firebase_uid, email, display_name, role) values ($1, $2, $3, 'X', $4)`,
    [id, `s-${id}`, email, role],
  )
  return {
    type: 'user',
    id,
    role,
    permissions: new Set(permissionsOf(role)),
    email,
    display_name: 'X',
    session_id: null,
  }
}
const roleOf = async (user: UserCaller): Promise<string> =>
  (await database.pool.query('select role from users where id = $1', [user.id])).rows[0].role
const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })

describe('changing a role', () => {
  /** Product decisions: an admin grants up to creator_admin and touches nobody of rank 4; a super admin does everything. */
  const allowed = (actor: Role, target: Role, wanted: Role): boolean => {
    if (actor === 'super_admin') return true
    return actor === 'admin' && ROLES.indexOf(target) < 3 && ROLES.indexOf(wanted) < 3
  }
  const cases = ROLES.flatMap((actor) =>
    ROLES.flatMap((target) => ROLES.map((wanted) => [actor, target, wanted] as const)),
  )

  it('follows the table of who may make whom what, for all 125 cases', async () => {
    await somebody('super_admin')
    for (const [actor, target, wanted] of cases) {
      const by = await somebody(actor)
      const whom = await somebody(target)
      const outcome = await changeRole(database.db, by, whom.id, wanted, { record }).then(
        () => true,
        (error) => error.code,
      )
      expect([actor, target, wanted, outcome]).toEqual([
        actor,
        target,
        wanted,
        allowed(actor, target, wanted) || 'forbidden',
      ])
      expect(await roleOf(whom)).toBe(outcome === true ? wanted : target)
    }
  })

  it('is never done to oneself', async () => {
    for (const role of ROLES) {
      const self = await somebody(role)
      await expect(changeRole(database.db, self, self.id, 'basic_user', { record })).rejects.toEqual(
        refusedWith('forbidden'),
      )
      await expect(changeRole(database.db, self, self.id, 'super_admin', { record })).rejects.toEqual(
        refusedWith('forbidden'),
      )
      expect(await roleOf(self)).toBe(role)
    }
  })

  it('asks the database who the actor is now, not what the request began with', async () => {
    const actor = await somebody('admin')
    const target = await somebody('basic_user')
    await database.pool.query(`update users set role = 'seller' where id = $1`, [actor.id])
    await expect(changeRole(database.db, actor, target.id, 'seller', { record })).rejects.toEqual(
      refusedWith('forbidden'),
    )
    await database.pool.query(`update users set role = 'admin', status = 'blocked' where id = $1`, [actor.id])
    await expect(changeRole(database.db, actor, target.id, 'seller', { record })).rejects.toEqual(
      refusedWith('forbidden'),
    )
  })

  it('of nobody is not found', async () => {
    const actor = await somebody('super_admin')
    await expect(changeRole(database.db, actor, uuidv7() as UserId, 'seller', { record })).rejects.toEqual(
      refusedWith('not_found'),
    )
  })

  it('answers with the user as they are after it', async () => {
    const user = await changeRole(
      database.db,
      await somebody('admin'),
      (await somebody('basic_user')).id,
      'creator_admin',
      { record },
    )
    expect(user).toMatchObject({ role: 'creator_admin', status: 'active' })
    const own = await getOwnUser(database.db, mayManageOwnAccount({ type: 'user', id: user.id } as Caller))
    expect(own.groups).toEqual(['basic_user', 'seller', 'creator_admin'])
    expect(own.platform_access).toEqual(['marketplace', 'workflow-designer', 'ai-services', 'mcp-tools'])
  })
})

describe('the last super admin', () => {
  const alone = () => database.pool.query(`update users set role = 'admin' where role = 'super_admin'`)

  it('stays, when two lower each other at once', async () => {
    for (let round = 0; round < 10; round++) {
      await alone()
      const [a, b] = [await somebody('super_admin'), await somebody('super_admin')]
      const results = await Promise.allSettled([
        changeRole(database.db, a, b.id, 'basic_user', { record }),
        changeRole(database.db, b, a.id, 'basic_user', { record }),
      ])
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('stays, when two block each other at once', async () => {
    for (let round = 0; round < 10; round++) {
      await alone()
      const [a, b] = [await somebody('super_admin'), await somebody('super_admin')]
      const block = { reason: 'x', duration_days: null }
      const results = await Promise.allSettled([
        blockUser(database.db, a, b.id, block),
        deactivateUser(database.db, b, a.id, 'x'),
      ])
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('blocking', () => {
  it('is for admins, on users below them, with a reason and an end', async () => {
    const admin = await somebody('admin')
    const user = await somebody('seller')
    expect(await blockUser(database.db, admin, user.id, { reason: 'spam', duration_days: 2 })).toMatchObject({
      status: 'blocked',
    })
    const { rows } = await database.pool.query(
      'select status, status_reason, blocked_until - now() as for from users where id = $1',
      [user.id],
    )
    expect(rows[0]).toMatchObject({ status: 'blocked', status_reason: 'spam', for: { days: 1, hours: 23 } })
    expect(await activateUser(database.db, admin, user.id, null)).toMatchObject({ status: 'active' })
    expect(await deactivateUser(database.db, admin, user.id, 'left')).toMatchObject({ status: 'deactivated' })
    for (const role of ['basic_user', 'seller', 'creator_admin'] as const)
      await expect(
        blockUser(database.db, await somebody(role), user.id, { reason: 'x', duration_days: null }),
      ).rejects.toEqual(refusedWith('forbidden'))
    for (const role of ['admin', 'super_admin'] as const)
      await expect(
        blockUser(database.db, admin, (await somebody(role)).id, { reason: 'x', duration_days: null }),
      ).rejects.toEqual(refusedWith('forbidden'))
    await expect(blockUser(database.db, admin, admin.id, { reason: 'x', duration_days: null })).rejects.toEqual(
      refusedWith('forbidden'),
    )
  })

  it('takes whole days only', async () => {
    const [admin, user] = [await somebody('admin'), await somebody('seller')]
    for (const duration_days of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9])
      await expect(blockUser(database.db, admin, user.id, { reason: 'x', duration_days })).rejects.toEqual(
        refusedWith('invalid_input'),
      )
  })
})

describe('displayNameOf', () => {
  it('takes the name, else the part before @, else User', () => {
    expect(displayNameOf(' Ada ', 'a@b.c')).toBe('Ada')
    expect(displayNameOf(null, 'ada@b.c')).toBe('ada')
    expect(displayNameOf('  ', '@b.c')).toBe('User')
    expect(displayNameOf('x'.repeat(500), 'a@b.c')).toHaveLength(120)
  })
})

describe('ensureSuperAdmin', () => {
  it('makes one admin of many starts at once, whose password works and is told once', async () => {
    await database.pool.query(`update users set role = 'basic_user' where role = 'super_admin'`)
    const admin = { email: 'Root@Chowk.local', password: undefined }
    const results = await Promise.all(
      Array.from({ length: 4 }, () => ensureSuperAdmin(database.db, identity.accounts, admin)),
    )
    const made = results.filter((result) => result !== null)
    expect(made).toHaveLength(1)
    const password = made[0]?.generated_password ?? ''
    expect(password.length).toBeGreaterThanOrEqual(16)
    const { data } = await identity.accounts.signIn({ email: 'root@chowk.local', password }, new Browser())
    const { rows } = await database.pool.query(`select firebase_uid, email from users where role = 'super_admin'`)
    expect(rows).toEqual([{ firebase_uid: data.id, email: 'root@chowk.local' }])
    expect(await ensureSuperAdmin(database.db, identity.accounts, admin)).toBeNull()
  })

  it('uses the given password, and repairs what a crash left half made', async () => {
    await database.pool.query(`update users set role = 'basic_user' where role = 'super_admin'`)
    await identity.accounts.provision({ email: 'half@chowk.local', password: 'lost in a crash', display_name: 'Half' })
    const admin = { email: 'half@chowk.local', password: 'given password' }
    expect(await ensureSuperAdmin(database.db, identity.accounts, admin)).toEqual({
      email: 'half@chowk.local',
      generated_password: null,
    })
    const { data } = await identity.accounts.signIn(admin, new Browser())
    expect(data.email).toBe('half@chowk.local')
  })

  it('refuses a password that nobody may have', async () => {
    for (const password of ['short', 'x'.repeat(129)])
      await expect(ensureSuperAdmin(database.db, identity.accounts, { email: 'a@b.co', password })).rejects.toThrow(
        'ADMIN_PASSWORD',
      )
  })
})
