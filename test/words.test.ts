/** Texts and comments avoid words that a native speaker would not use there (see docs/glossary.md for the ones they use instead). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOMS = [
  'src/contract',
  'src/graph',
  'src/nodes',
  'src/connectors',
  'src/findings',
  'src/server',
  ...['api', 'app', 'canvas', 'features', 'lib', 'parts', 'ui', 'viewer', 'widget'].map((room) => `src/web/${room}`),
]
const PAGES = 'src/web/features/platform/docs/pages'

const IN_TEXTS = /\b(anew|whoever|whomever|somebody|everybody|by itself|by themselves|beside|none of these fits)\b/i
const IN_COMMENTS = new RegExp(`${IN_TEXTS.source}|\\b(stands(?! for| in for)|goes on)\\b`, 'i')

/** Texts that keep an avoided word, by a part of the text. */
const KEPT: { file: string; part: string; reason: string }[] = [
  { file: 'src/nodes/lib/ai/untrusted.ts', part: 'instruction to you, whatever it says', reason: 'a measured prompt' },
  { file: 'src/nodes/import/n8n/layout.ts', part: '@param beside', reason: 'the name of a parameter' },
]

const parse = (path: string, source: string): ts.SourceFile =>
  ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
const read = (path: string): ts.SourceFile => parse(path, readFileSync(path, 'utf8'))

/** Returns the texts of a source file: literals with a space in them and the text between tags. */
function textsIn(file: ts.SourceFile): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) texts.push(node.text)
    if (ts.isTemplateExpression(node))
      texts.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text.includes(' '))
}

/** Returns the comments of a source file. Lines that follow each other are one comment: a sentence may run over several. */
function commentsIn(file: ts.SourceFile): string[] {
  const source = file.text
  const ranges = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return
    for (const range of ts.getLeadingCommentRanges(source, node.pos) ?? []) ranges.set(range.pos, range)
    for (const range of ts.getTrailingCommentRanges(source, node.end) ?? []) ranges.set(range.pos, range)
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  const comments: { text: string; end: number }[] = []
  for (const { pos, end } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const text = source.slice(pos, end).replace(/^\s*\*? |^\/[/*]+|\*+\/$/gm, ' ')
    const last = comments.at(-1)
    if (last && source.slice(last.end, pos).trim() === '') Object.assign(last, { text: `${last.text} ${text}`, end })
    else comments.push({ text, end })
  }
  return comments.map(({ text }) => text.replace(/\s+/g, ' ').trim())
}

/** Returns what a page of the documentation says, without its code. */
const proseIn = (page: string): string[] => page.replace(/^```[\s\S]*?^```/gm, '').split('\n')

const isKept = (file: string, text: string): boolean =>
  KEPT.some((kept) => kept.file === file && text.includes(kept.part))

const found = (file: string, texts: string[], avoided: RegExp): string[] =>
  texts.filter((text) => avoided.test(text) && !isKept(file, text)).map((text) => `${file}: ${text}`)

const sourcesIn = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(room, file))

describe.each(ROOMS)('plain English in %s', (room) => {
  let files: ts.SourceFile[] = []
  beforeAll(() => {
    files = sourcesIn(room).map(read)
  })
  afterAll(() => {
    files = []
  })

  it('is what people read', () => {
    expect(files).not.toEqual([])
    expect(files.flatMap((file) => found(file.fileName, textsIn(file), IN_TEXTS))).toEqual([])
  })

  it('is what the comments say', () => {
    expect(files.flatMap((file) => found(file.fileName, commentsIn(file), IN_COMMENTS))).toEqual([])
  })
})

describe('plain English', () => {
  it('is what the pages of the documentation say', () => {
    const pages = readdirSync(PAGES).map((page) => join(PAGES, page))
    expect(pages).not.toEqual([])
    expect(pages.flatMap((page) => found(page, proseIn(readFileSync(page, 'utf8')), IN_TEXTS))).toEqual([])
  })

  it.each([
    ['between tags', '<p>Whoever reads\n  this</p>'],
    ['in a literal', `t('Somebody else')`],
    ['in a template', 'const a = `$' + '{name} runs by itself`'],
  ])('is looked for in texts %s', (_place, source) => {
    expect(found('a.tsx', textsIn(parse('a.tsx', source)), IN_TEXTS)).toHaveLength(1)
  })

  it.each([
    ['above a statement', '/** Whoever reads this. */\nconst a = 1'],
    ['over two lines', '// What goes\n// on here.\nconst a = 1'],
    ['behind a statement', 'const a = 1 // beside it'],
    ['at the end of a block', 'function a() {\n  b()\n  // Everybody does.\n}'],
    ['between tags', '<p>{/* Where it stands. */}</p>'],
  ])('is looked for in comments %s', (_place, source) => {
    expect(found('a.tsx', commentsIn(parse('a.tsx', source)), IN_COMMENTS)).toHaveLength(1)
  })

  it('keeps no exception that nothing needs', () => {
    const needed = (path: string, part: string): boolean => {
      const file = read(path)
      const says = (texts: string[], avoided: RegExp) => texts.some((text) => text.includes(part) && avoided.test(text))
      return says(textsIn(file), IN_TEXTS) || says(commentsIn(file), IN_COMMENTS)
    }
    expect(KEPT.filter(({ file, part }) => !needed(file, part))).toEqual([])
  })
})
