/** Our file of one workflow: what leaves an installation and comes into another. */
import { z } from 'zod'
import { JsonObject, recordOf } from '#contract/core/primitives.ts'

export const BUNDLE_FORMAT = 'chowk.workflow'
export const BUNDLE_VERSION = 1

export const MOST_SLOTS = 2000
/** Of nodes in one file, each with a version. */
const MOST_TYPES = 1000

/** What has to be chosen or entered again where the file arrives: never an id, never a secret. */
export const Slot = z.strictObject({
  node: z.string().min(1).max(64),
  /** Dotted path into the settings of the node. */
  field: z.string().max(500),
  /** A type of credential, or `workflow`, `model`, `file`, `secret`. */
  type: z.string().min(1).max(60),
  /** What it was called. */
  name: z.string().max(200),
})

export const BundleSample = z.strictObject({ title: z.string().min(1).max(120), input: JsonObject })

export const Bundle = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  format_version: z.literal(BUNDLE_VERSION),
  name: z.string().trim().min(1).max(120),
  description: z.string().max(5000),
  document: JsonObject,
  /** Type → version its nodes were made with. */
  node_versions: recordOf(z.string(), z.number().int().min(1), MOST_TYPES),
  slots: z.array(Slot).max(MOST_SLOTS),
  samples: z.array(BundleSample).max(50),
  /** Markdown. */
  docs: z.string().max(100_000),
  /** SHA-256 over the canonical JSON of everything else. */
  content_hash: z.string().regex(/^sha256:[0-9a-f]{64}$/, 'Not a content hash'),
})

export type Slot = z.infer<typeof Slot>
export type BundleSample = z.infer<typeof BundleSample>
export type Bundle = z.infer<typeof Bundle>
