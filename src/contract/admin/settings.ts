/** Settings that an operator changes while Chowk runs, and what of them everyone may know. */
import { z } from 'zod'
import { anyone, roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { Announcement } from './announcement.ts'
import { MAIL_KIND_NAMES, type MailKind } from './mail-template-values.ts'
import { MailWordsOf, Maintenance, SETTING_SCHEMAS } from './setting-schemas.ts'
import { SETTINGS } from './setting-values.ts'

const settingOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value,
    /** Sent back with a change; 0 for a setting that was never changed. */
    version: z.number().int(),
    /** The last change; null when there was none. */
    changed: z.object({ at: Timestamp, by: z.string().nullable(), reason: z.string() }).nullable(),
  })

const changeOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    /** The version that the admin saw. */
    version: z.number().int().min(0),
    reason: z
      .string()
      .trim()
      .min(1, 'Enter a reason')
      .max(SETTINGS.reason_chars, `Use at most ${SETTINGS.reason_chars} characters`),
  })

export const MaintenanceSetting = settingOf(SETTING_SCHEMAS.maintenance)
/** By their names in `CompanyParticulars`. */
export const CompanySetting = settingOf(z.record(z.string(), z.string()))
export const FeaturesSetting = settingOf(SETTING_SCHEMAS.features)
export const LimitsSetting = settingOf(SETTING_SCHEMAS.limits)
export const BrandSetting = settingOf(SETTING_SCHEMAS.brand)
export const MailTemplatesSetting = settingOf(SETTING_SCHEMAS.mail_templates)
export const SignUpSetting = settingOf(SETTING_SCHEMAS.sign_up)

/** One kind of mail in words that are tried; with the values of an example. */
export const MailDraft = z.discriminatedUnion(
  'kind',
  MAIL_KIND_NAMES.map((kind) => z.strictObject({ kind: z.literal(kind), words: MailWordsOf(kind) })) as unknown as [
    z.ZodObject<{ kind: z.ZodEnum<{ [Kind in MailKind]: Kind }>; words: ReturnType<typeof MailWordsOf> }>,
  ],
)

const access = roleAtLeast('super_admin')
const errors = ['stale_details']

export const settingEndpoints = {
  getSite: endpoint({
    method: 'GET',
    path: '/api/v1/site',
    access: anyone,
    late: true,
    returns: z.object({
      announcement: Announcement.nullable(),
      maintenance: Maintenance.nullable(),
      /** Who may create an account. */
      sign_up: SETTING_SCHEMAS.sign_up,
      /** Parts that are off, or on for some roles only; what is not named is on. */
      features: SETTING_SCHEMAS.features,
      /** Limits that differ from their defaults. */
      limits: SETTING_SCHEMAS.limits,
    }),
  }),
  getSettings: endpoint({
    method: 'GET',
    path: '/api/v1/admin/settings',
    access,
    returns: z.object({
      maintenance: MaintenanceSetting,
      sign_up: SignUpSetting,
      company: CompanySetting,
      features: FeaturesSetting,
      limits: LimitsSetting,
      brand: BrandSetting,
      /** The name of the environment, for a brand without one of its own. */
      usual_name: z.string(),
      mail_templates: MailTemplatesSetting,
      /** Variables of the environment that limit what processes do, as this process was started with. */
      environment: z.array(z.object({ name: z.string(), value: z.string() })),
      /** Accepted runs that wait for the end of maintenance. */
      held_runs: z.number().int(),
    }),
  }),
  setMaintenance: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/settings/maintenance',
    access,
    body: changeOf(SETTING_SCHEMAS.maintenance),
    returns: MaintenanceSetting,
    errors,
  }),
  setSignUp: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/settings/sign-up',
    access,
    body: changeOf(SETTING_SCHEMAS.sign_up),
    returns: SignUpSetting,
    errors,
  }),
  setCompany: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/settings/company',
    access,
    body: changeOf(SETTING_SCHEMAS.company),
    returns: z.object({ version: z.number().int() }),
    errors,
  }),
  setFeatures: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/settings/features',
    access,
    body: changeOf(SETTING_SCHEMAS.features),
    returns: FeaturesSetting,
    errors,
  }),
  setBrand: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/settings/brand',
    access,
    body: changeOf(SETTING_SCHEMAS.brand),
    returns: BrandSetting,
    errors,
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/api/v1/admin/settings/brand/logo',
    access,
    consumes: 'multipart',
    returns: z.object({ id: z.string(), width: z.number().int(), height: z.number().int() }),
    errors: ['file_missing', 'file_empty', 'file_too_large', 'file_unsupported', 'file_broken', 'file_timeout'],
    timeout: 30_000,
  }),
  setMailTemplates: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/settings/mail-templates',
    access,
    body: changeOf(SETTING_SCHEMAS.mail_templates),
    returns: MailTemplatesSetting,
    errors,
  }),
  previewMail: endpoint({
    method: 'POST',
    path: '/api/v1/admin/settings/mail-templates/preview',
    access,
    body: MailDraft,
    returns: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/api/v1/admin/settings/mail-templates/test',
    access,
    body: MailDraft,
    returns: z.object({ to: z.string() }),
  }),
  setLimits: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/settings/limits',
    access,
    body: changeOf(SETTING_SCHEMAS.limits),
    returns: LimitsSetting,
    errors,
  }),
}
