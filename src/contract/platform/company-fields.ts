/** What an operator may fill in as the particulars of the firm. */
import { z } from 'zod'
import { checkIdentifier, normaliseIdentifier } from '#contract/india/identifiers.ts'
import { stateByCode, stateFrom } from '#contract/india/states.ts'
import { type Company, PARTICULARS, PLACEHOLDERS } from './company.ts'

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'Fill this in, or leave it out')
    .max(most, `Use at most ${most} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'Write one line')

const identifier = (type: 'gstin' | 'cin') =>
  z
    .string()
    .max(40, 'Use at most 40 characters')
    .transform((value) => normaliseIdentifier(type, value))
    .superRefine((value, context) => {
      const check = checkIdentifier(type, value)
      if (!check.valid) context.addIssue({ code: 'custom', message: check.reason ?? 'This number isn’t valid' })
    })

const address = z.email('Please enter a valid email address').max(254)
const phone = line(30).refine((value) => /^\+?[\d ()-]{6,30}$/.test(value), 'Use digits, such as +91 22 4000 0000')

const FIELDS = {
  name: line(200),
  cin: identifier('cin'),
  gstin: identifier('gstin'),
  registered_office: line(300).refine(
    (value) => /[1-9]\d{2} ?\d{3}(?!\d)/.test(value),
    'Include the PIN code of six digits',
  ),
  state: line(60).refine((value) => stateFrom(value) !== null, 'Use the name of an Indian state or union territory'),
  sac: line(6).refine(
    (value) => /^99\d{4}$/.test(value),
    'A services accounting code has six digits and begins with 99',
  ),
  courts: line(100),
  support_email: address,
  support_phone: phone,
  support_hours: line(120),
  grievance_officer: line(120),
  grievance_designation: line(120),
  grievance_email: address,
  grievance_phone: phone,
  data_location: line(120),
} satisfies Record<keyof Company, z.ZodType>

/** Without what is not filled in. The GSTIN has to be of the state. */
export const CompanyParticulars = z
  .strictObject(FIELDS)
  .partial()
  .superRefine((filled, context) => {
    for (const key of PARTICULARS)
      if (filled[key] !== undefined && filled[key] === PLACEHOLDERS[key] && key !== 'sac')
        context.addIssue({ code: 'custom', path: [key], message: 'This is the placeholder. Enter the real value.' })
    const state = filled.state && stateFrom(filled.state)
    const registered = filled.gstin && stateByCode(filled.gstin.slice(0, 2))
    if (state && registered && state.code !== registered.code)
      context.addIssue({ code: 'custom', path: ['gstin'], message: `This GSTIN is registered in ${registered.name}` })
  })
export type CompanyParticulars = z.infer<typeof CompanyParticulars>
