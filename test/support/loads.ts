/** What a source file loads when it runs, as Vite's parser reads it. */
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { releasedSources } from '../../scripts/released.ts'
import { sourceNames } from './source-names.ts'

/** What finds a file or a package by its name. */
const RESOLVING: ReadonlySet<string> = new Set(['require', 'require.resolve', 'meta.resolve'])

const root = join(import.meta.dirname, '../..')

export const releasedPrograms = (): string[] => releasedSources(root).filter((file) => /\.(?:ts|mjs)$/.test(file))

/** Returns the names of files and packages besides those of Node: imports that are not only types, and what is resolved by name. */
export function loads(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const isNeeded = (entries: { isType: boolean }[]) => entries.length === 0 || entries.some(({ isType }) => !isType)
  return [
    ...staticImports.filter(({ entries }) => isNeeded(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports
      .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
      .flatMap((argument) => (argument.startsWith("'") ? [argument.slice(1, -1)] : [])),
    ...sourceNames(file, text).callsWithText.flatMap(([call, name]) => (RESOLVING.has(call) ? [name] : [])),
  ].filter((name) => !isBuiltin(name))
}

/** Returns the names of packages, and of files in them, that any released program loads. */
export const loadedFromPackages = (): string[] =>
  [...new Set(releasedPrograms().flatMap(loads))].filter((name) => !/^[.#]/.test(name)).sort()
