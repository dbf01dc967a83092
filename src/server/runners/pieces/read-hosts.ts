/**
 * The hosts that the code of a package names, which are the beginnings of addresses in its texts, and the variables of the environment that it
 * reads. Found by parsing it: the code does not run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parse } from 'acorn'

/** Where documentation, pictures and names of formats are; not what an action calls. */
const NOT_CALLED =
  /^(?:docs|doc|help|support|developer|developers|dev|cdn|www\.w3|json-schema|schemas?|learn|community|blog)\.|(?:^|\.)(?:w3\.org|json-schema\.org|xmlsoap\.org|openxmlformats\.org|example\.(?:com|org|net)|activepieces\.com|npmjs\.com|nodejs\.org|mozilla\.org|stackoverflow\.com|wikipedia\.org|whatwg\.org|ietf\.org|rfc-editor\.org|feross\.org|npms\.io|opensource\.org|apache\.org|ecma-international\.org|tc39\.es|eslint\.org|typescriptlang\.org|localhost)$|^(?:github\.com|gist\.github\.com|raw\.githubusercontent\.com|img\.youtube\.com|i\.imgur\.com|goo\.gl|bit\.ly|git\.io)$/
/** Properties whose text people read, or see. */
const FOR_PEOPLE = new Set([
  'description',
  'logoUrl',
  'displayName',
  'markdown',
  'placeholder',
  'value',
  'documentationUrl',
  'message',
  'sampleData',
])
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const HOST = new RegExp(`^https?://((?:${LABEL}\\.)+[a-z]{2,})(?::(\\d{2,5}))?(?:[/?#]|$)`, 'i')
const BEGUN = new RegExp(`^https?://((?:${LABEL}\\.)+[a-z]{2,})(?::(\\d{2,5}))?(?:[/?#]|$)`, 'i')
/** Behind a part that is filled in: `.zendesk.com/api`. */
const BEHIND = new RegExp(`^((?:\\.${LABEL}){2,})(?:[/?#]|$)`, 'i')
const SKIPPED = new Set(['node_modules', 'i18n'])
const MOST_FILES = 3000

type AnyNode = Node & Record<string, unknown>

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** The pieces of a text that is put together; null for what is filled in. */
function partsOf(node: AnyNode): (string | null)[] {
  if (node.type === 'Literal') return [typeof node.value === 'string' ? node.value : null]
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked?: string | null } }[]
    return quasis.flatMap(({ value }, index) => (index === 0 ? [value.cooked ?? ''] : [null, value.cooked ?? '']))
  }
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return [...partsOf(node.left as AnyNode), ...partsOf(node.right as AnyNode)]
  return [null]
}

function hostIn(parts: readonly (string | null)[]): string | null {
  const [first, ...rest] = parts
  if (typeof first !== 'string' || !/^https?:\/\//i.test(first)) return null
  const whole = (rest.length === 0 ? HOST : BEGUN).exec(first)
  if (whole) return `${whole[1]}${whole[2] === undefined ? '' : `:${whole[2]}`}`.toLowerCase()
  // `https://${account}.zendesk.com/…`: the next text follows the part that is filled in.
  const [gap, next] = rest
  if (gap !== null || typeof next !== 'string') return null
  const behind = BEHIND.exec(next)
  return behind ? `*${behind[1]}`.toLowerCase() : null
}

const isText = ({ type, operator }: AnyNode): boolean =>
  type === 'Literal' || type === 'TemplateLiteral' || (type === 'BinaryExpression' && operator === '+')

function nameOf(property: AnyNode): string | null {
  const key = property.key as AnyNode
  return key.type === 'Identifier' ? String(key.name) : key.type === 'Literal' ? String(key.value) : null
}

/** Read by libraries and build tools of all kinds; no setting of the package itself. */
const COMMON_VARIABLE =
  /^(?:NODE_.*|npm_.*|CI|DEBUG.*|HOME|PATH|PWD|SHELL|TERM.*|USER.*|LOGNAME|TMP|TEMP|TMPDIR|LANG|LC_.*|TZ|COLORTERM|(?:NO|FORCE)_COLOR|APPDATA|LOCALAPPDATA|PROGRAM.*|COMSPEC|WINDIR|SYSTEMROOT|XDG_.*|WS_NO_.*|JEST_.*|VITEST.*|READABLE_STREAM|GRACEFUL_FS.*|UNDICI_.*|(?:HTTPS?|NO|ALL)_PROXY|(?:https?|no|all)_proxy)$/
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{1,99}$/

const isEnvironment = (node: unknown): boolean =>
  isNode(node) &&
  node.type === 'MemberExpression' &&
  isNode(node.object) &&
  node.object.type === 'Identifier' &&
  node.object.name === 'process' &&
  isNode(node.property) &&
  (node.property.name === 'env' || node.property.value === 'env')

/** `process.env.NAME`, `process.env['NAME']` and `const { NAME } = process.env`. */
function variablesOf(node: AnyNode): string[] {
  if (node.type === 'MemberExpression' && isEnvironment(node.object)) {
    const property = node.property as AnyNode
    const name = node.computed ? property.value : property.name
    return typeof name === 'string' ? [name] : []
  }
  const pattern = node.id as AnyNode | undefined
  if (node.type !== 'VariableDeclarator' || pattern?.type !== 'ObjectPattern' || !isEnvironment(node.init)) return []
  return (pattern.properties as AnyNode[]).flatMap((one) => (one.type === 'Property' ? (nameOf(one) ?? []) : []))
}

interface Found {
  hosts: Set<string>
  variables: Set<string>
}

function addNames(program: AnyNode, { hosts, variables }: Found): void {
  const stack: AnyNode[] = [program]
  while (stack.length > 0) {
    const node = stack.pop() as AnyNode
    if (isText(node)) {
      const host = hostIn(partsOf(node))
      if (host !== null && !NOT_CALLED.test(host)) hosts.add(host)
      if (node.type === 'Literal') continue
    }
    if (node.type === 'Property' && FOR_PEOPLE.has(nameOf(node) ?? '') && isText(node.value as AnyNode)) continue
    for (const name of variablesOf(node)) if (VARIABLE.test(name) && !COMMON_VARIABLE.test(name)) variables.add(name)
    for (const value of Object.values(node))
      if (Array.isArray(value)) stack.push(...value.filter(isNode))
      else if (isNode(value)) stack.push(value)
  }
}

function parsed(source: string): AnyNode | null {
  for (const sourceType of ['script', 'module'] as const)
    try {
      return parse(source, {
        ecmaVersion: 'latest',
        sourceType,
        allowReturnOutsideFunction: true,
        allowHashBang: true,
      }) as unknown as AnyNode
    } catch {}
  return null
}

/**
 * Reads all JavaScript below a folder, but no libraries.
 * @returns hosts, such as `api.slack.com` and `*.zendesk.com`, variables of the environment, and files that could not be parsed
 */
export function readHosts(folder: string): { hosts: string[]; variables: string[]; unread: string[] } {
  const found: Found = { hosts: new Set(), variables: new Set() }
  const unread: string[] = []
  const folders = [folder]
  let files = 0
  while (folders.length > 0) {
    const at = folders.pop() as string
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) folders.push(path)
      } else if (/\.[cm]?js$/.test(entry.name) && ++files <= MOST_FILES) {
        const program = parsed(readFileSync(path, 'utf8'))
        if (program === null) unread.push(path.slice(folder.length + 1))
        else addNames(program, found)
      }
    }
  }
  return { hosts: [...found.hosts].sort(), variables: [...found.variables].sort(), unread }
}
