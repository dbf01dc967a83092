import { expect, it } from 'vitest'
import { COMPANY, openParticulars } from './company.ts'

it('shows a value for every particular, filled in or not', () => {
  expect(Object.values(COMPANY).every((value) => value !== '')).toBe(true)
})

it('names the particulars that still have to be filled in', () => {
  expect(openParticulars({})).toEqual([
    'name',
    'cin',
    'gstin',
    'registered_office',
    'state',
    'courts',
    'support_email',
    'support_phone',
    'grievance_officer',
    'grievance_email',
    'grievance_phone',
  ])
  expect(openParticulars({ name: 'Asha Software Private Limited' })).not.toContain('name')
  expect(openParticulars(COMPANY)).toEqual([])
})
