/** Brings documents of older versions up to date: first the schema of the document, then the settings of each node. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { SCHEMA_VERSION, type WorkflowDocument } from './document.ts'
import type { NodeTypes } from './node-types.ts'

/** `schema_too_new`: written by a newer program. `not_migratable`: `node` could not be brought up to date. */
export class MigrationError extends Error {
  readonly code: 'schema_too_new' | 'not_migratable'
  readonly node: string | null
  constructor(code: 'schema_too_new' | 'not_migratable', message: string, node: string | null = null) {
    super(message)
    this.name = 'MigrationError'
    this.code = code
    this.node = node
  }
}

/** One entry per schema version that there was: turns a raw document of that version into the next. */
const SCHEMA_STEPS: ReadonlyMap<number, (document: JsonObject) => JsonObject> = new Map()

/**
 * A raw document in the present schema. What is no document is given back as it is, for `parseDocument` to name.
 * @throws MigrationError `schema_too_new`
 */
export function migrateSchema(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  let document = raw as JsonObject
  for (;;) {
    const version = document.schema_version
    if (typeof version !== 'number' || version === SCHEMA_VERSION) return document
    if (version > SCHEMA_VERSION) {
      const message = `The workflow was made by a newer version (schema ${version}, known up to ${SCHEMA_VERSION})`
      throw new MigrationError('schema_too_new', message)
    }
    const step = SCHEMA_STEPS.get(version)
    if (!step) return document
    document = { ...step(document), schema_version: version + 1 }
  }
}

/**
 * A document whose nodes have the versions of the catalogue; the same object when they have already. Unknown types and newer
 * versions stay as they are: validation names them.
 * @throws MigrationError `not_migratable`
 */
export function migrateNodes(document: WorkflowDocument, types: NodeTypes): WorkflowDocument {
  let changed = false
  const nodes = document.nodes.map((node) => {
    const type = types.get(node.type)
    if (!type || node.version >= type.version) return node
    changed = true
    try {
      const config = type.migrate ? type.migrate(node.config, node.version) : node.config
      return { ...node, version: type.version, config }
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown reason'
      const message = `“${node.title}” could not be brought from version ${node.version} to ${type.version}: ${reason}`
      throw new MigrationError('not_migratable', message, node.id)
    }
  })
  return changed ? { ...document, nodes } : document
}
