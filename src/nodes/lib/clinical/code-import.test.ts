import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { CodeImportError, mergeCodes, parseCmsOrderFile, parseCodesCsv, parseCodesTsv, withDot } from './code-import.ts'

const order = (number: string, code: string, flag: string, short: string, long: string): string =>
  `${number} ${code.padEnd(7)} ${flag} ${short.padEnd(60)} ${long}`

describe('codes', () => {
  it.each([
    ['E1122', 'E11.22'],
    ['e11.22', 'E11.22'],
    [' I10 ', 'I10'],
    ['S72001A', 'S72.001A'],
    ['C4A0', 'C4A.0'],
    ['U071', 'U07.1'],
    ['', null],
    ['E1', null],
    ['hello', null],
    ['E11.22333', null],
    ['E1.122', null],
    ["I10'; drop table codes", null],
  ])('writes %j as %j', (given, written) => {
    expect(withDot(given)).toBe(written)
  })
})

describe('the CMS order file', () => {
  const file = [
    order('00001', 'A00', '0', 'Cholera', 'Cholera'),
    order(
      '00002',
      'A000',
      '1',
      'Cholera due to Vibrio cholerae 01, biovar cholerae',
      'Cholera due to Vibrio cholerae 01, biovar cholerae',
    ),
    '',
  ]
  it('reads codes, flags and long descriptions', () => {
    expect(parseCmsOrderFile(file.join('\r\n'))).toEqual([
      { code: 'A00', description: 'Cholera', billable: false, synonyms: [] },
      {
        code: 'A00.0',
        description: 'Cholera due to Vibrio cholerae 01, biovar cholerae',
        billable: true,
        synonyms: [],
      },
    ])
  })
  it.each<[string, string, number]>([
    ['an empty file', '', 1],
    ['another file', 'code,billable\nA00,0', 1],
    ['a broken line', `${file[0]}\nA000 Cholera`, 2],
    ['a repeated code', `${file[0]}\n${file[0]}`, 2],
    ['a wrong flag', order('00001', 'A00', '7', 'Cholera', 'Cholera'), 1],
    ['a binary file', `${file[0]}\n\u0000\u0001PDF`, 2],
    ['an endless line', `${file[0]}\n${'x'.repeat(5000)}`, 2],
  ])('names the line of %s', (_what, text, line) => {
    expect(() => parseCmsOrderFile(text)).toThrow(CodeImportError)
    expect(() => parseCmsOrderFile(text)).toThrow(new RegExp(`^Line ${line}: `))
  })
})

describe('CSV', () => {
  it('reads the documented columns without a header', () => {
    expect(parseCodesCsv('E119,1,Type 2 diabetes,t2dm| dm2 |\nE11,0,"Type 2 diabetes, all"')).toEqual([
      { code: 'E11.9', description: 'Type 2 diabetes', billable: true, synonyms: ['t2dm', 'dm2'] },
      { code: 'E11', description: 'Type 2 diabetes, all', billable: false, synonyms: [] },
    ])
  })
  it('finds columns by a header in any order, quotes and line breaks included', () => {
    const text = '\uFEFF"Description","Code","Billable"\r\n"Pain, ""sharp""\nand long",R52,true\r\n\r\nGout,M109,no\r\n'
    expect(parseCodesCsv(text)).toEqual([
      { code: 'R52', description: 'Pain, "sharp" and long', billable: true, synonyms: [] },
      { code: 'M10.9', description: 'Gout', billable: false, synonyms: [] },
    ])
  })
  it('takes codes as billable where nothing is said', () => {
    expect(parseCodesCsv('code,description\nI10,Hypertension')[0]?.billable).toBe(true)
  })
  it.each<[string, string, number]>([
    ['nothing', '', 1],
    ['a header alone', 'code,billable,description', 1],
    ['no description column', 'code,billable\nI10,1', 1],
    ['a word for a code', 'code,billable,description\nI10,1,Hypertension\nhello,1,World', 3],
    ['a missing description', 'I10,1,', 1],
    ['a flag that is none', 'I10,maybe,Hypertension', 1],
    ['a repeated code', 'I10,1,Hypertension\nI10,1,Hypertension', 2],
    ['an open quote', 'I10,1,"Hypertension\nE119,1,Diabetes', 1],
    ['a formula', '=cmd(),1,Calc', 1],
    ['a binary file', 'I10,1,Hyper\u0000tension', 1],
    ['an endless cell', `I10,1,${'x'.repeat(5000)}`, 1],
  ])('names the line of %s', (_what, text, line) => {
    expect(() => parseCodesCsv(text)).toThrow(new RegExp(`^Line ${line}: `))
  })
  it('stays quick on hostile input', () => {
    const spent = busy()
    for (const text of [
      '"'.repeat(100_000),
      ' '.repeat(100_000),
      `${'I10,1,x\n'.repeat(20_000)}`,
      `"${'""'.repeat(50_000)}`,
    ])
      expect(() => parseCodesCsv(text)).toThrow(CodeImportError)
    expect(spent()).toBeLessThan(10_000)
  })
})

describe('the shipped table and an import', () => {
  it('reads the shipped form', () => {
    expect(
      parseCodesTsv('code\tbillable\tdescription\tsynonyms\nI10\t1\tHypertension\thtn|high blood pressure\n'),
    ).toEqual([{ code: 'I10', description: 'Hypertension', billable: true, synonyms: ['htn', 'high blood pressure'] }])
    expect(() => parseCodesTsv('code\nI10\t2\tx\t')).toThrow(/^Line 2: /)
  })
  it('keeps synonyms across releases and drops codes that are gone', () => {
    const entry = (code: string, synonyms: string[], billable = true) => ({
      code,
      description: code,
      billable,
      synonyms,
    })
    const merged = mergeCodes(
      [entry('E87.20', ['acidosis']), entry('I10', ['htn']), entry('Z99.9', ['gone'])],
      [entry('E87.2', []), entry('I10', ['hypertonia']), entry('Z99', [], false)],
    )
    expect(merged).toEqual([entry('E87.2', ['acidosis']), entry('I10', ['hypertonia', 'htn']), entry('Z99', [], false)])
  })
})
