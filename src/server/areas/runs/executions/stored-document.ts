/** The document of the version that ran, as far as people who look at the run are shown it. */
import { z } from 'zod'

export const StoredDocument = z
  .object({
    nodes: z.array(z.object({ id: z.string(), type: z.string(), title: z.string() })),
    edges: z
      .array(z.object({ from: z.object({ node: z.string(), port: z.string() }), to: z.object({ node: z.string() }) }))
      .catch([]),
  })
  .catch({ nodes: [], edges: [] })
