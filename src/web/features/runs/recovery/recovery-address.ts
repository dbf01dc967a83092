/** Recovering runs as the address asks for it. What an address says that the server would refuse is left out. */
import { LIMITS } from '#contract/core/limits.ts'
import type { RunRecoveryQuery } from '#contract/runs/run-recovery.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export interface RecoveryState {
  scope: 'own' | 'all'
  /** The error's code and the node that failed; null for all. */
  code: string | null
  node: string | null
  page: number
  /** The recovery whose progress is shown. */
  recovery: string | null
}

export function readState(params: URLSearchParams, mayAll: boolean): RecoveryState {
  const page = Number(params.get('page'))
  const recovery = params.get('recovery') ?? ''
  return {
    scope: mayAll && params.get('scope') === 'all' ? 'all' : 'own',
    code: params.get('code')?.slice(0, 100) || null,
    node: params.get('node')?.slice(0, 64) || null,
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    recovery: UUID.test(recovery) ? recovery : null,
  }
}

export const statePath = ({ scope, code, node, page, recovery }: RecoveryState): string =>
  paths.executionRecovery({ scope: scope === 'all' ? scope : null, code, node, page: page > 1 ? page : null, recovery })

export const filterOf = ({ code, node }: RecoveryState) => ({
  ...(code !== null && { code }),
  ...(node !== null && { node_id: node }),
})

export function listQuery(state: RecoveryState) {
  const query: Partial<RunRecoveryQuery> = {
    scope: state.scope,
    ...filterOf(state),
    limit: LIMITS.pages.executions,
    offset: (state.page - 1) * LIMITS.pages.executions,
  }
  return q('listRecoverable', { query })
}

export const recoveryQuery = (id: string) => q('getRecovery', { params: { id } })
