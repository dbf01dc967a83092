/**
 * Every text that the interface says through `t` has its Hindi, and Hindi says nothing that nobody asks for. Literals are read from
 * the source; texts that come from a table are listed here by the table.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import hindi from '../src/web/lib/hindi.json' with { type: 'json' }
import { COMPANY_TEXTS, OPTIONAL_TEXTS, TABLE_TEXTS } from './support/translated-tables.ts'

const web = join(import.meta.dirname, '../src/web')
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file),
)

interface Node {
  type: string
  start: number
  [part: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The literals an expression may be: itself, or any side of a choice. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value !== '' ? [node.value] : []
  const sides: Record<string, readonly string[]> = {
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: ['left', 'right'],
    ParenthesizedExpression: ['expression'],
  }
  return (sides[node.type] ?? []).flatMap((side) => literalsOf(node[side]))
}

interface Use {
  text: string
  where: string
  /** Not inside any function: taken when the module is loaded, so that a change of language would not reach it. */
  early: boolean
}

function usesIn(file: string): Use[] {
  const source = readFileSync(join(web, file), 'utf8')
  const { program, errors } = parseSync(file, source)
  expect(errors).toEqual([])
  const uses: Use[] = []
  const stack: [node: Node, inside: boolean][] = [[program as unknown as Node, false]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, inside] = next
    const { callee, arguments: given } = node
    if (node.type === 'CallExpression' && isNode(callee) && callee.name === 't' && Array.isArray(given)) {
      const line = source.slice(0, node.start).split('\n').length
      for (const text of literalsOf(given[0])) uses.push({ text, where: `${file}:${line}`, early: !inside })
    }
    const within = inside || /Function/.test(node.type)
    for (const part of partsOf(node)) stack.push([part, within])
  }
  return uses
}

const uses = files.filter((file) => file !== 'lib/language.ts').flatMap(usesIn)
const wanted = new Set([...uses.map(({ text }) => text), ...TABLE_TEXTS, ...COMPANY_TEXTS])
const entries = Object.entries<string>(hindi)
const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()

describe('Hindi', () => {
  it('has words for every text', () => {
    const known = new Set(Object.keys(hindi))
    expect([...wanted].filter((text) => !known.has(text)).sort()).toEqual([])
  })
  it('has no words that nobody asks for', () => {
    const asked = new Set([...wanted, ...OPTIONAL_TEXTS])
    expect(entries.map(([text]) => text).filter((text) => !asked.has(text))).toEqual([])
  })
  it('puts the same values in', () => {
    expect(entries.filter(([text, words]) => names(text).join() !== names(words).join())).toEqual([])
  })
  it('says something, in its own letters', () => {
    expect(entries.filter(([, words]) => words.trim() === '')).toEqual([])
    const latin = entries.filter(([text, words]) => /\p{L}{3}/u.test(text) && !/\p{Script=Devanagari}/u.test(words))
    expect(latin.map(([text]) => text)).toEqual([])
  })
  it('is sorted, so that two people who add to it meet seldom', () => {
    const keys = entries.map(([text]) => text)
    expect(keys).toEqual([...keys].sort())
  })
})

it('no text is taken when a module loads', () => {
  expect(uses.filter(({ early }) => early).map(({ where }) => where)).toEqual([])
})
