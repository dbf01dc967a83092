/** A call of an operation as one would make it: with curl and with fetch, at this installation. */
import { needsToken, type OpenApi, type Operation } from './openapi.ts'
import { buildExample } from './schema-words.ts'

const filledPath = ({ path, parameters }: Operation, document: OpenApi): string => {
  const inPath = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((p) => p.place === 'path' && p.name === name)
    return parameter ? encodeURIComponent(String(buildExample(parameter.schema, document, name))) : whole
  })
  const query = new URLSearchParams(
    parameters
      .filter(({ place, required }) => place === 'query' && required)
      .map(({ name, schema }) => [name, String(buildExample(schema, document, name))]),
  )
  return query.size > 0 ? `${inPath}?${query}` : inPath
}

const bodyOf = ({ body }: Operation, document: OpenApi): string | null =>
  body && !body.multipart ? JSON.stringify(buildExample(body.schema, document)) : null

export function toCurl(operation: Operation, document: OpenApi, origin: string): string {
  const { method, access, body, answer } = operation
  const json = bodyOf(operation, document)
  const implied = json !== null || body?.multipart ? 'POST' : 'GET'
  const lines = [
    `curl ${answer.how === 'stream' ? '-N' : '-s'}${method === implied ? '' : ` -X ${method}`} '${origin}${filledPath(operation, document)}'`,
    needsToken(access) && `-H "Authorization: Bearer $TOKEN"`,
    json !== null && `-H 'Content-Type: application/json'`,
    json !== null && `-d '${json.replaceAll("'", "'\\''")}'`,
    body?.multipart && '-F file=@document.pdf',
    answer.how === 'file' && '-o file',
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}

export function fetchOf(operation: Operation, document: OpenApi, origin: string): string {
  const { method, access, body, answer } = operation
  const json = body && !body.multipart ? JSON.stringify(buildExample(body.schema, document), null, 2) : null
  const headers = [
    needsToken(access) && "    Authorization: 'Bearer ' + token,",
    json !== null && "    'Content-Type': 'application/json',",
  ].filter(Boolean)
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && ['  headers: {', ...headers, '  },'].join('\n'),
    json !== null && `  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`,
    body?.multipart && '  body: form,',
  ].filter(Boolean)
  const address = `'${origin}${filledPath(operation, document)}'`
  const call = options.length > 0 ? `fetch(${address}, {\n${options.join('\n')}\n})` : `fetch(${address})`
  const form = body?.multipart ? "const form = new FormData()\nform.set('file', file)\n" : ''
  const rest = {
    envelope: 'const { data, status, errors } = await response.json()',
    raw: 'const answer = await response.json()',
    file: 'const file = await response.blob()',
    stream: 'for await (const piece of response.body) console.log(new TextDecoder().decode(piece))',
  }[answer.how]
  return `${form}const response = await ${call}\n${rest}`
}
