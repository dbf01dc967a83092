/** The server's source with its types. TypeScript 7 has no JavaScript API, so version 5 reads it. */
import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import ts from 'typescript-5'

export interface Source {
  checker: ts.TypeChecker
  /** What is checked. */
  files: readonly ts.SourceFile[]
  /** Calls by the last name of what is called. */
  callsOf(name: string): readonly ts.CallExpression[]
  /** `src/server/x.ts:12`. */
  place(node: ts.Node, offset?: number): string
}

/** Every file of the server that is no test. */
export const serverFiles = (): string[] => globSync('src/server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))

/** @param planted text of files that are not on the disk, or are to be read otherwise */
export function readSource(paths: readonly string[], planted: ReadonlyMap<string, string> = new Map()): Source {
  const { config } = ts.readConfigFile('tsconfig.server.json', (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, process.cwd())
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  const texts = new Map([...planted].map(([path, text]) => [resolve(path), text]))
  host.readFile = (path) => texts.get(resolve(path)) ?? readFile(path)
  host.fileExists = (path) => texts.has(resolve(path)) || fileExists(path)
  const program = ts.createProgram(
    paths.map((path) => resolve(path)),
    options,
    host,
  )
  const server = program.getSourceFiles().filter(({ fileName }) => /\/src\/server\//.test(fileName))
  const files = paths.map((path) => program.getSourceFile(resolve(path))).filter((file) => file !== undefined)
  const calls = new Map<string, ts.CallExpression[]>()
  for (const file of server) collectCalls(file, calls)
  return {
    checker: program.getTypeChecker(),
    files,
    callsOf: (name) => calls.get(name) ?? [],
    place: (node, offset = node.getStart()) => {
      const file = node.getSourceFile()
      return `${relative(process.cwd(), file.fileName)}:${file.getLineAndCharacterOfPosition(offset).line + 1}`
    },
  }
}

function collectCalls(node: ts.Node, into: Map<string, ts.CallExpression[]>): void {
  if (ts.isCallExpression(node)) {
    const name = calledName(node)
    if (name !== null) {
      const known = into.get(name)
      if (known) known.push(node)
      else into.set(name, [node])
    }
  }
  ts.forEachChild(node, (child) => collectCalls(child, into))
}

function calledName({ expression }: ts.CallExpression): string | null {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : null
}

/** The function, loop or file whose values a declaration in it belongs to. */
export function scopeOf(node: ts.Node): ts.Node {
  let at = node.parent
  while (!isScope(at)) at = at.parent
  return at
}

export const isScope = (node: ts.Node): boolean =>
  ts.isSourceFile(node) || ts.isFunctionLike(node) || ts.isForOfStatement(node)

/** The declaration that a name means, through imports. */
export function declarationOf(checker: ts.TypeChecker, name: ts.Node): ts.Declaration | null {
  let symbol =
    ts.isIdentifier(name) && ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  return symbol?.valueDeclaration ?? symbol?.declarations?.[0] ?? null
}

const DATABASES = ['Kysely', 'Transaction', 'ControlledTransaction']
export const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type])

export const isDatabase = (type: ts.Type): boolean =>
  partsOf(type).every(({ symbol }) => symbol !== undefined && DATABASES.includes(symbol.name))

const made = new WeakMap<ts.Type, boolean>()

/** Whether a value of this type is a piece of SQL, or has or returns one. */
export function isSql(checker: ts.TypeChecker, type: ts.Type, depth = 3): boolean {
  const known = made.get(type)
  if (known !== undefined) return known
  if (depth === 3) made.set(type, false)
  const found = partsOf(type).some((part) => isSqlPart(checker, part, depth))
  if (depth === 3 || found) made.set(type, found)
  return found
}

function isSqlPart(checker: ts.TypeChecker, type: ts.Type, depth: number): boolean {
  if (type.getProperty('toOperationNode')) return true
  if (depth === 0 || !(type.flags & ts.TypeFlags.Object)) return false
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker.getTypeArguments(type as ts.TypeReference).some((one) => isSql(checker, one, depth - 1))
  for (const signature of type.getCallSignatures())
    if (isSql(checker, signature.getReturnType(), depth - 1)) return true
  if (type.symbol?.declarations?.some((one) => one.getSourceFile().isDeclarationFile)) {
    const [inner] = type.symbol.name === 'Promise' ? checker.getTypeArguments(type as ts.TypeReference) : []
    return inner !== undefined && isSql(checker, inner, depth - 1)
  }
  if (isDatabase(type)) return false
  return type.getProperties().some((property) => isSql(checker, checker.getTypeOfSymbol(property), depth - 1))
}

export const nameOf = (node: ts.Expression): ts.Node => (ts.isPropertyAccessExpression(node) ? node.name : node)

export const textOf = (name: ts.PropertyName): string =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : name.getText()
