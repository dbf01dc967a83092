import { describe, expect, it } from 'vitest'
import { bioRule, websiteRule } from './rules.ts'

describe('the fields of the profile', () => {
  it.each([
    '',
    '  ',
    'https://ada.example',
    'http://ada.example/x?y=1#z',
    'HTTPS://Ada.Example',
    ' https://ada.example ',
    'https://xn--p5b0a.example',
  ])('take the website %j', (value) => {
    expect(websiteRule(value)).toBeUndefined()
  })
  it.each([
    'ada.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    '//example.com',
    'https://',
    'https://bank.example@evil.test/',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('refuse the website %j', (value) => {
    expect(websiteRule(value)).toEqual(expect.any(String))
  })
  it('let a bio have 2,000 characters and no more', () => {
    expect(bioRule('x'.repeat(2000))).toBeUndefined()
    expect(bioRule('x'.repeat(2001))).toBe('Use at most 2000 characters')
  })
})
