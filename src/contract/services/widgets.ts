/** A service on other sites: what its owner lets it do there, and what visitors of those sites ask of it. */
import { z } from 'zod'
import { anyone, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, FileId, Json, JsonObject, Paise, ServiceId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { WIDGET } from './widget-limits.ts'

export const ServiceWidget = z.object({
  enabled: z.boolean(),
  /** Goes into the pages that show it. Null before it was first saved. */
  token: z.string().nullable(),
  title: z.string(),
  greeting: z.string(),
  /** Hosts of the sites that may show it: `example.com`, `*.example.com`, `localhost:8080`. */
  domains: z.array(z.string()),
  daily_runs: z.number().int().describe('The most runs that visitors can start from midnight to midnight in India.'),
  daily_paise: Paise.describe('The most that these may cost from midnight to midnight in India, GST included.'),
  /** What its visitors started and cost since midnight in India; what is held for runs under way counts. */
  today: z.object({ runs: z.number().int(), paise: Paise }),
})
export type ServiceWidget = z.infer<typeof ServiceWidget>

/** What is left out stays. */
export const SaveServiceWidget = z.strictObject({
  enabled: z.boolean().optional(),
  title: z.string().trim().min(1, 'Enter a title').max(WIDGET.title_chars).optional(),
  greeting: z.string().trim().max(WIDGET.greeting_chars).optional(),
  domains: z.array(z.string().trim().max(260)).max(WIDGET.domains).optional(),
  daily_runs: z.number().int().min(1).max(WIDGET.most_daily_runs).optional(),
  daily_paise: z.number().int().min(0).max(100_000_000).optional(),
})
export type SaveServiceWidget = z.output<typeof SaveServiceWidget>

/** What a visitor sees: nothing about the owner who pays. */
export const PublicWidget = z.object({
  /** Whether visitors lead a conversation with it, see `getChat`; else they start single runs. */
  chat: z.boolean(),
  title: z.string(),
  greeting: z.string(),
  /** JSON Schema of the input. */
  schema: JsonObject,
  view: z.string(),
  disclaimer: z.string().nullable(),
  /** Whom the agent passes on what it is given. */
  sends_to: z.array(z.string()),
  /** Why it takes no questions now; null when it does. */
  closed: z.string().nullable(),
})
export type PublicWidget = z.infer<typeof PublicWidget>

/** A run as its visitor sees it. */
export const WidgetRun = z.object({
  status: z.enum(['running', 'succeeded', 'failed']),
  output: Json,
})
export type WidgetRun = z.infer<typeof WidgetRun>

const access = withPermission('pods.create.subscribed_agent')
const params = z.object({ id: ServiceId })
const token = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{32}$/) })
const run = token.extend({ run: ExecutionId })
/** Asked for by a page of its own, which is no part of the product's first load. */
const visitor = { access: anyone, late: true } as const

export const widgetEndpoints = {
  getServiceWidget: endpoint({
    method: 'GET',
    path: '/api/v1/services/{id}/widget',
    access,
    params,
    returns: ServiceWidget,
    errors: ['not_found'],
  }),
  saveServiceWidget: endpoint({
    method: 'PUT',
    path: '/api/v1/services/{id}/widget',
    access,
    params,
    body: SaveServiceWidget,
    returns: ServiceWidget,
    errors: ['not_found', 'agreement_needed'],
  }),
  renewServiceWidget: endpoint({
    method: 'POST',
    path: '/api/v1/services/{id}/widget/token',
    access,
    params,
    returns: ServiceWidget,
    errors: ['not_found'],
  }),
  getWidget: endpoint({
    ...visitor,
    method: 'GET',
    path: '/api/widget/{token}',
    params: token,
    returns: PublicWidget,
    errors: ['not_found'],
  }),
  runWidget: endpoint({
    ...visitor,
    method: 'POST',
    path: '/api/widget/{token}/runs',
    params: token,
    body: z.strictObject({ input: JsonObject, wait_ms: z.number().int().min(0).max(SERVER_LIMITS.wait_ms).optional() }),
    returns: WidgetRun.extend({ run: ExecutionId, run_token: z.string() }),
    errors: ['not_found', 'forbidden', 'not_runnable', 'too_many_requests', 'limit_reached'],
    timeout: 30_000,
  }),
  getWidgetRun: endpoint({
    ...visitor,
    large: true,
    method: 'GET',
    path: '/api/widget/{token}/runs/{run}',
    params: run,
    returns: WidgetRun,
    errors: ['not_found'],
  }),
  getWidgetFile: endpoint({
    ...visitor,
    method: 'GET',
    path: '/api/widget/{token}/runs/{run}/files/{file}',
    params: run.extend({ file: FileId }),
    returns: z.string(),
    answers: 'file',
    errors: ['not_found'],
  }),
}
