/** Reads values of deliveries, which have any form. */

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** Postgres keeps no NUL. */
export const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').slice(0, most).trim() : ''

/** A clock that is wrong may not move a message into the future. @param ms since 1970; anything else is now */
export const timeOf = (ms: number): Date => new Date(ms > 0 ? Math.min(Date.now(), ms) : Date.now())
