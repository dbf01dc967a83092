/** Folders import each other in one direction, so that a newcomer can read one without all the others. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { folderCycles } from '#test/support/folder-cycles.ts'

const places: string[] = []
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true })
})

/** Returns the cycles in `src/room` of a repository that has only these files. */
function cyclesOf(files: Readonly<Record<string, string>>): string[] {
  const base = mkdtempSync(join(tmpdir(), 'folder-cycles-'))
  places.push(base)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, 'src/room', path)), { recursive: true })
    writeFileSync(join(base, 'src/room', path), text)
  }
  return folderCycles('src/room', base)
}

describe('folders have no import cycle', () => {
  it.each(['src/server/areas', 'src/web/canvas', 'src/web/features', 'src/web/parts', 'src/web/ui'])(
    'in %s',
    (root) => {
      expect(folderCycles(root)).toEqual([])
    },
  )
})

describe('folderCycles', () => {
  it.each([
    ['an import of a value', `import { b } from '#room/b/b.ts'`],
    ['an import of a type', `import type { B } from '#room/b/b.ts'`],
    ['an import in a type', `type B = import('#room/b/b.ts').B`],
    ['a re-export', `export { b } from '#room/b/b.ts'`],
    ['a dynamic import', `const later = () => import('#room/b/b.ts')`],
  ])('counts %s', (_kind, line) => {
    expect(cyclesOf({ 'a/a.ts': line, 'b/b.ts': `import '#room/a/other.ts'`, 'a/other.ts': '' })).toEqual([
      'src/room/a/a.ts → src/room/b/b.ts\nsrc/room/b/b.ts → src/room/a/other.ts',
    ])
  })

  it('reports a cycle of three folders once', () => {
    expect(
      cyclesOf({
        'a/a.ts': `import '#room/b/b.tsx'`,
        'b/b.tsx': `import '#room/c/c.ts'`,
        'c/c.ts': `import '#room/a/a.ts'`,
        'd/d.ts': `import '#room/a/a.ts'`,
      }),
    ).toEqual([
      'src/room/a/a.ts → src/room/b/b.tsx\nsrc/room/b/b.tsx → src/room/c/c.ts\nsrc/room/c/c.ts → src/room/a/a.ts',
    ])
  })

  it('treats a folder inside another as a folder of its own', () => {
    expect(cyclesOf({ 'a/a.ts': `import './in/in.ts'`, 'a/in/in.ts': `import '#room/a/a.ts'` })).toHaveLength(1)
  })

  it('allows imports in one direction, within a folder, and in tests', () => {
    expect(
      cyclesOf({
        'a/a.ts': `import './b.ts'\nimport '#room/b/b.ts'\nimport 'zod'`,
        'a/b.ts': `import type { A } from './a.ts'`,
        'b/b.ts': `import '#elsewhere/b.ts' // import '#room/a/a.ts'`,
        'b/b.test.ts': `import '#room/a/a.ts'`,
      }),
    ).toEqual([])
  })

  it('fails for a path without sources', () => {
    expect(() => cyclesOf({ 'readme.md': '' })).toThrow('src/room has no source files')
  })
})
