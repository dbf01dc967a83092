import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { acceptDispute, submitDispute } from '#server/domain/disputes/answer.ts'
import { maySeeDispute, ownDisputes } from '#server/domain/disputes/disputes.policy.ts'
import { findDispute } from '#server/domain/disputes/disputes.store.ts'
import { addFile, getDispute, putEvidence, removeFile } from '#server/domain/disputes/evidence.ts'
import { disputesOf } from '#server/domain/disputes/present.ts'
import { gatewayOf } from '#server/domain/orders/paying.ts'
import { mayAdminister } from '#server/domain/refunds/refunds.policy.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { Handlers, RequestContext } from '#server/http/handlers.ts'
import type { PaymentDeps } from './payments.ts'

type Names =
  | 'listDisputes'
  | 'listOwnDisputes'
  | 'getDispute'
  | 'putDisputeEvidence'
  | 'addDisputeFile'
  | 'removeDisputeFile'
  | 'submitDispute'
  | 'acceptDispute'

type Deps = PaymentDeps & { files: FileStore; paperwork: DoPaperwork }

export const disputeHandlers = (deps: Deps): Pick<Handlers, Names> => {
  const { db, now } = deps
  const seen = async ({ caller }: RequestContext, id: string) => maySeeDispute(caller, await findDispute(db, id))
  return {
    listDisputes: ({ query }, { caller }) => {
      mayAdminister(caller)
      return disputesOf(db, query)
    },
    listOwnDisputes: ({ query }, { caller }) => disputesOf(db, query, ownDisputes(caller).on),
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

const answering = (deps: Deps) => ({ ...gatewayOf(deps), paperwork: deps.paperwork })
