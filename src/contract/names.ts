/** Names that stand on invoices and in bank files: one line that looks like what it is. */
import { z } from 'zod'

/**
 * Controls, and characters that turn text around or are not seen (Unicode TR 36, 3.5). The joiners U+200C and U+200D stay: Indian
 * scripts are written with them.
 */
const HIDDEN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const SEEN = /[\p{L}\p{N}]/u

/** @param missing what is said of an empty one */
export const legalName = (most: number, missing: string) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    .refine((name) => SEEN.test(name), missing)
    .refine((name) => !HIDDEN.test(name), 'Remove characters that are not seen')
