import { z } from 'zod'

/** ₹10,000. */
const MOST_PAISE = 1_000_000

/** The setting of steps and tools that run an agent of the marketplace. */
export const mostPaise = (help: string) =>
  z.int().min(0).max(MOST_PAISE).default(0).describe(help).meta({ title: 'Maximum cost (paise)', expression: 'none' })
