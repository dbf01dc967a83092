import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { defineNode, type NodeContext, NodeError, type NodeResult, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

/** So often a service may ask to come back later before the step gives up. */
const MOST_TURNS = 20

const config = z.strictObject({
  integration: z
    .string()
    .max(80)
    .default('')
    .describe('The app.')
    .meta({ title: 'App', widget: 'app_action', expression: 'none' }),
  action: z
    .string()
    .max(128)
    .default('')
    .describe('What the app does.')
    .meta({ title: 'Action', widget: 'app_action', expression: 'none' }),
  title: z
    .string()
    .max(120)
    .default('')
    .describe('The name of the action, for the card.')
    .meta({ title: 'Name of the action', widget: 'app_action', expression: 'none' }),
  credential: credentialField(
    ['app_account'],
    'The account at the app that is used: the author’s own, regardless of who runs the workflow.',
    'Account',
  ),
  input: JsonObject.refine(({ sql }) => typeof sql !== 'string' || !sql.includes('{{'), {
    message: 'A query can’t contain expressions: write ? and enter the value as a parameter',
    path: ['sql'],
  })
    .default({})
    .describe('What the action is given.')
    .meta({ title: 'Input', widget: 'app_input' }),
  all_pages: z
    .boolean()
    .default(false)
    .describe('Asks for page after page and joins the lists, at most 100 pages.')
    .meta({ title: 'All pages' }),
})

type Context = NodeContext<z.output<typeof config>>

async function run(ctx: Context, turn: number): Promise<NodeResult> {
  const { integration, action, input, credential = null, all_pages } = ctx.config
  if (integration === '' || action === '')
    throw new NodeError('action_missing', 'Choose an app and what it does', { field: 'action' })
  const answer = await ctx.actions.run(
    { integration, action, input, credential, all_pages },
    {
      who: ctx.run.as,
      execution_id: ctx.run.execution_id,
      idempotency_key: ctx.run.idempotency_key,
      progress: (fraction, message) => ctx.progress(fraction, message),
    },
    ctx.signal,
  )
  if (answer.type === 'answer') return output(answer.output)
  if (turn >= MOST_TURNS)
    throw new NodeError('app_unavailable', `The app keeps asking to come back later: ${answer.message}`)
  ctx.log(answer.message, { until: answer.until })
  return { type: 'wait', wait: { type: 'timer', until: answer.until, state: turn + 1 } }
}

export const appAction = defineNode({
  type: 'app_action',
  version: 1,
  title: 'App action',
  category: 'integration',
  icon: 'plug',
  description: 'Does something in another app: adds a row, sends a message, looks up a contact.',
  kind: 'effect',
  timeout_ms: 65_000,
  config,
  example: {
    integration: 'google-sheets',
    action: 'add_row',
    title: 'Add a row',
    credential: '01890000-0000-7000-8000-000000000001',
    input: { spreadsheet_id: '{{ $input.sheet }}' },
  },
  output: Json,
  sentence: ({ title, integration, action }) =>
    integration === '' ? 'No app chosen yet' : brief(title === '' ? `${integration}: ${action}` : title, 60),
  run: (ctx) => run(ctx, 0),
  resume: (ctx, { state }) => run(ctx, typeof state === 'number' ? state : 0),
})
