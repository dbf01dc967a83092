import type { workspaceTransferEndpoints } from '#contract/accounts/transfers.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayUseTransfers } from './transfers.policy.ts'
import * as transfers from './transfers.ts'

export const ownershipHandlers = (
  deps: transfers.TransferDeps,
): Pick<Handlers, keyof typeof workspaceTransferEndpoints> => ({
  previewTransfer: ({ body }, { caller }) => transfers.preview(deps.db, mayUseTransfers(caller), body),
  createTransfer: ({ body }, { caller }) => transfers.createTransfer(deps, mayUseTransfers(caller), body),
  listTransfers: ({ query }, { caller }) => transfers.listTransfers(deps.db, mayUseTransfers(caller), query),
  getTransferPreview: ({ params }, { caller }) => transfers.previewOffer(deps.db, mayUseTransfers(caller), params.id),
  acceptTransfer: ({ params }, { caller }) => transfers.acceptTransfer(deps, mayUseTransfers(caller), params.id),
  declineTransfer: ({ params }, { caller }) => transfers.declineTransfer(deps.db, mayUseTransfers(caller), params.id),
  cancelTransfer: ({ params }, { caller }) => transfers.cancelTransfer(deps.db, mayUseTransfers(caller), params.id),
})
