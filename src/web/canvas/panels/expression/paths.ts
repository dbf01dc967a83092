/** Everything an expression can read as a list of paths, to be chosen from. Pure. */

import type { Json } from '#contract/core/primitives.ts'
import { t } from '#web/lib/language.ts'
import type { Scope } from './complete.ts'
import { objectIn, written } from './data-path.ts'

export interface ReadablePath {
  /** An expression without braces. */
  path: string
  /** Whose value it is: the input, a node by its title. */
  of: string
  value: Json | undefined
}

const DEEPEST = 4
const MOST = 400

function inside(path: string, of: string, value: Json | undefined, depth: number, found: ReadablePath[]): void {
  if (found.length >= MOST) return
  found.push({ path, of, value })
  if (depth === DEEPEST) return
  for (const [name, part] of Object.entries(objectIn(value) ?? {})) {
    const plain = written(name)
    if (plain !== null) inside(path === '' ? plain : `${path}.${plain}`, of, part, depth + 1, found)
  }
}

/** The nearest first: the item, the input, the nodes before, the trigger. */
export function readablePaths(scope: Scope): ReadablePath[] {
  const found: ReadablePath[] = []
  const { item } = scope
  if (item) {
    if (scope.perItem)
      for (const [name, value] of Object.entries(objectIn(item.value) ?? {})) {
        const plain = written(name)
        if (plain !== null) inside(plain, t('Item'), value, 1, found)
      }
    inside('$item', t('Item'), item.value, scope.perItem ? DEEPEST : 0, found)
    found.push({ path: '$index', of: t('Item'), value: item.index })
  }
  inside('$input', t('Input'), scope.input, 0, found)
  if (scope.perItem) return found
  for (const { id, title, value } of scope.nodes) inside(`$nodes.${id}`, title, value, 0, found)
  inside('$trigger', t('Trigger'), scope.trigger, 0, found)
  inside('$vars', t('Variables'), scope.vars, 0, found)
  return found
}
