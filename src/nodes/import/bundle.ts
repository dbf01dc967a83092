/** Writes and reads our file of one workflow. The same workflow gives the same bytes, here and after it was imported elsewhere. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { BUNDLE_FORMAT, BUNDLE_VERSION, Bundle, type BundleSample, type Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { issueText } from '#graph/issue-text.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { isObject } from '#shared/json.ts'
import { sealDocument } from './node-slots.ts'
import type { OwnedId } from './owned-ids.ts'
import { withoutKeys, withoutSecrets } from './secrets.ts'
import { ImportError, type ImportErrorCode, readAt } from './untrusted.ts'

/** Hexadecimal SHA-256 of a text in UTF-8. */
export type Sha256 = (text: string) => string

export interface Packable {
  name: string
  description: string
  document: WorkflowDocument
  slots: readonly Slot[]
  samples: readonly BundleSample[]
  docs: string
}

const hashOf = (content: object, sha256: Sha256): string => `sha256:${sha256(canonicalJson(content))}`

/** The same value with sorted keys. */
const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] ?? null)]),
  )
}

/** The text of the file. @param nameOf see `sealed` */
export function packBundle(
  { name, description, document, slots: before, samples, docs }: Packable,
  nameOf: (owned: OwnedId) => { type: string; name: string } | null,
  sha256: Sha256,
): string {
  const { document: open, slots } = sealDocument(document, nameOf, before)
  const node_versions = Object.fromEntries(
    open.nodes.map(({ type, version }) => [
      type,
      Math.max(version, ...open.nodes.filter((node) => node.type === type).map((node) => node.version)),
    ]),
  )
  const content = {
    format: BUNDLE_FORMAT,
    format_version: BUNDLE_VERSION,
    name,
    description: withoutKeys(description, 5_000),
    document: open,
    node_versions,
    slots,
    samples: samples.map(({ title, input }) => ({ title: withoutKeys(title, 120), input: withoutSecrets(input) })),
    docs: withoutKeys(docs, 100_000),
  }
  // What JSON leaves out, such as an absent retry, must not be hashed either.
  const plain = JSON.parse(JSON.stringify(content)) as JsonObject
  return `${JSON.stringify(sorted({ ...plain, content_hash: hashOf(plain, sha256) }), null, 2)}\n`
}

export const isBundle = (raw: Json): boolean => {
  const format = readAt(raw, 'format')
  return typeof format === 'string' && format.startsWith('chowk.')
}

/**
 * @throws ImportError `format_too_new`, `hash_mismatch`, `bad_bundle` naming the field, and what `parseDocument` finds
 */
export function readBundle(raw: Json, sha256: Sha256): Packable {
  const version = readAt(raw, 'format_version')
  if (typeof version === 'number' && version > BUNDLE_VERSION) {
    const message = `This file was made by a newer version (format ${version}; this version reads up to ${BUNDLE_VERSION}). Update this installation first.`
    throw new ImportError('format_too_new', message, 'format_version')
  }
  const parsed = Bundle.safeParse(raw, { error: issueText })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ImportError('bad_bundle', issue?.message ?? 'This isn’t a workflow file', issue?.path.join('.') || null)
  }
  const { content_hash, ...content } = raw as JsonObject
  if (content_hash !== hashOf(content, sha256)) {
    const message = 'This file was changed after it was exported: its content doesn’t match its hash. Export it again.'
    throw new ImportError('hash_mismatch', message, 'content_hash')
  }
  const { document, problems } = parseDocument(parsed.data.document)
  const [problem] = problems
  if (!document)
    throw new ImportError(
      (problem?.code ?? 'bad_document') as ImportErrorCode,
      problem?.message ?? 'The workflow can’t be read',
      problem?.field ? `document.${problem.field}` : 'document',
    )
  const { name, description, slots, samples, docs } = parsed.data
  return { name, description, document, slots, samples, docs }
}
