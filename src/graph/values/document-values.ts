/** What documents are bounded by and may name, as plain data: the page of the designer holds it, and no schemas. */

/** Refused above these, with a named error. */
export const DOCUMENT_LIMITS = {
  nodes: 1000,
  edges: 2000,
  notes: 2000,
  groups: 1000,
  /** Of all groups together: a node may be in several, and one of a snippet is named again. */
  members: 20_000,
  bytes: 1_000_000,
  depth: 32,
  expressions: 5000,
} as const

/** Keys that never appear anywhere in a document: they would reach an object's prototype. */
export const RESERVED_KEYS = ['__proto__', 'constructor', 'prototype'] as const

/** `stop` fails the execution; `continue` continues with `null`; `error_port` continues through the port `error`. */
export const ON_ERROR = ['stop', 'continue', 'error_port'] as const

/** Colours of notes and groups, as the theme names them; neutral when unsaid. */
export const COLORS = ['marigold', 'indigo', 'good', 'bad'] as const
