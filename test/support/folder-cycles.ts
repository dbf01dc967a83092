/** Finds folders that import each other in a cycle: none of them can be understood, tested or moved without the others. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript-5'

/** For each folder, the folders it imports, each with an example as `importer → imported`. */
type FolderImports = ReadonlyMap<string, ReadonlyMap<string, string>>

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/** Returns the path of the imported file, or null for a package. */
function importedPath(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(dirname(file), specifier) : null
}

/** Reads the imports of values and of types, static and dynamic. */
function readFolderImports(root: string, base: string): FolderImports {
  const files = readdirSync(join(base, root), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(root, path.replaceAll('\\', '/')))
    .filter(isSource)
  if (files.length === 0) throw new Error(`${root} has no source files`)
  const folders = new Map<string, Map<string, string>>(files.map((file) => [dirname(file), new Map()]))
  for (const file of files) {
    const importedFolders = folders.get(dirname(file))
    for (const { fileName } of ts.preProcessFile(readFileSync(join(base, file), 'utf8'), true, true).importedFiles) {
      const imported = importedPath(file, fileName)
      const folder = imported === null ? null : dirname(imported)
      if (folder === null || folder === dirname(file) || !folders.has(folder)) continue
      if (!importedFolders?.has(folder)) importedFolders?.set(folder, `${file} → ${imported}`)
    }
  }
  return folders
}

/** Returns the shortest cycle through `start`: its folders and the imports between them. Null when there is none. */
function shortestCycle(start: string, folderImports: FolderImports): { folders: string[]; imports: string[] } | null {
  const paths = [{ folders: [start], imports: [] as string[] }]
  const seen = new Set<string>()
  for (const { folders, imports } of paths) {
    for (const [next, example] of folderImports.get(folders.at(-1) ?? start) ?? []) {
      if (next === start) return { folders, imports: [...imports, example] }
      if (seen.has(next)) continue
      seen.add(next)
      paths.push({ folders: [...folders, next], imports: [...imports, example] })
    }
  }
  return null
}

/**
 * Returns the import cycles between folders below `root` (a path relative to `base`, the repository), each as the imports that
 * make it, one a line. Every directory that holds source files is a folder, also one inside another folder. Test files are left out.
 */
export function folderCycles(root: string, base = join(import.meta.dirname, '../..')): string[] {
  const folderImports = readFolderImports(root, base)
  const reported = new Set<string>()
  const cycles: string[] = []
  for (const folder of [...folderImports.keys()].sort()) {
    const cycle = reported.has(folder) ? null : shortestCycle(folder, folderImports)
    if (cycle === null) continue
    for (const one of cycle.folders) reported.add(one)
    cycles.push(cycle.imports.join('\n'))
  }
  return cycles
}
