/** The contact form: stored, mailed to the operator, acknowledged to the sender under a reference. */
import { z } from 'zod'
import { PLANS } from '#contract/billing/plans.ts'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { CONTACT_LIMITS, CONTACT_TOPICS } from './contact-topics.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const ONE_LINE = /^[^\u0000-\u001f\u007f\u2028\u2029]*$/

export const ContactMessage = z.strictObject({
  topic: z.enum(CONTACT_TOPICS),
  /** Which plan it is about, of the topic `sales`. */
  plan: z
    .enum(PLANS.map(({ id }) => id))
    .nullable()
    .optional(),
  name: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(CONTACT_LIMITS.name, `Name must be at most ${CONTACT_LIMITS.name} characters`)
    .regex(ONE_LINE, 'Remove control characters'),
  email: z.email('Please enter a valid email address').max(CONTACT_LIMITS.email),
  message: z
    .string()
    .trim()
    .min(1, 'Message is required')
    .max(CONTACT_LIMITS.message, 'Message must be at most 5,000 characters'),
})
export type ContactMessage = z.output<typeof ContactMessage>

export const contactEndpoints = {
  contact: endpoint({
    method: 'POST',
    path: '/api/v1/contact',
    access: anyone,
    body: ContactMessage,
    returns: z.object({ reference: z.string() }),
    errors: ['too_many_requests'],
    success: 201,
    timeout: 15_000,
  }),
}
