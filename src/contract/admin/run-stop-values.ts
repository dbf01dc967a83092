/** Values and limits of ending many runs. Plain data. */

export const STOP_SCOPES = ['agent', 'owner', 'workflow'] as const
export type StopScope = (typeof STOP_SCOPES)[number]

export const RUN_STOPS = { reason_chars: 1000, counted: 10_000 } as const
