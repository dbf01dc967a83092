/** The settings that an operator changes at runtime: the shape and the default of each value. */
import { z } from 'zod'
import { ROLES } from '#contract/core/access.ts'
import { isShown } from '#contract/core/names.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { BRAND } from '#contract/platform/brand.ts'
import { CompanyParticulars } from '#contract/platform/company-fields.ts'
import { FEATURE_NAMES, FEATURES, type FeatureName, inRankOrder } from './feature-values.ts'
import {
  MAIL_FIELDS,
  MAIL_KIND_NAMES,
  MAIL_KINDS,
  MAIL_TEMPLATE,
  type MailKind,
  problemOfWords,
} from './mail-template-values.ts'
import { RUNTIME_LIMIT_NAMES, RUNTIME_LIMITS, type RuntimeLimitName } from './runtime-limit-values.ts'
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

const OFF = z.literal('off', 'Switch it off, or choose roles')
const Roles = z
  .array(z.enum(ROLES))
  .min(1, 'Choose at least one role')
  .max(ROLES.length)
  .transform((roles) => inRankOrder(roles))

/** What is on for everyone is not named. */
const FeatureSwitches = z
  .strictObject(
    Object.fromEntries(
      FEATURE_NAMES.map((name) => [name, FEATURES[name].by_role === null ? OFF : z.union([OFF, Roles])]),
    ) as unknown as Record<FeatureName, z.ZodUnion<[typeof OFF, typeof Roles]>>,
  )
  .partial()

const limit = ({ least, most }: { least: number; most: number }) => {
  const message = `Enter a whole number from ${least} to ${most}`
  return z.int(message).min(least, message).max(most, message)
}

/** What has its default is not named. */
const ChangedLimits = z
  .strictObject(
    Object.fromEntries(RUNTIME_LIMIT_NAMES.map((name) => [name, limit(RUNTIME_LIMITS[name])])) as Record<
      RuntimeLimitName,
      ReturnType<typeof limit>
    >,
  )
  .partial()

const Colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Use six hexadecimal digits, such as #1d4ed8')

/** A name of null is the one of the environment. */
const BrandSetting = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name, or leave it out')
    .max(BRAND.name_chars, `Use at most ${BRAND.name_chars} characters`)
    .refine((name) => isShown(name), 'Use one line of visible characters')
    .nullable(),
  accent: z
    .strictObject({ light: Colour.meta({ examples: ['#1d4ed8'] }), dark: Colour.meta({ examples: ['#93c5fd'] }) })
    .nullable(),
  logo: z
    .strictObject({
      id: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'Upload the logo first')
        .meta({ examples: ['0f3a1c5e7b9d2468ace013579bdf8642'] }),
      width: z.int().positive(),
      height: z.int().positive(),
      with_name: z.boolean(),
    })
    .nullable(),
})

const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u
/** Tabs and line ends are fine, other controls are not. */
const plainText = /^(?:[^\p{Cc}]|[\t\n])*$/u

const words = z
  .string()
  .trim()
  .max(MAIL_TEMPLATE.text_chars, `Use at most ${MAIL_TEMPLATE.text_chars} characters`)
  .overwrite((text) => text.replace(/\r\n?/g, '\n'))
  .refine((text) => plainText.test(text), 'Remove invisible characters')

export const MailWordsOf = (kind: MailKind) =>
  z
    .strictObject({
      subject: z
        .string()
        .trim()
        .min(1, 'Enter a subject')
        .max(MAIL_TEMPLATE.subject_chars, `Use at most ${MAIL_TEMPLATE.subject_chars} characters`)
        .regex(oneLine, 'Write one line')
        .meta({ examples: [MAIL_KINDS[kind].subject] }),
      intro: words.meta({ examples: [MAIL_KINDS[kind].intro] }),
      closing: words.meta({ examples: [MAIL_KINDS[kind].closing] }),
    })
    .superRefine((text, context) => {
      for (const field of MAIL_FIELDS) {
        const message = problemOfWords(kind, field, text[field])
        if (message) context.addIssue({ code: 'custom', path: [field], message })
      }
    })

/** A kind that is not named has the words that are shipped. */
const MailTemplates = z
  .strictObject(
    Object.fromEntries(MAIL_KIND_NAMES.map((kind) => [kind, MailWordsOf(kind)])) as Record<
      MailKind,
      ReturnType<typeof MailWordsOf>
    >,
  )
  .partial()

export const SETTING_SCHEMAS = {
  maintenance: Maintenance.nullable(),
  sign_up: z.enum(SIGN_UP_MODES),
  company: CompanyParticulars,
  features: FeatureSwitches,
  limits: ChangedLimits,
  brand: BrandSetting,
  mail_templates: MailTemplates,
} as const
export type SettingName = keyof typeof SETTING_SCHEMAS
export type SettingValues = { [N in SettingName]: z.infer<(typeof SETTING_SCHEMAS)[N]> }

/** What applies to a setting that was never changed. */
export const SETTING_DEFAULTS: SettingValues = {
  maintenance: null,
  sign_up: 'open',
  company: {},
  features: {},
  limits: {},
  brand: { name: null, accent: null, logo: null },
  mail_templates: {},
}
