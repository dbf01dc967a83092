import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { NotTranslated } from './script-ast.ts'
import { translateScript } from './translate-script.ts'

const IDS: Record<string, string> = { 'My Step': 'my_step', Rows: 'rows', Loop: 'loop' }
const scope = {
  json: '$input',
  workflowName: 'Orders',
  idOf: (name: string) => IDS[name],
  isLoop: (name: string) => name === 'Loop',
}

const input: Json = {
  name: ' Asha Rao ',
  price: 12.5,
  count: 4,
  tags: ['new', 'paid'],
  lines: [
    { sku: 'a', qty: 2 },
    { sku: 'b', qty: 5 },
  ],
  'full name': 'Asha Rao',
  empty: '',
  at: '2026-03-31T18:05:09.000Z',
}
const bindings = {
  input,
  node: (id: string): Json | undefined =>
    ({ my_step: { total: 40, list: [1, 2, 3] }, rows: [{ id: 1 }, { id: 2 }] })[id] as Json | undefined,
  item: { id: 7 },
}
const evaluate = async (script: string): Promise<Json | undefined> =>
  compileExpression(translateScript(script, scope).code).evaluate(bindings)

/** What JavaScript gives in n8n, and what our translation gives. */
const SAME: [string, Json][] = [
  ['$json.price', 12.5],
  ['$json["full name"]', 'Asha Rao'],
  ["$node['My Step'].json.total", 40],
  ["$('My Step').item.json.list[1]", 2],
  ["$('Rows').all().length", 2],
  ["$('Rows').first().json.id", 1],
  ['$item("1").$node["Rows"].json["id"]', 2],
  ['$item(0).$node["My Step"].json.total', 40],
  ['$workflow.name', 'Orders'],
  ['"a (#7)".match(/\\(#([^)]+)\\)/)[1]', '7'],
  ['"**See** [this](https://a.example)".removeMarkdown()', 'See this'],
  ["$('Rows').last().json.id", 2],
  ["$('Rows').all().map(row => row.json.id).join('-')", '1-2'],
  ["$('Loop').item.json.id", 7],
  ['$input.first().json.count', 4],
  ['$json.name.trim().toUpperCase()', 'ASHA RAO'],
  ['`Dear $'.concat('{$json.name.trim()}, $', '{$json.count} left`'), 'Dear Asha Rao, 4 left'],
  ['$json.count + 1', 5],
  ['"no. " + $json.count', 'no. 4'],
  ['$json.count > 3 ? "many" : "few"', 'many'],
  ['$json.empty || "none"', 'none'],
  ['$json.missing ?? "none"', 'none'],
  ['$json.missing?.deep?.er ?? 3', 3],
  ['!$json.missing', true],
  ['$json.missing === undefined', true],
  ['$json.tags.includes("paid")', true],
  ['$json.name.includes("Rao")', true],
  ['$json.tags.length', 2],
  ['$json.empty.length', 0],
  ['$json.lines.map(l => l.qty * 2)', [4, 10]],
  ['$json.lines.filter(l => l.qty > 2).length', 1],
  ['$json.lines.find(l => l.sku === "b").qty', 5],
  ['$json.lines.reduce((sum, l) => sum + l.qty, 0)', 7],
  ['$json["full name"].split(" ")[0]', 'Asha'],
  ['$json["full name"].replace("Asha", "Ms")', 'Ms Rao'],
  ['$json["full name"].slice(0, 4)', 'Asha'],
  ['Math.round($json.price)', 12],
  ['$json.price.toFixed(2)', '12.50'],
  ['JSON.stringify({a: $json.count})', '{"a":4}'],
  ['Object.keys($json.lines[0])', ['sku', 'qty']],
  ['({ total: $json.count, tags: [1, "x"] })', { total: 4, tags: [1, 'x'] }],
  ['{ "a b": $json.count, 1: "x" };', { 'a b': 4, 1: 'x' }],
  ['$json.count // how many', 4],
  ['`$'.concat('{$json.tags.map(tag => `#$', '{tag}`).join(" ")}!`'), '#new #paid!'],
  ['new Date($json.at).getFullYear()', 2026],
  ['DateTime.fromISO($json.at).plus({ days: 1 }).toISODate()', '2026-04-01'],
  ['DateTime.fromISO($json.at).toFormat("dd.MM.yyyy HH:mm")', '31.03.2026 18:05'],
  ['DateTime.fromISO($json.at).diff(DateTime.fromISO("2026-03-30T18:05:09Z"), "days").days', 1],
  ['$json.at.toDateTime().startOf("day").toISO()', '2026-03-31T00:00:00.000Z'],
  ['Number("3") + 4 * (2 - 1)', 7],
  ['$json.empty.isEmpty()', true],
  ['$if($json.count > 3, "a", "b")', 'a'],
]

describe('an expression of n8n', () => {
  it.each(SAME)('%s', async (script, expected) => {
    expect(JSON.parse(JSON.stringify((await evaluate(script)) ?? null))).toEqual(expected)
  })

  it.each([
    ['$env.SECRET', '“$env” isn’t known here'],
    ['process.exit(1)', '“process” isn’t known here'],
    ['$json.constructor', 'reserved'],
    ['$json.__proto__.polluted', 'reserved'],
    ['require("fs")', '“require()” has no equivalent'],
    ['(() => { while (true) {} })()', 'function with several statements'],
    ['$json.a = 1', '“=” isn’t supported'],
    ['$json.a--', '“--” isn’t supported'],
    ['typeof $json.a', '“typeof” isn’t supported'],
    ['async x => x', '“async” isn’t supported'],
    ['10n', '“10n” isn’t supported'],
    ['$json.a, $json.b', 'more than a single simple expression'],
    ['$json.a; $json.b', 'more than a single simple expression'],
    ['let x = 1', 'more than a single simple expression'],
    ['$("Nowhere").item.json.x', 'there is no node “Nowhere”'],
    ['$now.plus({ months: 1 })', 'lengths vary'],
    ['"open', 'can’t be read as JavaScript'],
    ['return 1', 'can’t be read as JavaScript'],
    ['{ $json.a }', 'can’t be read as JavaScript'],
    ['{ ...$json.a }', 'object that isn’t simple'],
    ['[1, , 2]', 'list with gaps'],
    ['f(...$json.x)', 'spread operator'],
    ['', 'empty'],
    [`${'('.repeat(500)}1${')'.repeat(500)}`, 'too deep'],
    [`${'!'.repeat(5000)}1`, 'too deep'],
    ['x'.repeat(30_000), 'too long'],
    ['a[', 'ends too early'],
    ['['.repeat(19_000), 'too deep'],
    [Array(60).fill('$json.a').join(' ?? '), 'becomes too long'],
    ['$json.list[...$json.x]', 'can’t be read as JavaScript'],
  ])('%s is not translated, and why is said', (script, reason) => {
    expect(() => translateScript(script, scope)).toThrow(NotTranslated)
    expect(() => translateScript(script, scope)).toThrow(new RegExp(reason.replace(/[$()]/g, '\\$&')))
  })

  it('is translated once, however many operators are chained', async () => {
    expect(await evaluate(`1000${' - 1'.repeat(150)}`)).toBe(850)
  })
})
