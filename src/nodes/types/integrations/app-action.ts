import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { BUYER_ACCOUNT, slotOf } from '#nodes/lib/integrations/account-slot.ts'
import { accountWait, FIRST_TURN, MOST_TURNS, type Turn, waitedTooLong } from '#nodes/lib/integrations/account-wait.ts'
import { defineNode, type NodeContext, NodeError, type NodeResult, output, type Resolution } from '#nodes/node.ts'
import type { ActionAnswer } from '#nodes/ports.ts'
import { brief } from '#nodes/settings.ts'
import { objectOrEmpty } from '#shared/json.ts'

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
    'Your account at the app. It’s used regardless of who runs the workflow, unless buyers connect their own.',
    'Account',
  ),
  ...BUYER_ACCOUNT,
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

async function run(ctx: Context, now: Turn): Promise<NodeResult> {
  const { integration, action, input, credential = null, all_pages } = ctx.config
  if (integration === '' || action === '')
    throw new NodeError('action_missing', 'Choose an app and what it does', { field: 'action' })
  const slot = slotOf(ctx.config)
  const request = { integration, action, input, credential, all_pages, ...(slot !== undefined && { slot }) }
  const caller = {
    who: ctx.run.as,
    execution_id: ctx.run.execution_id,
    idempotency_key: ctx.run.idempotency_key,
    progress: (fraction: number, message: string) => ctx.progress(fraction, message),
  }
  let answer: ActionAnswer
  try {
    answer = await ctx.actions.run(request, caller, ctx.signal)
  } catch (error) {
    const wait = accountWait(ctx, ctx.config, error, now, (next) => ({ ...next }))
    if (wait === null) throw error
    return { type: 'wait', wait }
  }
  if (answer.type === 'answer') return output(answer.output)
  if (now.turn >= MOST_TURNS)
    throw new NodeError('app_unavailable', `The app keeps asking to come back later: ${answer.message}`)
  ctx.log(answer.message, { until: answer.until })
  return { type: 'wait', wait: { type: 'timer', until: answer.until, state: now.turn + 1 } }
}

/** What was kept: a step that waits for a time keeps the number of its turn alone. */
function turnOf(state: Json | undefined): Turn {
  if (typeof state === 'number') return { turn: state, since: null }
  const { turn, since } = objectOrEmpty(state)
  return { turn: typeof turn === 'number' ? turn : 0, since: typeof since === 'number' ? since : null }
}

function resume(ctx: Context, resolution: Resolution): Promise<NodeResult> {
  const now = turnOf(resolution.state)
  if (resolution.type === 'timeout' && now.since !== null) throw waitedTooLong()
  return run(ctx, now)
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
  run: (ctx) => run(ctx, FIRST_TURN),
  resume,
})
