/** One's workflows as the address asks for them. What an address says that the server would refuse is left out. */
import {
  WORKFLOW_SORTS,
  WORKFLOW_STAGES,
  WORKFLOW_STARTS,
  type WorkflowStage,
} from '#contract/workflows/workflow-list-values.ts'
import type { ListWorkflows } from '#contract/workflows/workflows.ts'
import { q } from '#web/api/query.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'

export const OWN_PAGE = 25
/** The server lists no more than these. */
const MOST_PAGES = 400

export interface OwnState {
  search: string
  /** Null: in any state. */
  stage: WorkflowStage | null
  /** Those whose last run failed. */
  failing: boolean
  /** Null: started by anything. */
  starts: ListWorkflows['starts'] | null
  sort: ListWorkflows['sort']
  page: number
}

export function readOwnState(params: URLSearchParams): OwnState {
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    stage: WORKFLOW_STAGES.find((one) => one === params.get('state')) ?? null,
    failing: params.get('state') === 'failing',
    starts: WORKFLOW_STARTS.find((one) => one === params.get('starts')) ?? null,
    sort: WORKFLOW_SORTS.find((one) => one === params.get('sort')) ?? 'changed',
    page: Math.min(MOST_PAGES, pageParam(params)),
  }
}

export const isNarrowed = ({ search, stage, failing, starts }: OwnState): boolean =>
  search !== '' || stage !== null || failing || starts !== null

export const ownQuery = ({ search, stage, failing, starts, sort, page }: OwnState) =>
  q('listWorkflows', {
    query: {
      ...{ state: failing ? 'failing' : 'all', sort, facets: 'true', limit: OWN_PAGE, offset: (page - 1) * OWN_PAGE },
      ...(search !== '' && { search }),
      ...(stage && { stage }),
      ...(starts && { starts }),
    },
  })

/** The address of a list; what is ordinary is left out. */
export function ownAddress(now: OwnState, change: Partial<OwnState>): string {
  const { search, stage, failing, starts, sort, page } = { ...now, page: 1, ...change }
  return paths.myWorkflows({
    tab: 'own',
    search: search || null,
    state: failing ? 'failing' : stage,
    starts: starts ?? null,
    sort: sort === 'changed' ? null : sort,
    page: toParam(page),
  })
}
