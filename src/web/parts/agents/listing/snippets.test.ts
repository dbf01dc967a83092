import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { exampleMessage, openAiSnippet } from './openai-snippets.ts'
import { curlSnippets, programSnippet, toPython } from './snippets.ts'

const text = { text: { type: 'string', format: 'textarea' } }
const file = { report: { type: 'object', format: 'file' } }
const target = { name: 'agent_id', id: 'icd10-coder' } as const
const snippets = (properties: object, samples: object[], signed = false) =>
  curlSnippets('http://127.0.0.1:9', target, { input_schema: { properties }, samples } as never, signed)
/** What the shell hands to curl, with curl replaced. */
const sent = (code: string): string[] =>
  execFileSync('bash', ['-c', `curl() { printf '%s\\036' "$@"; }\n${code}`], {
    encoding: 'utf8',
    env: { ...process.env, TOKEN: 'key' },
  }).split('\x1e')

describe('snippets', () => {
  it('send the input of a sample unchanged', () => {
    const input = { text: `It's "done" $HOME \`id\` \\ तेज़`, strict: true, level: 3 }
    const { text: code } = snippets({ ...text, ...file }, [{ title: 'A', input, file: null }])
    const body = sent(code ?? '').find((part) => part.startsWith('{')) ?? ''
    expect(JSON.parse(body)).toEqual({
      agent_id: 'icd10-coder',
      input: { ...input, text: input.text.replace("'", '’') },
      wait_ms: 25_000,
    })
  })

  it('are of the kinds of input that the agent takes, under its own names', () => {
    const only = snippets(text, [])
    expect([only.text?.includes('"text":"Your text"'), only.file]).toEqual([true, null])
    const scan = snippets(file, [])
    expect(scan.text).toBeNull()
    expect(sent(scan.file ?? '').join(' ')).toContain('"input":{"report":{"file_id":')
  })

  it('send a key where an account is needed, and the token of the run elsewhere', () => {
    const signed = snippets(text, [], true)
    expect(sent(signed.text ?? '')).toContain('Authorization: Bearer key')
    expect(signed.poll).not.toContain('X-Run-Token')
    expect(snippets(text, []).poll).toContain('X-Run-Token')
  })

  it('shorten long texts to their first sentence', () => {
    const input = { text: `Fever. ${'x'.repeat(500)}` }
    expect(snippets(text, [{ title: 'A', input, file: null }]).text).toContain('"text":"Fever."')
  })
})

describe('programs', () => {
  const program = (language: 'node' | 'python', properties: object, samples: object[], signed = false) =>
    programSnippet(language, 'http://127.0.0.1:9', target, {
      input_schema: { properties },
      samples,
      signed,
    } as never) ?? ''
  const hostile = { text: `It's "done" \${HOME} \`id\` \\ \n तेज़ </script>`, strict: true, level: 3, none: null }

  /** What the program hands to fetch, with fetch replaced. */
  const asked = (code: string): { url: string; init: { headers: Record<string, string>; body: string } }[] =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `const calls = []
          globalThis.fetch = async (url, init) => {
            calls.push({ url, init: { headers: init.headers ?? {}, body: typeof init.body === 'string' ? init.body : '' } })
            return { ok: true, json: async () => ({ data: { id: 'the file', status: 'succeeded', output: 1 }, errors: [] }) }
          }
          console.log = () => {}
          ${code.replace("await openAsBlob('document.pdf')", "new Blob(['x'])")}
          process.stdout.write(JSON.stringify(calls))`,
        ],
        { encoding: 'utf8', env: { TOKEN: 'key' } },
      ),
    )

  it('in JavaScript send the input of a sample as it is, and a key where an account is needed', () => {
    const [call] = asked(program('node', text, [{ title: 'A', input: hostile, file: null }], true))
    expect(call?.url).toBe('http://127.0.0.1:9/api/v1/workflows/execute')
    expect(call?.init.headers.authorization).toBe('Bearer key')
    expect(JSON.parse(call?.init.body ?? '')).toEqual({ agent_id: 'icd10-coder', input: hostile, wait_ms: 25_000 })
  })

  it('send a document where the agent takes nothing else', () => {
    const [upload, call] = asked(program('node', file, []))
    expect(upload?.url).toBe('http://127.0.0.1:9/api/v1/files')
    expect(JSON.parse(call?.init.body ?? '').input).toEqual({ report: { file_id: 'the file' } })
    expect(program('python', file, [])).toContain('"input": {"report": {"file_id": file_id}}')
  })

  it('in Python write values as Python does', () => {
    expect(toPython({ a: [true, false, null], b: 'It\'s "x"', c: 1.5 })).toBe(
      `{"a": [True, False, None], "b": "It's \\"x\\"", "c": 1.5}`,
    )
    expect(program('python', text, [], true)).toContain("os.environ['TOKEN']")
    expect(program('python', text, [])).not.toContain('TOKEN')
  })

  it('are not there for an agent that takes neither', () => {
    expect(program('node', {}, [])).toBe('')
  })
})

describe('calls with the OpenAI SDK', () => {
  const source = (properties: object, samples: object[] = []) => ({ input_schema: { properties }, samples }) as never

  it('send what the agent takes as the message', () => {
    expect(exampleMessage(null)).toBe('When are you open?')
    expect(exampleMessage(source(text))).toBe('Your text')
    const several = { text: { type: 'string' }, strict: { type: 'boolean' } }
    const sample = { title: 'A', input: { text: 'x', strict: true }, file: null }
    expect(exampleMessage(source(several, [sample]))).toBe('{"text":"x","strict":true}')
    expect(exampleMessage(source(file))).toContainEqual({ type: 'file', file: { file_id: 'FILE_ID' } })
  })

  it('are written in each language with any text', () => {
    const message = `It's "done" \\ \n तेज़`
    const [, , body = ''] = sent(openAiSnippet('curl', 'http://127.0.0.1:9', 'agent-1', message)).slice(-4)
    expect(JSON.parse(body)).toEqual({
      model: 'agent-1',
      messages: [{ role: 'user', content: message.replace("'", '’') }],
    })
    expect(openAiSnippet('python', 'http://127.0.0.1:9', 'agent-1', message)).toContain(
      `"content": ${JSON.stringify(message)}`,
    )
    expect(openAiSnippet('node', 'http://127.0.0.1:9', 'agent-1', message)).toContain(
      "baseURL: 'http://127.0.0.1:9/v1'",
    )
  })
})
