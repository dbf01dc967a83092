import { expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { checkJson } from './json.ts'

const many = (value: unknown) => Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`n${index}`, value]))

it('a long name around many values takes no longer than a short one', () => {
  const spent = busy()
  checkJson({ ['x'.repeat(400_000)]: many({ a: 1 }) })
  expect(spent()).toBeLessThan(1000)
})

it.each([
  ['empty objects', `[${'{},'.repeat(333_000)}{}]`],
  ['numbers', `[${'1,'.repeat(499_000)}1]`],
])('a body of the largest size made of %s is checked quickly', (_what, text) => {
  const body: unknown = JSON.parse(text)
  const spent = busy()
  checkJson(body)
  expect(spent()).toBeLessThan(200)
})

it.each([
  [{ a: { b: ['x\u0000'] } }, 'a.b.0'],
  [{ ['x'.repeat(300)]: { b: { c: 'x\u0000' } } }, expect.stringMatching(/^x{200,201}/)],
])('names the place of what is wrong, at most 200 characters of it', (body, field) => {
  let problem: { field?: string } | undefined
  try {
    checkJson(body)
  } catch (error) {
    problem = (error as { problems: { field?: string }[] }).problems[0]
  }
  expect(problem?.field).toEqual(field)
  expect(problem?.field?.length).toBeLessThanOrEqual(201)
})
