import { z } from 'zod'
import { POLLING } from '#contract/connectors/app-trigger-values.ts'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

export const appTrigger = defineNode({
  type: 'app_trigger',
  version: 1,
  title: 'App event',
  category: 'trigger',
  icon: 'radio-tower',
  description: 'Starts when something happens in another app: a new row, a message, a payment.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    integration: z
      .string()
      .max(80)
      .default('')
      .describe('The app.')
      .meta({ title: 'App', widget: 'app_action', expression: 'none' }),
    trigger: z
      .string()
      .max(140)
      .default('')
      .describe('What happens in the app, or watch. and the id of a list action.')
      .meta({ title: 'Trigger', widget: 'app_action', expression: 'none' }),
    title: z
      .string()
      .max(120)
      .default('')
      .describe('The name of the trigger, for the card.')
      .meta({ title: 'Name of the trigger', widget: 'app_action', expression: 'none' }),
    credential: credentialField(['app_account'], 'Your account at the app, in whose name it is watched.', 'Account'),
    input: JsonObject.default({})
      .describe('What is watched.')
      .meta({ title: 'Input', widget: 'app_input', expression: 'none' }),
    identity: z
      .string()
      .max(200)
      .regex(/^(?:\/.*)?$/s, 'Use a pointer, such as /id')
      .default('')
      .describe('For a list that is watched: what makes an item the same one. A pointer into the item, such as /id.')
      .meta({ title: 'Same item by', widget: 'app_action', expression: 'none' }),
    every_minutes: z
      .number()
      .int()
      .min(POLLING.least_minutes)
      .max(POLLING.most_minutes)
      .default(POLLING.usual_minutes)
      .describe('How often the app is asked. Not used where the app tells us itself.')
      .meta({ title: 'Check every (minutes)', expression: 'none' }),
    runs: z
      .enum(['each', 'together'])
      .default('each')
      .describe('One run for each new item, or one run for all items that a check finds, as “items”.')
      .meta({ title: 'Runs', expression: 'none' }),
  }),
  example: {
    integration: 'google-sheets',
    trigger: 'new_row',
    title: 'Google Sheets: New row',
    credential: '01890000-0000-7000-8000-000000000001',
    input: { spreadsheetId: '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms', range: 'Sheet1' },
  },
  output: Json,
  sentence: ({ title, integration, trigger }) =>
    integration === '' ? 'No app chosen yet' : brief(title === '' ? `${integration}: ${trigger}` : title, 60),
  run: (ctx) => output(ctx.input),
})
