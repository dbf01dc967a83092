/** Finds folders that import each other in a cycle: none of them can be understood, tested or moved without the others. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript-5'

const REPOSITORY = join(import.meta.dirname, '../..')

/** For each part of the picture, the parts it imports, each with an example as `importer → imported`. */
type PartImports = ReadonlyMap<string, ReadonlyMap<string, string>>

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/** Returns the path of the imported file, or null for a package. */
function importedPath(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(dirname(file), specifier) : null
}

/** Every import between two files below `root`, of values and of types, static and dynamic. Test files are left out. */
function readImports(root: string, base: string): { files: string[]; imports: [importer: string, imported: string][] } {
  const files = readdirSync(join(base, root), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(root, path.replaceAll('\\', '/')))
    .filter(isSource)
  if (files.length === 0) throw new Error(`${root} has no source files`)
  const known = new Set(files)
  const imports = files.flatMap((file) =>
    ts
      .preProcessFile(readFileSync(join(base, file), 'utf8'), true, true)
      .importedFiles.map(({ fileName }) => importedPath(file, fileName))
      .filter((imported) => imported !== null && known.has(imported))
      .map((imported): [string, string] => [file, imported as string]),
  )
  return { files, imports }
}

function addImport(parts: Map<string, Map<string, string>>, [from, to]: [string, string], example: string): void {
  if (from === to) return
  const imported = parts.get(from) ?? new Map<string, string>()
  if (!imported.has(to)) imported.set(to, example)
  parts.set(from, imported)
}

/** Returns the shortest cycle through `start`: its parts and the imports between them. Null when there is none. */
function shortestCycle(start: string, partImports: PartImports): { parts: string[]; imports: string[] } | null {
  const paths = [{ parts: [start], imports: [] as string[] }]
  const seen = new Set<string>()
  for (const { parts, imports } of paths) {
    for (const [next, example] of partImports.get(parts.at(-1) ?? start) ?? []) {
      if (next === start) return { parts, imports: [...imports, example] }
      if (seen.has(next)) continue
      seen.add(next)
      paths.push({ parts: [...parts, next], imports: [...imports, example] })
    }
  }
  return null
}

/** Each cycle once, as the imports that make it, one a line. @param starts whose cycles count */
function cyclesThrough(starts: readonly string[], partImports: PartImports): string[] {
  const reported = new Set<string>()
  return starts.toSorted().flatMap((start) => {
    const cycle = reported.has(start) ? null : shortestCycle(start, partImports)
    for (const part of cycle?.parts ?? []) reported.add(part)
    return cycle ? [cycle.imports.join('\n')] : []
  })
}

/**
 * Returns the import cycles between folders below `root` (a path relative to `base`, the repository), each as the imports that
 * make it, one a line. Every directory that holds source files is a folder, also one inside another folder. Test files are left out.
 */
export function folderCycles(root: string, base = REPOSITORY): string[] {
  const { files, imports } = readImports(root, base)
  const parts = new Map<string, Map<string, string>>()
  for (const [file, imported] of imports) addImport(parts, [dirname(file), dirname(imported)], `${file} → ${imported}`)
  return cyclesThrough([...new Set(files.map(dirname))], parts)
}

/** Where the paths part: what the folder that holds both of them has of each. A shelf is no part: what is on it is. */
function partsOf(file: string, imported: string, shelves: readonly string[]): [string, string, level: string] {
  const [from, to] = [file.split('/'), imported.split('/')]
  let depth = 0
  while (from[depth] === to[depth] && depth < from.length - 1) depth++
  while (depth > 0 && shelves.includes(from.slice(0, depth).join('/'))) depth--
  const partOf = (path: readonly string[]) => {
    let end = depth + 1
    while (shelves.includes(path.slice(0, end).join('/'))) end++
    return path.slice(0, end).join('/')
  }
  return [partOf(from), partOf(to), from.slice(0, depth).join('/')]
}

/**
 * Returns the cycles in the picture that each folder below `root` makes: the folders in it, whole, and its own files, each by itself.
 * Files that import each other in one folder are no cycle of folders.
 * @param shelves folders that only keep independent parts together: their parts are drawn in the picture of the folder above
 */
export function pictureCycles(root: string, shelves: readonly string[] = [], base = REPOSITORY): string[] {
  const pictures = new Map<string, Map<string, Map<string, string>>>()
  for (const [file, imported] of readImports(root, base).imports) {
    if (file === imported) continue
    const [from, to, level] = partsOf(file, imported, shelves)
    const picture = pictures.get(level) ?? new Map<string, Map<string, string>>()
    pictures.set(level, picture)
    addImport(picture, [from, to], `${file} → ${imported}`)
  }
  return [...pictures].toSorted().flatMap(([, picture]) =>
    cyclesThrough(
      [...picture.keys()].filter((part) => !isSource(part)),
      picture,
    ),
  )
}
