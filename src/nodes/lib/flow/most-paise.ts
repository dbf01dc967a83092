import { z } from 'zod'

/** ₹10,000. */
const MOST_PAISE = 1_000_000

/** The setting of steps and tools that run an agent of the marketplace. */
export const mostPaise = (help: string) =>
  z
    .int('Enter an amount such as 5 or 12.50')
    .min(0, 'Enter an amount such as 5 or 12.50')
    .max(MOST_PAISE, 'Enter at most ₹10,000')
    .default(0)
    .describe(help)
    .meta({ title: 'Maximum cost (₹)', widget: 'rupees', expression: 'none' })
