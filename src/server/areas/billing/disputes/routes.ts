import type { DoPaperwork } from '#nodes/runner-ports.ts'
import type { PaymentDeps } from '#server/areas/billing/gateway/payment-context.ts'
import { requireGateway } from '#server/areas/billing/gateway/payment-context.ts'
import { mayAdminister } from '#server/areas/billing/refunds/refunds.policy.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { acceptDispute, submitDispute } from './answer.ts'
import { maySeeDispute, maySeeOwnDisputes } from './disputes.policy.ts'
import { findDispute } from './disputes.store.ts'
import { addFile, type EvidenceDeps, getDispute, putEvidence, removeFile } from './evidence.ts'
import { findDisputePage } from './present.ts'

type Names =
  | 'listDisputes'
  | 'listOwnDisputes'
  | 'getDispute'
  | 'putDisputeEvidence'
  | 'addDisputeFile'
  | 'removeDisputeFile'
  | 'submitDispute'
  | 'acceptDispute'

type Deps = PaymentDeps & EvidenceDeps & { paperwork: DoPaperwork }

export const disputeHandlers = (deps: Deps): Pick<Handlers, Names> => {
  const { db, now } = deps
  const seen = async ({ caller }: RequestContext, id: string) => maySeeDispute(caller, await findDispute(db, id))
  return {
    listDisputes: ({ query }, { caller }) => {
      mayAdminister(caller)
      return findDisputePage(db, query)
    },
    listOwnDisputes: ({ query }, { caller }) => findDisputePage(db, query, maySeeOwnDisputes(caller).on),
    getDispute: async ({ params }, context) => getDispute(db, await seen(context, params.id), now()),
    putDisputeEvidence: async ({ params, body }, context) =>
      putEvidence(db, await seen(context, params.id), body.summary, now()),
    addDisputeFile: async ({ params, body }, context) => addFile(deps, await seen(context, params.id), body, now()),
    removeDisputeFile: async ({ params }, context) =>
      removeFile(db, await seen(context, params.id), params.file_id, now()),
    submitDispute: async ({ params }, context) =>
      submitDispute(answering(deps), await seen(context, params.id), context.signal),
    acceptDispute: async ({ params }, context) => acceptDispute(answering(deps), await seen(context, params.id)),
  }
}

const answering = (deps: Deps) => ({ ...requireGateway(deps), paperwork: deps.paperwork })
