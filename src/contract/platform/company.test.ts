import { expect, it } from 'vitest'
import { companyOf, openForInvoices, openParticulars } from './company.ts'

it('shows a value for every particular, filled in or not', () => {
  expect(Object.values(companyOf({})).every((value) => value !== '')).toBe(true)
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
  expect(openParticulars(companyOf({}))).toEqual([])
})

it('takes no invoice for one that only lacks its GSTIN', () => {
  const { gstin: _, ...filled } = companyOf({})
  expect(openForInvoices(filled)).toEqual(['gstin'])
})
