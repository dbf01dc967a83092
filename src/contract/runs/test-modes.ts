/** Ways to run a draft, and limits of pinned data: plain data, for the browser too. */

/** Everything; one node on known data; a node and all behind it; everything before a node, and it. */
export const TEST_MODES = ['all', 'node', 'from', 'until'] as const
export type TestMode = (typeof TEST_MODES)[number]

/** Of one node in bytes of JSON, of one workflow in nodes and bytes. */
export const PIN_LIMITS = { bytes: 256_000, nodes: 200, total_bytes: 4_000_000 } as const
