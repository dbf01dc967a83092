import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('describes every endpoint of the contract with its access rule and its errors', async () => {
  const { status, body } = await test.call('GET', '/openapi.json')
  expect(status).toBe(200)
  type Operation = { operationId: string; 'x-access': unknown; 'x-errors': unknown }
  const operations = Object.values<Record<string, Operation>>(body.paths).flatMap((path) => Object.values(path))
  const described = new Map(operations.map((operation) => [operation.operationId, operation]))
  expect([...described.keys()].sort()).toEqual(Object.keys(api).sort())
  expect(described.get('createWorkflow')).toMatchObject({
    'x-access': { type: 'permission', permission: 'workflows.create' },
    'x-errors': ['limit_reached'],
  })
})

it('is packed for whoever takes it packed, and says the same', async () => {
  const plain = await test.app.inject('/openapi.json')
  const packed = await test.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(60_000)
})
