import { describe, expect, it } from 'vitest'
import { onChangeProblem } from '#web/ui/forms/use-field.ts'
import { emailRule, nameRule, newPasswordRule, passwordRule, sameRule } from './rules.ts'

describe('the fields of the sign-in', () => {
  it.each([
    ['', 'Email is required'],
    ['asha', 'Please enter a valid email address'],
    ['asha@clinic', 'Please enter a valid email address'],
    ['as ha@clinic.in', 'Please enter a valid email address'],
    ['asha@clinic.in ', 'Please enter a valid email address'],
    ['asha@@clinic.in', 'Please enter a valid email address'],
    ['asha@clinic.in', undefined],
    ['o.k+x@sub.clinic.co.in', undefined],
  ])('email %j: %s', (value, problem) => {
    expect(emailRule(value)).toBe(problem)
  })
  it.each([
    ['', 'Password is required'],
    ['12345', 'Password must be at least 6 characters'],
    ['123456', undefined],
  ])('password %j: %s', (value, problem) => {
    expect(passwordRule(value)).toBe(problem)
  })
  it('clears the error when the input is emptied', () => {
    expect(onChangeProblem(emailRule, 'a')).toBe('Please enter a valid email address')
    expect(onChangeProblem(emailRule, '')).toBeUndefined()
  })
})

describe('the fields of the sign-up', () => {
  it('asks 8 characters of a new password, at most 128', () => {
    expect(newPasswordRule('1234567')).toBe('Password must be at least 8 characters')
    expect(newPasswordRule('12345678')).toBeUndefined()
    expect(newPasswordRule('x'.repeat(129))).toBe('Password must be at most 128 characters')
  })
  it('asks for a name and for the same password twice', () => {
    expect(nameRule('   ')).toBe('Name is required')
    expect(nameRule('x'.repeat(121))).toBe('Name must be at most 120 characters')
    expect(sameRule('secret12')('secret1')).toBe('The passwords don’t match')
    expect(sameRule('secret12')('secret12')).toBeUndefined()
  })
})
