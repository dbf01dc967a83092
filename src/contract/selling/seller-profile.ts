/** What the law and the bank require of a payee: name, PAN, GSTIN, and where the money goes. Numbers are write-only. */
import { z } from 'zod'
import { roleAtLeast, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { legalName, NOT_SHOWN, UNSEEN } from '#contract/core/names.ts'
import { listOf, listQuery, Timestamp, UserId } from '#contract/core/primitives.ts'
import { checkIdentifier, type IdentifierType, normaliseIdentifier } from '#contract/india/identifiers.ts'
import { stateByCode } from '#contract/india/states.ts'

export const SELLER_KINDS = ['individual', 'huf', 'company', 'firm', 'trust', 'other'] as const
export const PROFILE_STATUSES = ['pending', 'verified', 'rejected'] as const
/** A payee that replaces another is paid from then on: long enough for its owner to see the notice of the change. */
export const PAYEE_COOLING_HOURS = 72

export const SellerProfile = z.object({
  legal_name: z.string(),
  kind: z.enum(SELLER_KINDS),
  address: z.string(),
  state_code: z.string(),
  /** `••••••234F`; null when none is given. */
  pan: z.string().nullable(),
  gstin: z.string().nullable(),
  /** Where buyers complain; shown on paid listings. At least one of them is needed to sell. */
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  /** `HDFC •••• 4321`, `a•••@okbank`; null when none is given. */
  payee: z.string().nullable(),
  /** When the payee was changed: until then nothing is paid to it. */
  payee_from: Timestamp.nullable(),
  status: z.enum(PROFILE_STATUSES),
  status_reason: z.string().nullable(),
  updated_at: Timestamp,
})
export type SellerProfile = z.infer<typeof SellerProfile>

const identifier = (type: IdentifierType) =>
  z
    .string()
    .trim()
    .max(120)
    .transform((value) => normaliseIdentifier(type, value))
    .superRefine((value, ctx) => {
      const { valid, reason } = checkIdentifier(type, value)
      if (!valid) ctx.addIssue({ code: 'custom', message: reason ?? 'This is invalid' })
    })
const text = (most: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(most, `Use at most ${most} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, 'Remove control characters')
    // Printed on invoices, as addresses of buyers are.
    .refine((value) => !UNSEEN.test(value), NOT_SHOWN)

export const Payee = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('bank'),
    holder: legalName(120, 'Name is required'),
    account: identifier('account'),
    ifsc: identifier('ifsc'),
  }),
  z.strictObject({ type: z.literal('upi'), vpa: identifier('upi') }),
])
export type Payee = z.output<typeof Payee>

/** A GSTIN begins with its state and holds the PAN (CGST Rules, 2017, rule 10). @returns null when it goes with them */
export function gstinMismatch(given: {
  gstin?: string | null | undefined
  state_code: string
  pan?: string | undefined
}): string | null {
  const { gstin, state_code, pan } = given
  if (!gstin) return null
  if (gstin.slice(0, 2) !== state_code) return 'The GSTIN belongs to another state'
  return pan !== undefined && gstin.slice(2, 12) !== pan ? 'The GSTIN belongs to another PAN' : null
}

/** Absent: as it is. `gstin: null` takes it away. */
export const PutSellerProfile = z
  .strictObject({
    legal_name: legalName(120, 'Legal name is required'),
    kind: z.enum(SELLER_KINDS),
    address: text(400, 'Address is required'),
    state_code: z.string().refine((code) => stateByCode(code) !== null, 'Choose a state'),
    pan: identifier('pan').optional(),
    gstin: identifier('gstin').nullable().optional(),
    contact_email: z.email('Enter a valid email address').max(254).nullable().optional(),
    contact_phone: z
      .string()
      .trim()
      .regex(/^\+?[0-9][0-9 ()-]{5,18}$/, 'Enter a valid phone number')
      .nullable()
      .optional(),
    payee: Payee.optional(),
  })
  .superRefine((given, ctx) => {
    const message = gstinMismatch(given)
    if (message !== null) ctx.addIssue({ code: 'custom', path: ['gstin'], message })
  })
export type PutSellerProfile = z.output<typeof PutSellerProfile>

export const ListedProfile = SellerProfile.extend({
  seller: z.object({ id: UserId, display_name: z.string(), email: z.string() }),
})
export type ListedProfile = z.infer<typeof ListedProfile>

const access = withPermission('agents.create')
const admin = roleAtLeast('admin')

export const sellerProfileEndpoints = {
  getSellerProfile: endpoint({
    method: 'GET',
    path: '/api/v1/seller/profile',
    access,
    returns: z.object({ profile: SellerProfile.nullable() }),
  }),
  putSellerProfile: endpoint({
    method: 'PUT',
    path: '/api/v1/seller/profile',
    access,
    body: PutSellerProfile,
    returns: z.object({ profile: SellerProfile }),
    errors: ['invalid_input', 'confirmation_needed'],
  }),
  listSellerProfiles: endpoint({
    method: 'GET',
    path: '/api/v1/admin/seller-profiles',
    access: admin,
    query: z.object({ status: z.enum(PROFILE_STATUSES).default('pending'), ...listQuery(25) }),
    returns: listOf(ListedProfile),
  }),
  decideSellerProfile: endpoint({
    method: 'POST',
    path: '/api/v1/admin/seller-profiles/{id}/decide',
    access: admin,
    params: z.object({ id: UserId }),
    body: z.discriminatedUnion('verdict', [
      z.strictObject({ verdict: z.literal('verified'), seen_at: Timestamp }),
      z.strictObject({ verdict: z.literal('rejected'), seen_at: Timestamp, reason: text(500, 'A reason is required') }),
    ]),
    returns: ListedProfile,
    errors: ['not_found', 'forbidden', 'stale_details'],
  }),
}
