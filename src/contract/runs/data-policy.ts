/** What an account decides about the data in it: how long runs, documents and chats are kept. The server enforces it. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { COUNTRIES } from '#contract/core/countries.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ServiceId } from '#contract/core/primitives.ts'
import { KEPT_DAYS } from './data-policy-values.ts'

const Days = z
  .number()
  .int()
  .min(KEPT_DAYS.least, `Enter ${KEPT_DAYS.least} day or more`)
  .max(KEPT_DAYS.most, `Enter at most ${KEPT_DAYS.most} days`)
  .nullable()

/** As models and apps are called by their ids. */
const Id = z.string().regex(/^[\w.:@/-]{1,200}$/, 'Enter an id')

const Country = z.enum(COUNTRIES, 'Choose a country')

export const DataPolicyChange = z.strictObject({
  /** Null: as long as the operator keeps them. */
  runs_days: Days,
  files_days: Days,
  chats_days: Days,
  /** Test cases, knowledge and memories made from a run go with its content. */
  with_made: z.boolean(),
  /** Services whose runs are kept for another time; those that are left out are kept as the others. */
  services: z
    .array(z.strictObject({ id: ServiceId, runs_days: Days.unwrap() }))
    .max(KEPT_DAYS.services)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { message: 'List each service only once' }),
  /** Ids of the AI models that may be asked, and of the apps that may be used; null: all. */
  models: z.array(Id).max(200).nullable(),
  apps: z.array(Id).max(500).nullable(),
  /** Countries that may process data, by their codes of ISO 3166; null: all. Left out, as the next two: as it was. */
  countries: z.array(Country).min(1, 'Choose at least one country').max(COUNTRIES.length).nullable().optional(),
  /** With countries: also AI models, and apps, of which nobody has said where they process data. */
  unknown_models: z.boolean().optional(),
  unknown_apps: z.boolean().optional(),
  /** Members below admins may export. */
  members_export: z.boolean(),
  /** Those who build may make test cases of runs that were decided. Left out: as it was, so that no consent is taken back by oversight. */
  test_cases: z.boolean().optional(),
  /** Personal data is masked in lists and notices. Left out: as it was. */
  mask_lists: z.boolean().optional(),
})
export type DataPolicyChange = z.output<typeof DataPolicyChange>

export const DataPolicy = DataPolicyChange.extend({
  test_cases: z.boolean(),
  mask_lists: z.boolean(),
  countries: z.array(Country).nullable(),
  unknown_models: z.boolean(),
  unknown_apps: z.boolean(),
  /** The longest the operator keeps the content of runs, in days; null is for good. */
  longest_days: z.number().int().nullable(),
})
export type DataPolicy = z.infer<typeof DataPolicy>

export const DataPolicyPreview = z.object({
  /** What would be deleted within the hour; counting stops at 10,000. */
  runs: z.number().int(),
  files: z.number().int(),
  chats: z.number().int(),
})
export type DataPolicyPreview = z.infer<typeof DataPolicyPreview>

export const dataPolicyEndpoints = {
  getDataPolicy: endpoint({
    method: 'GET',
    path: '/api/v1/data-policy',
    access: signedIn,
    late: true,
    returns: DataPolicy,
  }),
  previewDataPolicy: endpoint({
    method: 'POST',
    path: '/api/v1/data-policy/preview',
    access: signedIn,
    late: true,
    body: DataPolicyChange,
    returns: DataPolicyPreview,
    errors: ['not_found'],
  }),
  saveDataPolicy: endpoint({
    method: 'PUT',
    path: '/api/v1/data-policy',
    access: signedIn,
    late: true,
    body: DataPolicyChange,
    returns: DataPolicy,
    errors: ['not_found'],
  }),
}
