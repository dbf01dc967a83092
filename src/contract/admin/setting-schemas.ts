/** The settings that an operator changes at runtime: the shape and the default of each value. */
import { z } from 'zod'
import { Timestamp } from '#contract/core/primitives.ts'
import { SETTINGS, SIGN_UP_MODES } from './setting-values.ts'

/** Changes are refused and new runs wait, while people can still read everything. */
export const Maintenance = z.object({
  /** What people are told. */
  message: z
    .string()
    .trim()
    .min(1, 'Write what people are told')
    .max(SETTINGS.message_chars, `Use at most ${SETTINGS.message_chars} characters`),
  /** Expected end, for people and for Retry-After. It ends nothing: an operator does. */
  until: Timestamp.nullable(),
})
export type Maintenance = z.infer<typeof Maintenance>

export const SETTING_SCHEMAS = {
  maintenance: Maintenance.nullable(),
  sign_up: z.enum(SIGN_UP_MODES),
} as const
export type SettingName = keyof typeof SETTING_SCHEMAS
export type SettingValues = { [N in SettingName]: z.infer<(typeof SETTING_SCHEMAS)[N]> }

/** What applies to a setting that was never changed. */
export const SETTING_DEFAULTS: SettingValues = {
  maintenance: null,
  sign_up: 'open',
}
