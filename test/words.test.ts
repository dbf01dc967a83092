/** Interface texts avoid words that a native speaker would not use there (see docs/glossary.md for the ones they use instead). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { describe, expect, it } from 'vitest'

const ROOMS = ['api', 'app', 'canvas', 'features', 'lib', 'parts', 'ui', 'viewer', 'widget'].map(
  (room) => `src/web/${room}`,
)

const AVOIDED = /\b(anew|whoever|somebody|everybody|by itself|by themselves|beside|none of these fits)\b/i

/** Returns the texts of a source file: literals with a space in them and what stands between tags. */
function textsIn(path: string, source: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) texts.push(node.text)
    if (ts.isTemplateExpression(node))
      texts.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true))
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text.includes(' '))
}

const avoided = (path: string, source: string): string[] => textsIn(path, source).filter((text) => AVOIDED.test(text))

describe('interface texts', () => {
  it.each(ROOMS)('are plain English in %s', (room) => {
    const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
    )
    expect(files).not.toEqual([])
    const found = files.flatMap((file) =>
      avoided(file, readFileSync(join(room, file), 'utf8')).map((text) => `${room}/${file}: ${text}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['between tags', '<p>Whoever reads\n  this</p>'],
    ['in a literal', `t('Somebody else')`],
    ['in a template', 'const a = `$' + '{name} runs by itself`'],
  ])('are found %s', (_place, source) => {
    expect(avoided('a.tsx', source)).toHaveLength(1)
  })
})
