import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { BillingGate } from '#server/areas/billing/billing.ts'
import { type RunEngine, startPreparedRun } from '#server/areas/runs/executions/run.routes.ts'
import { createFilePort, type FileDeps } from '#server/areas/runs/runs.ts'
import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import type { ModelDeps } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import {
  findWidgetFile,
  getPublicWidget,
  prepareWidgetRun,
  presentRun,
  readWidgetRun,
  toVisitorError,
} from './visitors.ts'
import { getWidget, renewToken, saveWidget } from './widgets.ts'

type Names =
  | 'getServiceWidget'
  | 'saveServiceWidget'
  | 'renewServiceWidget'
  | 'getWidget'
  | 'runWidget'
  | 'getWidgetRun'
  | 'getWidgetFile'

interface Deps {
  db: Database
  engine: RunEngine
  files: FileDeps['files']
  models: ModelDeps
  billingGate: BillingGate
}

/**
 * Pages of other sites call through our widget page, which is embedded in theirs: requests of any other origin do not
 * come from a visitor of a widget.
 */
export function refuseForeign({ client: { origin, host } }: RequestContext): void {
  if (origin === null) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new AppError('forbidden')
}

/** A signed-in user is a visitor there, like all others. */
const asVisitor = ({ caller }: RequestContext) =>
  caller.type === 'visitor' ? caller : { type: 'visitor' as const, key: caller.id }

export function widgetHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, engine, models, billingGate } = deps
  const parts = { db, billingGate, models, files: createFilePort(deps) }
  const keyOf = ({ params }: { params: { token: string; run: ExecutionId } }, { run_token }: RequestContext) => ({
    widget: params.token,
    run: params.run,
    run_token,
  })
  return {
    getServiceWidget: ({ params }, { caller }) => getWidget(db, mayUseServices(caller), params.id),
    saveServiceWidget: ({ params, body }, { caller }) => saveWidget(db, mayUseServices(caller), params.id, body),
    renewServiceWidget: ({ params }, { caller }) => renewToken(db, mayUseServices(caller), params.id),
    getWidget: ({ params }) => getPublicWidget(db, params.token),
    runWidget: async ({ params, body }, context) => {
      refuseForeign(context)
      const who = { visitor: asVisitor(context), sender: senderOf(context) }
      const { request, run_token, release } = await prepareWidgetRun(parts, params.token, body.input, who)
      const prepared = { request, access_token: null, release }
      const wait_ms = body.wait_ms ?? SERVER_LIMITS.wait_ms
      const started = await startPreparedRun(engine, prepared, wait_ms).catch((error: unknown) => {
        throw toVisitorError(error)
      })
      return { ...presentRun(started), run: started.execution_id, run_token }
    },
    getWidgetRun: (input, context) => readWidgetRun(db, keyOf(input, context), (key) => engine.openOutput(key)),
    getWidgetFile: async (input, context) => {
      const { id, name, mime, bytes } = await findWidgetFile(db, keyOf(input, context), input.params.file)
      return { type: 'file', name, mime, bytes, disposition: 'attachment', body: await deps.files.stream(id) }
    },
  }
}
