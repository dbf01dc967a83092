/**
 * Workflow versions ready to run, the most recently used ones. A version never changes, so neither does what is kept here, but for who owns
 * the workflow: that is asked again after a moment.
 */
import type { UserId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { OWNERS_FRESH_MS } from '#server/platform/owners-fresh.ts'
import { type FindNode, type Program, prepareProgram } from './program.ts'
import { findVersion } from './store.ts'

const KEPT = 500
/** Of all documents together: a large one takes many times its text in memory. */
const KEPT_CHARACTERS = 10_000_000

export interface Versions {
  /** At hand and of an owner who was asked for lately, else undefined. */
  peek(version_id: string): Program | undefined
  /** @returns undefined when there is no such version @throws PlanError */
  get(version_id: string): Promise<Program | undefined>
  put(version_id: string, workflow: { id: string; author: UserId | null }, document: WorkflowDocument): Program
}

export function createVersions(pool: Pool, find: FindNode): Versions {
  const programs = new Map<string, Program>()
  const sizes = new Map<string, number>()
  /** When the owner was read, by the clock of `performance`. */
  const asked = new Map<string, number>()
  let characters = 0
  const loading = new Map<string, Promise<Program | undefined>>()

  const forget = (version_id: string) => {
    programs.delete(version_id)
    characters -= sizes.get(version_id) ?? 0
    sizes.delete(version_id)
    asked.delete(version_id)
  }
  const put: Versions['put'] = (version_id, { id, author }, document) => {
    const program = prepareProgram(document, { workflow_id: id, version_id, author }, find)
    forget(version_id)
    programs.set(version_id, program)
    asked.set(version_id, performance.now())
    const size = JSON.stringify(document).length
    sizes.set(version_id, size)
    characters += size
    for (const oldest of programs.keys()) {
      if (programs.size <= KEPT && (characters <= KEPT_CHARACTERS || oldest === version_id)) break
      forget(oldest)
    }
    return program
  }
  const load = async (version_id: string): Promise<Program | undefined> => {
    const version = await findVersion(pool, version_id)
    const kept = programs.get(version_id)
    if (kept && kept.author === version?.author) {
      asked.set(version_id, performance.now())
      return kept
    }
    return version && put(version_id, { id: version.workflow_id, author: version.author }, version.document)
  }
  let newest: string | undefined
  return {
    put,
    peek(version_id) {
      const program = programs.get(version_id)
      if (performance.now() - (asked.get(version_id) ?? 0) > OWNERS_FRESH_MS) return undefined
      // Moved to the end only when another one was used in between.
      if (program && newest !== version_id) {
        newest = version_id
        programs.delete(version_id)
        programs.set(version_id, program)
      }
      return program
    },
    get(version_id) {
      const known = this.peek(version_id)
      if (known) return Promise.resolve(known)
      let pending = loading.get(version_id)
      if (!pending) {
        pending = load(version_id).finally(() => loading.delete(version_id))
        loading.set(version_id, pending)
      }
      return pending
    },
  }
}
