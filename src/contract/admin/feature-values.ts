/** Parts of the product that an installation may switch off, for everyone or for all but some roles. Plain data: the browser hides what the server refuses. */
import { ROLES, type Role } from '#contract/core/access.ts'

interface FeatureText {
  title: string
  /** What can't be done while it is off, and what becomes of what is there already. */
  off: string
  /** What a person is told who meets it. */
  refusal: string
  /** Whose role decides; null where the part is on or off for everyone. */
  by_role: 'person' | 'owner' | 'author' | null
}

export const FEATURES = {
  tryouts: {
    title: 'Runs without an account',
    off: 'Visitors can’t run agents until they sign in. Runs that were accepted finish.',
    refusal: 'Agents can’t be run without an account here. Sign in to run this agent.',
    by_role: null,
  },
  role_requests: {
    title: 'Role requests',
    off: 'People can’t request to become a seller or creator. Requests that were sent can still be decided.',
    refusal: 'Roles can’t be requested here at the moment.',
    by_role: null,
  },
  mcp: {
    title: 'MCP',
    off: 'AI assistants can’t reach the marketplace or services through MCP. Their addresses refuse until it is on again.',
    refusal: 'MCP is switched off on this installation.',
    by_role: 'person',
  },
  api_keys: {
    title: 'API keys',
    off: 'Keys can’t be created, and programs that use existing ones are refused. Keys are kept.',
    refusal: 'API keys are switched off on this installation.',
    by_role: 'person',
  },
  widgets: {
    title: 'Widgets and chat pages',
    off: 'Services can’t be embedded in other sites and have no chat pages. Existing ones say that they aren’t available.',
    refusal: 'Widgets and chat pages are switched off on this installation.',
    by_role: 'owner',
  },
  code_node: {
    title: 'JavaScript step',
    off: 'The step can’t be added to workflows. Saved workflows keep it, and their runs fail at it.',
    refusal: 'The JavaScript step is switched off on this installation.',
    by_role: 'author',
  },
  workflow_proposals: {
    title: 'Workflow proposals by AI',
    off: 'Workflows can’t be proposed from a description. Saved workflows aren’t affected.',
    refusal: 'Workflow proposals are switched off on this installation.',
    by_role: 'person',
  },
} as const satisfies Record<string, FeatureText>

export type FeatureName = keyof typeof FEATURES
export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[]

/** Switched off for everyone, or on for these roles only. */
export type FeatureSwitch = 'off' | readonly Role[]

/** What is not named is on for everyone. */
export type FeatureSwitches = { readonly [Name in FeatureName]?: FeatureSwitch | undefined }

/** @param role of the person, owner or author whose role decides; null for a visitor */
export function isFeatureOn(switches: FeatureSwitches, name: FeatureName, role: Role | null): boolean {
  const chosen = switches[name]
  if (chosen === undefined) return true
  return chosen !== 'off' && role !== null && chosen.includes(role)
}

/** Roles in the order of their rank, each once. */
export const inRankOrder = (roles: readonly Role[]): Role[] => ROLES.filter((role) => roles.includes(role))
