import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { type Condition, conditionOf, conditionText, OPERATORS } from './condition-rows.ts'

describe('a condition in rows', () => {
  it.each([
    ['$input.total > 100', [['$input.total', '>', '100']]],
    ['$input.kind = "invoice"', [['$input.kind', '=', 'invoice']]],
    [
      '$nodes.a.b >= $input.limit and paid = true',
      [
        ['$nodes.a.b', '>=', '$input.limit'],
        ['paid', '=', 'true'],
      ],
    ],
    [
      '$contains(name, "and or in") or $not($exists(mail))',
      [
        ['name', 'contains', 'and or in'],
        ['mail', 'absent', ''],
      ],
    ],
    ['$not($contains($input.text, "x")) ', [['$input.text', 'lacks', 'x']]],
    ['country in ["IN", "NP"]', [['country', 'in', 'IN, NP']]],
    ['$max($nodes.bills.items.total) > 90000', [['$max($nodes.bills.items.total)', '>', '90000']]],
    ['code = "100"', [['code', '=', '"100"']]],
    ['note = ""', [['note', '=', '""']]],
    ['items[price > 3].name = "pen"', [['items[price > 3].name', '=', 'pen']]],
    ['`or der`.land != "and"', [['`or der`.land', '!=', 'and']]],
  ])('%s', (source, rows) => {
    const read = conditionOf(source)
    expect(read?.rows.map(({ left, operator, right }) => [left, operator, right])).toEqual(rows)
    expect(conditionText(read as Condition).replaceAll(' ', '')).toBe(source.replaceAll(' ', ''))
  })

  it.each([
    'a = 1 and b = 2 or c = 3',
    '$count(items)',
    'a = b',
    'a > 1 ? true : false',
    '(a = 1)',
    'a = 1 = b',
    'a = "x',
    'a in list',
    'a in ["x, y"]',
    '$contains(a, /x/i)',
  ])('leaves %s to the editor of expressions', (source) => {
    expect(conditionOf(source)).toBeNull()
  })

  it('says nothing for rows that are not complete', () => {
    const rows = [
      { left: 'a', operator: '=', right: '' },
      { left: '', operator: 'exists', right: '' },
      { left: 'b', operator: 'exists', right: '' },
    ] as const
    expect(conditionText({ join: 'and', rows })).toBe('$exists(b)')
    expect(conditionOf('  ')?.rows).toHaveLength(1)
  })

  it('reads again what it wrote, which always compiles', () => {
    const row = fc.record({
      left: fc.constantFrom('$input.total', 'price', '$nodes.a.`b c`', '$count(items)', '$'),
      operator: fc.constantFrom(...OPERATORS.map(({ id }) => id)),
      right: fc.oneof(
        fc.string(),
        fc.constantFrom('1', '-2.5', 'true', 'null', '"1"', '$input.x', 'a and b', '] in ['),
      ),
    })
    const condition = fc.record({
      join: fc.constantFrom('and', 'or'),
      rows: fc.array(row, { minLength: 1, maxLength: 4 }),
    })
    fc.assert(
      fc.property(condition, (made) => {
        const text = conditionText(made as Condition)
        if (text === '' || made.rows.some(({ right }) => right.trim().startsWith('$') && right !== '$input.x')) return
        expect(() => compileExpression(text)).not.toThrow()
        const again = conditionOf(text)
        // Rows may be more than they can read (a text with a comma in a list): then they are left as they are.
        if (again !== null) expect(conditionText(again)).toBe(text)
      }),
    )
  })
})
