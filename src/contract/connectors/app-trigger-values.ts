/** Constants of triggers from apps that the browser needs, without zod. */

/** How often an app is asked, in minutes. */
export const POLLING = { least_minutes: 1, most_minutes: 1440, usual_minutes: 5 } as const

export const APP_TRIGGER_STATES = ['starting', 'on', 'stopped'] as const
export type AppTriggerState = (typeof APP_TRIGGER_STATES)[number]

export const APP_TRIGGER_KINDS = ['polling', 'webhook', 'event'] as const
export type AppTriggerKind = (typeof APP_TRIGGER_KINDS)[number]
