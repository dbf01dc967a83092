/** Names that stand on invoices, in bank files, in lists and in mails: one line that looks like what it is. */
import { z } from 'zod'

/**
 * What turns text around or is not seen (Unicode TR 36, 3.5). The joiners U+200C and U+200D stay, since Indian scripts are written with
 * them, and so do the selectors U+FE00 to U+FE0F, which emoji have.
 */
export const UNSEEN = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u
/** What would end a line, or is no text. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const SEEN = /[\p{L}\p{N}]/u

export const isShown = (text: string): boolean => !CONTROL.test(text) && !UNSEEN.test(text)
export const NOT_SHOWN = 'Remove invisible characters'

/** @param missing what is said of an empty one */
export const legalName = (most: number, missing: string) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    .refine((name) => SEEN.test(name), missing)
    .refine(isShown, NOT_SHOWN)
