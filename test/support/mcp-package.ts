/** A small MCP server over stdio as a package, without libraries: what its tools do is written by the test. */
import type { TestPackage } from './npm-registry.ts'

export interface TestTool {
  description?: string
  read_only?: boolean
  /** The body of an async function of `input`; what it returns is the answer. */
  body: string
}

export interface TestServer {
  name: string
  version?: string
  tools: Record<string, TestTool>
  /** JavaScript that runs before anything is read. */
  before?: string
}

const PROGRAM = (tools: Record<string, TestTool>, before: string): string => `#!/usr/bin/env node
const fs = require('fs')
${before}
const tools = {
${Object.entries(tools)
  .map(
    ([name, { description = '', read_only = false, body }]) =>
      `  ${JSON.stringify(name)}: { description: ${JSON.stringify(description)}, read_only: ${read_only}, run: async (input) => { ${body} } },`,
  )
  .join('\n')}
}
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const listed = () => Object.entries(tools).map(([name, { description, read_only }]) => ({
  name, description, inputSchema: { type: 'object' }, annotations: { readOnlyHint: read_only },
}))
async function answer({ method, params }) {
  if (method === 'initialize')
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lamps', title: 'Lamps', version: '1' } }
  if (method === 'tools/list') return { tools: listed() }
  if (method !== 'tools/call') return {}
  const tool = tools[params.name]
  if (!tool) throw new Error('no such tool: ' + params.name)
  try {
    const value = await tool.run(params.arguments)
    return { content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value ?? null) }] }
  } catch (error) {
    return { content: [{ type: 'text', text: (error.code ?? '') + ' ' + error.message }], isError: true }
  }
}
let rest = ''
process.stdin.on('data', (chunk) => {
  rest += chunk
  for (let end = rest.indexOf('\\n'); end >= 0; end = rest.indexOf('\\n')) {
    const message = JSON.parse(rest.slice(0, end))
    rest = rest.slice(end + 1)
    if (message.id === undefined || message.method === undefined) continue
    answer(message).then((result) => say({ id: message.id, result }), (error) => say({ id: message.id, error: { code: -32602, message: error.message } }))
  }
})
`

export const testServer = ({ name, version = '1.0.0', tools, before = '' }: TestServer): TestPackage => ({
  ...{ name, version, bin: { 'lamp-server': 'bin/server.js' } },
  files: { 'bin/server.js': PROGRAM(tools, before) },
})
