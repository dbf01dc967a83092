/** What JSON can hold, as it is read: objects, lists, anything else. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A JSON object: neither a list nor null. */
export const isObject = (value: unknown): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object, or an empty one where there is something else. */
export const objectOrEmpty = (value: Json | undefined): { [key: string]: Json } => (isObject(value) ? value : {})

/** The list, or an empty one where there is something else. */
export const listOrEmpty = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
