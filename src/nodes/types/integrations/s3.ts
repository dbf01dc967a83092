import type { XmlElement } from '@rgrove/parse-xml'
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { checkStatus, headerOf, send } from '#nodes/lib/integrations/request.ts'
import { readXmlSafely, textOf } from '#nodes/lib/integrations/safe-xml.ts'
import { defineNode, type NodeContext, NodeError, output } from '#nodes/node.ts'
import type { HttpRequest } from '#nodes/ports.ts'
import { brief } from '#nodes/settings.ts'

const Config = z.strictObject({
  credential: credentialField(['s3'], 'The bucket to use.', 'Storage', true),
  operation: z
    .enum(['get', 'put', 'list', 'delete'])
    .default('get')
    .describe('The HTTP method.')
    .meta({ title: 'Operation' }),
  key: z
    .string()
    .max(1024)
    .default('')
    .describe('The name of the object. For listing: the prefix of the names.')
    .meta({ title: 'Name', widget: 'expression' }),
  file: z
    .string()
    .max(60)
    .default('')
    .describe('For put: the id of a file.')
    .meta({ title: 'File', when: { field: 'operation', is: ['put'] }, widget: 'expression' }),
  text: z
    .string()
    .max(1_000_000)
    .optional()
    .describe('For put: a text instead of a file.')
    .meta({ title: 'Text', when: { field: 'operation', is: ['put'] }, widget: 'textarea' }),
  as: z
    .enum(['file', 'text'])
    .default('file')
    .describe('For get: whether the object becomes a file or text.')
    .meta({ title: 'Output as', when: { field: 'operation', is: ['get'] } }),
  max_keys: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('For list: maximum number of objects.')
    .meta({ title: 'At most', when: { field: 'operation', is: ['list'] } }),
})
type Config = z.output<typeof Config>
type Context = NodeContext<Config>

const File = z.object({ file_id: z.string(), name: z.string(), mime: z.string(), bytes: z.number().int() })

export const s3 = defineNode({
  type: 's3',
  version: 1,
  title: 'S3 storage',
  category: 'integration',
  icon: 'archive',
  description: 'Gets, puts, lists and deletes objects in Amazon S3 or any S3-compatible storage.',
  kind: 'effect',
  timeout_ms: 65_000,
  config: Config,
  example: { credential: '01890000-0000-7000-8000-000000000001', operation: 'get', key: 'reports/{{ $input.id }}.pdf' },
  output: z.object({
    key: z.string().optional(),
    file: File.optional(),
    text: z.string().optional(),
    objects: z.array(z.object({ key: z.string(), bytes: z.number(), changed_at: z.string() })).optional(),
    truncated: z.boolean().optional(),
  }),
  sentence: ({ operation, key }) => `${operation} ${brief(key)}`,
  run: async (ctx) => output(await WORK[ctx.config.operation](ctx)),
})

const WORK: Record<Config['operation'], (ctx: Context) => Promise<Json>> = { get, put, list, delete: remove }

/** Each part encoded, the slashes kept. @throws NodeError `bad_key` */
function pathOf(key: string): string {
  // `..` would be taken for another folder, or another bucket, on the way.
  if (key === '' || key.split('/').some((part) => part === '.' || part === '..'))
    throw new NodeError('bad_key', 'Enter the name of an object', { field: 'key' })
  return `/${key.split('/').map(encodeURIComponent).join('/')}`
}

async function ask(ctx: Context, method: HttpRequest['method'], url: string, more: Partial<HttpRequest> = {}) {
  const { credential } = ctx.config
  if (!credential) throw new NodeError('credential_missing', 'Choose an S3 storage credential', { field: 'credential' })
  const headers = { 'idempotency-key': ctx.run.idempotency_key, ...more.headers }
  const response = await send(ctx, { method, url, body: null, timeout_ms: 60_000, ...more, headers, credential })
  if (response.status === 404) throw new NodeError('object_not_found', 'This object doesn’t exist', { field: 'key' })
  checkStatus({ ...response, body: more.binary ? '' : response.body })
  return response
}

async function get(ctx: Context): Promise<Json> {
  const { key, as } = ctx.config
  if (as === 'text') return { key, text: (await ask(ctx, 'GET', pathOf(key))).body }
  const response = await ask(ctx, 'GET', pathOf(key), { binary: true })
  const mime = headerOf(response, 'content-type').split(';')[0]?.trim() || 'application/octet-stream'
  const name = key.slice(key.lastIndexOf('/') + 1) || 'object'
  const file = { name, mime, bytes: response.bytes ?? new Uint8Array() }
  return { key, file: { ...(await ctx.files.write(file, ctx.run.as, ctx.run.idempotency_key)) } }
}

async function put(ctx: Context): Promise<Json> {
  const { key, file, text } = ctx.config
  const path = pathOf(key)
  if (text !== undefined && file === '') {
    await ask(ctx, 'PUT', path, { body: text, headers: { 'content-type': 'text/plain; charset=utf-8' } })
    return { key }
  }
  if (file === '') throw new NodeError('file_missing', 'Enter a file or a text', { field: 'file' })
  const { mime, read } = await ctx.files.open(file, ctx.run)
  const bytes = await read()
  await ask(ctx, 'PUT', path, { body: bytes, headers: { 'content-type': mime } })
  return { key }
}

async function remove(ctx: Context): Promise<Json> {
  await ask(ctx, 'DELETE', pathOf(ctx.config.key))
  return { key: ctx.config.key }
}

/** ListObjectsV2: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
async function list(ctx: Context): Promise<Json> {
  const { key, max_keys } = ctx.config
  const query = `?list-type=2&max-keys=${max_keys}${key === '' ? '' : `&prefix=${encodeURIComponent(key)}`}`
  const response = await ask(ctx, 'GET', `/${query}`)
  const root = await readXmlSafely(response.body)
  const objects = root.children
    .filter((child): child is XmlElement => child.type === 'element' && (child as XmlElement).name === 'Contents')
    .map((found) => ({
      key: textOf(found, 'Key'),
      bytes: Number(textOf(found, 'Size')) || 0,
      changed_at: textOf(found, 'LastModified'),
    }))
  return { objects, truncated: textOf(root, 'IsTruncated') === 'true' }
}
