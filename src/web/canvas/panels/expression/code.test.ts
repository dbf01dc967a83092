import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { codeFault } from './code-fault.ts'
import { pickerSign } from './picker-sign.ts'

describe('a look at a program', () => {
  it.each([
    'return items.map((item) => ({ ...item, total: item.price * item.count }))',
    `const a = \`x \${b ? \`y \${c}\` : "}"} z\`\nreturn a // it's`,
    'const half = a / b / c; return /[/")]+/g.test(half)',
    'return /\\)/.test(a) ? [1] : {}',
    "/* it's ( */ return 'a\\'b'",
    '',
  ])('finds nothing in %j', (source) => expect(codeFault(source)).toBeNull())

  it.each([
    ['return (1', 7, '“(” is not closed'],
    ['return 1)', 8, 'Nothing is open here'],
    ['const a = [1, 2}', 15, '“[” is still open here'],
    ["const a = 'x\nreturn a", 10, 'This text is not closed'],
    ['return `a', 7, 'This text is not closed'],
    ['a /* b', 2, 'This comment is not closed'],
    [`\`\${(1}\``, 5, '“(” is still open here'],
  ])('finds what is wrong in %j', (source, at, message) => expect(codeFault(source)).toEqual({ at, message }))

  it('takes a long program in one walk', () => {
    const spent = busy()
    codeFault('/'.repeat(100_000))
    codeFault('a / b '.repeat(20_000))
    codeFault('('.repeat(100_000))
    expect(spent()).toBeLessThan(1000)
  })
})

describe('a sign that asks for values', () => {
  const asks = (text: string, typed: string, perItem = false) => pickerSign(text, text.length, typed, perItem)

  it('is offered where a word begins in text, and where a value is due in an expression', () => {
    expect(['', 'Dear ', 'Dear\n'].map((text) => asks(text, '/'))).toEqual([true, true, true])
    expect(['{{ ', '{{ $sum(', '{{ 1 + ', 'x {{ a, '].map((text) => asks(text, '<'))).toEqual([true, true, true, true])
    expect(asks('', '/', true)).toBe(true)
  })

  it('is a sign like any other everywhere else', () => {
    expect(['https:', 'a', '{{ $input.a ', '{{ (1) '].map((text) => asks(text, '/'))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(asks('price ', '<', true)).toBe(false)
    expect(asks('', 'a')).toBe(false)
    expect(pickerSign('Dear Asha', 5, '/', false)).toBe(false)
  })
})
