/** n8n's code nodes: the same source, in our sandbox, with n8n's names for what it reads around it. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { readTextAt } from '#nodes/import/untrusted.ts'
import { KEEPER, type Mapped, type Mapper, mapped } from './mapped.ts'
import { MODULES } from './script/n8n-libraries.ts'
import { namesFor, nodesNamed, readFrom } from './script/n8n-names.ts'
import type { StepReader } from './step-reader.ts'

const MOST = 150_000
/** What the sandbox does not have. */
const MISSING: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\brequire\\s*\\((?!\\s*["'\`](?:node:)?(?:${MODULES.join('|')})["'\`]\\s*\\))`), 'modules (“require”)'],
  [
    /\b(?:random(?:Bytes|Int|FillSync)|getRandomValues|create(?:Cipher|Decipher|Sign|Verify|PublicKey|PrivateKey)\w*|(?:pbkdf2|scrypt|hkdf)\w*|publicEncrypt|privateDecrypt|crypto\.subtle)\b/,
    'random or encrypted values of “crypto”',
  ],
  [/\b(?:setTimeout|setInterval|setImmediate)\s*\(/, 'timers'],
  [/\b(?:TextEncoder|TextDecoder|structuredClone)\b|\bprocess\./, 'parts of Node'],
  [/\$(?:execution|prevNode|parameter|jmespath|evaluateExpression)\b|\$workflow\.id\b/, 'what n8n knows of the run'],
  [/\bthis\.helpers\b|\$helpers\b/, 'n8n’s helpers, such as HTTP requests'],
  [/\bfetch\s*\(|\baxios\b/, 'the network'],
  [/\$getWorkflowStaticData|getWorkflowStaticData/, 'what n8n stores between runs'],
  [/\$secrets\b|\$(?:env|vars)(?!\w|\??\.[A-Za-z_]|\[\s*["'`]\w)/, 'variables of the n8n installation'],
]

/** The nodes that a source reads by their names, as one expression for the setting `trigger`. */
function nodesRead(reader: StepReader, source: string): string | null {
  for (const name of nodesNamed(source))
    if (reader.nodeCode(name) === null)
      reader.warn('code', 'jsCode', `The code reads the node “${name.slice(0, 80)}”, which doesn’t exist`)
  return readFrom(
    source,
    (name) => reader.nodeCode(name),
    (name) => reader.variable(name),
  )
}

const wrapped = (
  names: string,
  source: string,
  gives: 'each' | 'many' | 'one' | 'file',
): string => `// Made around the code of n8n, which stands unchanged below: its names for what came in, and its wrapper around items.
${names}
const $plain = (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) && 'json' in value ? $withFiles(value) : value)
const $run = ${/\bawait\b/.test(source) ? 'async ' : ''}(items, item, $json, $itemIndex) => {
  const $input = { ...$reader(items), item }
  {
${source}
  }
}
const $all = $wrap(items)
${
  gives === 'each'
    ? 'const $made = (await Promise.all($all.map((item, index) => $run($all, item, item.json, index)))).map($plain)'
    : 'const $result = await $run($all, $all[0], $all[0] && $all[0].json, 0)\nconst $given = Array.isArray($result) ? $result : $result === undefined || $result === null ? [] : [$result]\nconst $made = $given.map($plain)'
}
${gives === 'file' ? FILE_MADE : gives === 'many' ? 'return $made' : 'return $made.length === 1 ? $made[0] : $made'}
`

/** What a source does with the files of items: it may read what is in them, make one, make several, or pass them on. */
function filesIn(source: string): 'read' | 'made' | 'several' | 'passed' {
  if (/getBinaryDataBuffer|\.data\.data\b|\bbinary\??\.\w+\??\.data\b|Buffer\.from\([^)\n]*binary/.test(source))
    return 'read'
  const makes = /\bbinary\s*:\s*\{|\.binary\s*=|\bbinary(?:\.\w+|\[[^\]\n]+\])\s*=/.test(source)
  if (!makes || !/base64|\bdata\s*:/.test(source)) return 'passed'
  return /(?:push|map)\s*\([\s\S]{0,600}\bbinary\b/.test(source) ? 'several' : 'made'
}

const FILES = {
  read: 'what is in files of items',
  several: 'several files of items',
  made: 'a file for each item',
}

/** The one file that a source makes, apart from the value of its item. */
const FILE_MADE = `if ($given.length !== 1) throw new Error('Expected one item with a file, got ' + $given.length)
const [{ json = {}, binary = {} }] = $given
const $file = Object.values(binary).find((one) => one && typeof one.data === 'string')
if (!$file) throw new Error('There is no file in the item')
const $ending = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg', 'text/csv': 'csv', 'text/html': 'html', 'application/json': 'json', 'text/markdown': 'md' }[$file.mimeType] ?? 'txt'
return { json, file: { content: $file.data, name: /[.][a-z0-9]+$/i.test($file.fileName ?? '') ? $file.fileName : ($file.fileName || 'file') + '.' + $ending } }`

/** A step behind the code stores the file that it made. */
function makingFile(code: JsonObject): Mapped {
  const json = `{{ $merge([$input, $nodes.${KEEPER}.json, {"file_id": $input.file_id}]) }}`
  return mapped(
    'make_file',
    { content: '{{ $input.file.content }}', encoding: 'base64', name: '{{ $input.file.name }}' },
    {
      takes: 'list',
      gives: 'one',
      before: [{ type: 'code', title: 'Code', config: code }],
      follow: { type: 'set_fields', title: 'The item with its file', config: { json } },
    },
  )
}

const LOOKS_MANY = /\.map\s*\(|\.push\s*\(|\.flatMap\s*\(|return\s+(?:items|all|\$input\.all\(\))\s*(?:;\s*)?$/

/** n8n leaves out settings that nobody changed: a code node without code runs what n8n puts into a new one. */
const UNTOUCHED: Record<string, string> = {
  code: 'for (const item of $input.all()) {\n  item.json.myNewField = 1;\n}\n\nreturn $input.all();',
  function: 'for (item of items) {\n  item.json.myVariable = 1;\n}\n\nreturn items;',
  functionItem: 'item.myVariable = 1;\n\nreturn item;',
}

export const codeMapper: Mapper = (reader) => {
  const { parameters, type } = reader.step
  const language = readTextAt(parameters, 'language')
  if (language?.startsWith('python')) return null
  const source =
    readTextAt(parameters, 'jsCode') ??
    readTextAt(parameters, 'functionCode') ??
    readTextAt(parameters, 'code') ??
    UNTOUCHED[type] ??
    ''
  if (source === UNTOUCHED[type])
    reader.warn('setting', 'jsCode', 'The file has no code here: this is what n8n puts into a new step')
  if (source.trim() === '' || source.length > MOST) return null
  for (const [pattern, what] of MISSING)
    if (pattern.test(source)) reader.warn('code', 'jsCode', `The code uses ${what}, which isn’t available here`)
  const each = type === 'functionItem' || readTextAt(parameters, 'mode') === 'runOnceForEachItem'
  const many = !each && LOOKS_MANY.test(source)
  const files = /\bbinary\b/.test(source) ? filesIn(source) : 'passed'
  if (files === 'read' || files === 'several' || (files === 'made' && each))
    reader.warn('code', 'jsCode', `The code uses ${FILES[files]}, which isn’t available here`)
  const gives = files === 'made' && !each ? 'file' : each ? 'each' : many ? 'many' : 'one'
  const body = type === 'functionItem' ? source.replace(/^/, 'item = item.json;\n') : source
  const names = namesFor(source, reader.workflowName)
  const config: JsonObject = { source: wrapped(names, body, gives), timeout_ms: 10_000 }
  const trigger = nodesRead(reader, source)
  if (trigger) config.trigger = trigger
  if (gives === 'file') return makingFile(config)
  return mapped('code', config, { takes: 'list', gives: each ? 'same' : many ? 'many' : 'one' })
}
