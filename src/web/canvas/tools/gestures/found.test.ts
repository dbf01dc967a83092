import { expect, it } from 'vitest'
import { found } from './found.ts'

const THINGS = [
  {
    label: 'Schedule',
    words: 'Starts the workflow at set times, not by hand or manual work trigger',
    also: 'schedule',
  },
  { label: 'Start by hand', words: 'Starts the workflow when a person asks for it trigger', also: 'manual' },
  { label: 'Code diagnoses', words: 'Finds codes healthcare', also: 'icd10 coder' },
  { label: 'JavaScript', words: 'Runs a program of yours code', also: 'code' },
  { label: 'HTTP request', words: 'Calls an address', also: 'http request' },
]
const named = (text: string) => found(THINGS, text).map(({ label }) => label)

it('puts what is called so elsewhere first, when it is typed whole', () => {
  expect(named('manual')[0]).toBe('Start by hand')
  expect(named('Code')[0]).toBe('JavaScript')
  expect(named('code')).toContain('Code diagnoses')
})

it('takes a beginning of a name before a word of a description', () => {
  expect(named('sch')).toEqual(['Schedule'])
  expect(named('http req')).toEqual(['HTTP request'])
  expect(named('start')[0]).toBe('Start by hand')
  expect(named('nothing of the kind')).toEqual([])
  expect(named(' ')).toHaveLength(THINGS.length)
})
