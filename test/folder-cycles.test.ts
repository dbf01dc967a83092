/** Folders import each other in one direction, so that a newcomer can read one without all the others. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { folderCycles, pictureCycles } from '#test/support/folder-cycles.ts'

const places: string[] = []
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true })
})

/** Writes a repository that has only these files in `src/room`. */
function writeRoom(files: Readonly<Record<string, string>>): string {
  const base = mkdtempSync(join(tmpdir(), 'folder-cycles-'))
  places.push(base)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, 'src/room', path)), { recursive: true })
    writeFileSync(join(base, 'src/room', path), text)
  }
  return base
}

const cyclesOf = (files: Readonly<Record<string, string>>): string[] => folderCycles('src/room', writeRoom(files))

describe('folders have no import cycle', () => {
  it.each([
    'src/contract',
    'src/graph',
    'src/server/areas',
    'src/server/compose',
    'src/server/engine',
    'src/server/seed',
    'src/web/api',
    'src/web/app',
    'src/web/canvas',
    'src/web/features',
    'src/web/parts',
    'src/web/ui',
    'src/web/viewer',
  ])('in %s', (root) => {
    expect(folderCycles(root)).toEqual([])
  })

  // The parts of `platform` have nothing in common but that no area has them: some are below the gateways, others use them.
  it('in the picture of any folder of src', () => {
    expect(pictureCycles('src', ['src/server/platform'])).toEqual([])
  })
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

describe('pictureCycles', () => {
  const picturesOf = (files: Readonly<Record<string, string>>, shelves: readonly string[] = []): string[] =>
    pictureCycles('src', shelves, writeRoom(files))

  it('draws folders whole', () => {
    expect(
      picturesOf({
        'a/p/p.ts': `import '#room/b/q/q.ts'`,
        'b/r/r.ts': `import '#room/a/s/s.ts'`,
        'b/q/q.ts': '',
        'a/s/s.ts': '',
      }),
    ).toEqual(['src/room/a/p/p.ts → src/room/b/q/q.ts\nsrc/room/b/r/r.ts → src/room/a/s/s.ts'])
  })

  it('draws files of the folder itself one by one', () => {
    const above = { 'top.ts': `import './a/a.ts'`, 'a/a.ts': `import '#room/bottom.ts'`, 'bottom.ts': '' }
    expect(picturesOf(above)).toEqual([])
    expect(picturesOf({ ...above, 'bottom.ts': `import type { A } from './a/a.ts'` })).toEqual([
      'src/room/a/a.ts → src/room/bottom.ts\nsrc/room/bottom.ts → src/room/a/a.ts',
    ])
  })

  it('finds a cycle deep inside', () => {
    expect(
      picturesOf({ 'x/y/a/a.ts': `import '#room/x/y/b/b.ts'`, 'x/y/b/b.ts': `import '#room/x/y/a/a.ts'` }),
    ).toHaveLength(1)
  })

  it('draws what is on a shelf in the picture above it', () => {
    const files = {
      'shelf/low/low.ts': '',
      'a/a.ts': `import '#room/shelf/low/low.ts'`,
      'shelf/high/high.ts': `import '#room/a/a.ts'`,
    }
    expect(picturesOf(files)).toHaveLength(1)
    expect(picturesOf(files, ['src/room/shelf'])).toEqual([])
    const cycle = { ...files, 'shelf/low/low.ts': `import '#room/shelf/high/high.ts'` }
    expect(picturesOf(cycle, ['src/room/shelf'])).toHaveLength(1)
  })

  it('leaves files of one folder, and tests, alone', () => {
    expect(
      picturesOf({
        'a.ts': `import type { B } from './b.ts'`,
        'b.ts': `import './a.ts'`,
        'c/c.ts': '',
        'c/c.test.ts': `import '#room/a.ts'`,
      }),
    ).toEqual([])
  })
})
