/** The rules of the house look at code: what it calls, names and says. */
import { expect, it } from 'vitest'
import { sourceNames } from './support/source-names.ts'

const namesIn = (text: string) => sourceNames('a.tsx', text)

it.each([
  ['a function', 'mint(a)', 'mint'],
  ['a method with its object', 'vi.mock("a")', 'vi.mock'],
  ['a method of whatever it is called on', 'db().selectFrom("a")', 'selectFrom'],
  ['a constructor', 'new Function("a")', 'Function'],
  ['a tag', 'sql`select 1`', 'sql'],
  ['a tag with a type', 'sql<Row>`select 1`', 'sql'],
])('finds %s', (_kind, text, name) => {
  expect([...namesIn(text).calls]).toContain(name)
})

it.each([
  ['a property', 'const a = process.env.PORT', 'process.env'],
  ['a property that is set', 'element.innerHTML = a', 'innerHTML'],
  ['an attribute', '<p dangerouslySetInnerHTML={a} />', 'dangerouslySetInnerHTML'],
])('finds %s', (_kind, text, name) => {
  expect([...namesIn(text).names]).toContain(name)
})

it('takes neither a comment nor a text for code', () => {
  const { calls, names, texts } = namesIn('// mint(process.env)\nconst a = "mint(process.env)"')
  expect([...calls, ...names, ...texts]).toEqual(['a', 'mint(process.env)'])
})

it('joins what is written around the values of a template', () => {
  const template = ['`select ', '{a} from ', '{b}`'].join('$')
  expect(namesIn(template).texts).toEqual(['select … from …'])
})

it('tells numbers whatever their separators, and the texts that calls begin with', () => {
  const { numbers, callsWithText } = namesIn(`take(7_234_001)\nrequire('pg')\nimport.meta.resolve('zod')`)
  expect(numbers).toEqual([7234001])
  expect(callsWithText).toEqual([
    ['require', 'pg'],
    ['meta.resolve', 'zod'],
    ['resolve', 'zod'],
  ])
})

it('fails for what cannot be parsed', () => {
  expect(() => namesIn('const const')).toThrow('a.tsx cannot be parsed')
})
