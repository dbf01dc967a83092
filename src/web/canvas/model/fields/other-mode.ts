import type { Json } from '#contract/core/primitives.ts'

/** What the other way of writing a field held last, by form and path: turning back and forth loses nothing. */
export type OtherModes = Map<string, { fixed?: Json | undefined; expression?: Json | undefined }>
