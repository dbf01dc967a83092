/** Fallback answers of calls that are not critical (specification §8). */

/** §8: the end points whose failure is never papered over with a fallback. */
export const CRITICAL_PATHS: readonly string[] = ['/api/v1/auth/verify', '/api/v1/auth/login', '/api/v1/auth/logout']

/** §8: what a non-critical call answers in the browser when the server cannot. */
export const FALLBACKS = {
  platform_access: {
    success: false,
    access_granted: false,
    message: 'Platform service temporarily unavailable. Please try again later.',
    error: 'PLATFORM_UNAVAILABLE',
  },
  platform_status: { platforms: [] as string[], error: 'PLATFORM_STATUS_UNAVAILABLE' },
  health: { status: 'unavailable' },
  agents: {
    agents: [] as never[],
    total: 0,
    page: 1,
    page_size: 20,
    has_next: false,
    has_previous: false,
    facets: { categories: [] as never[], prices: [] as never[], ratings: [] as never[], no_model: 0, offline: 0 },
    corrected: null,
    related: [] as never[],
    more_soon: false,
  },
  node_configuration: {
    status: 'missing',
    configuration: null,
    suggestions: ['Check the name of the node type, or try again in a moment.'],
  },
  mcp: { service_status: 'unavailable' },
  plugin: { installed: false },
} as const
