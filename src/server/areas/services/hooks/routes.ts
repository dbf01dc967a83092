import { AppError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { BillingGate } from '#server/areas/billing/billing.ts'
import { createFilePort, type FileDeps, type RunEngine, translateEngineRefusals } from '#server/areas/runs/runs.ts'
import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import type { ModelDeps } from '#server/areas/workflows/workflows.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { findReceiver } from './hooks.store.ts'
import { getServiceHook, type HookDeps, renewHookSecret, saveServiceHook } from './hooks.ts'
import { receive } from './receive.ts'

type Names = 'getServiceHook' | 'saveServiceHook' | 'renewServiceHookSecret' | 'receiveServiceHook'

interface Deps extends HookDeps {
  engine: RunEngine
  files: FileDeps['files']
  models: ModelDeps
  billingGate: BillingGate
}

export function serviceHookHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, files } = deps
  const receiving = { ...deps, files: createFilePort({ db, files }) }
  return {
    getServiceHook: ({ params }, { caller }) => getServiceHook(deps, mayUseServices(caller), params.id),
    saveServiceHook: ({ params, body }, { caller }) =>
      saveServiceHook(deps, mayUseServices(caller), params.id, body.enabled),
    renewServiceHookSecret: ({ params }, { caller }) => renewHookSecret(deps, mayUseServices(caller), params.id),
    receiveServiceHook: {
      checkAddress: async ({ token }, method) => {
        if (method !== 'POST' || !(await findReceiver(db, token))) throw new AppError('not_found')
      },
      handle: async ({ params, body }, context) => {
        const { raw, received } = context
        const arrived = { body, received, headers: (raw.headers ?? {}) as JsonObject }
        const started = await translateEngineRefusals(() => receive(receiving, params.token, arrived))
        context.setStatus(202)
        return started
      },
    },
  }
}
